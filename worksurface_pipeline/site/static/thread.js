// One thread: a channel by days, a page with its revisions, or a document with its versions.
"use strict";

(() => {
  const { make, badge } = SITE;
  const { parts } = SITE;
  const LIVE = document.getElementById("live");

  /** Where the evidence of the question in the address stands. */
  async function evidence(id) {
    if (!id) return undefined;
    const item = parts.ID.test(id) ? await SITE.load(`cases/${id}`).catch(() => undefined) : undefined;
    if (!item) return undefined;
    const own = new Map();
    for (const set of item.sets || []) for (const spot of set) own.set(spot.entry, { text: "also proves it", tone: "plain" });
    for (const piece of item.pieces || []) own.set(piece.spot.entry, { text: "evidence", tone: "good" });
    return { item, own };
  }

  function banner(proof) {
    const spots = (proof.item.pieces || []).map((piece) => make("li", {}, parts.spot(piece.spot, proof.item.id)));
    return make("aside", { class: "note", "aria-label": "Evidence of a question" },
      make("p", {}, "Marked here: the evidence of ", parts.question({ id: proof.item.id, label: proof.item.title })),
      make("ul", { class: "inline" }, ...spots));
  }

  function card(one, thread, proof) {
    const mark = proof && proof.own.get(one.id);
    const head = make("header", {}, make("strong", {}, make("bdi", {}, one.who)), " ",
      make("a", { class: "soft", href: parts.address("thread.html", [["id", thread.id], ["entry", one.id]]) }, one.time));
    if (one.to) head.append(" ", make("span", { class: "soft" }, "to ", make("bdi", {}, one.to)));
    if (mark) head.append(" ", badge(mark));
    if (one.until) head.append(" ", badge({ text: `replaced in revision ${one.until}`, tone: "plain" }));
    if (one.partly) head.append(" ", badge({ text: `in part replaced in revision ${one.partly.join(", ")}`, tone: "plain" }));
    const whole = make("article", { class: `entry${mark ? ` is-${mark.tone === "good" ? "evidence" : "other"}` : ""}`, id: `e-${one.id}`, tabindex: "-1" }, head);
    if (one.head) whole.append(make("div", { class: "subject" }, make("bdi", {}, one.head)));
    if (one.text) whole.append(parts.marked(one.text, mark ? one.marks : [], "div", { class: "said" }));
    if (one.picture) whole.append(parts.picture(one.picture, one.text));
    whole.append(...rest(one, thread));
    return whole;
  }

  function rest(one, thread) {
    const found = [];
    if (one.links) found.push(make("ul", { class: "inline attached" }, ...one.links.map((spot) => make("li", {}, parts.spot(spot)))));
    if (one.layer) found.push(make("details", { class: "claims" }, make("summary", {}, "Text on it"), make("pre", { tabindex: "0" }, one.layer)));
    if (one.claims) found.push(parts.claims(one.claims));
    if (one.asked) {
      const known = new Map((thread.asked || []).map((way) => [way.id, way]));
      const ways = one.asked.map((id) => known.get(id)).filter(Boolean);
      const summary = make("summary", {}, `Evidence of ${ways.length} ${ways.length === 1 ? "question" : "questions"}`);
      found.push(make("details", { class: "claims" }, summary, parts.ways(ways, parts.question)));
    }
    return found.length ? [make("footer", {}, ...found)] : [];
  }

  function byDay(entries, thread, proof) {
    const found = [];
    let day;
    for (const one of entries) {
      if (one.day !== day) found.push(make("h2", { class: "day", id: `day-${found.length}` }, one.day));
      day = one.day;
      found.push(card(one, thread, proof));
    }
    return found;
  }

  /** The numbers that a thread can be seen at: versions of a document, revisions of a page. */
  function versions(thread) {
    return [...new Set((thread.entries || []).map((one) => one.version || 0))].sort((a, b) => a - b);
  }

  function stands(one, version) {
    return (one.version || 0) <= version && (!one.until || one.until > version);
  }

  function choice(thread, chosen, draw) {
    const isHistory = thread.form === "history";
    const known = versions(thread);
    const select = make("select", { id: "version" });
    if (isHistory) select.append(make("option", { value: "" }, "all revisions, oldest first"));
    for (const one of known) select.append(make("option", { value: String(one) }, isHistory ? `the page as it stood after revision ${one}` : `version ${one}`));
    select.value = chosen;
    select.addEventListener("change", () => draw(select.value));
    const step = (by, text) => {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => {
        select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
        draw(select.value);
      });
      return button;
    };
    return make("div", { class: "bar" }, make("label", { for: "version" }, isHistory ? "Show" : "Version", " ", select), step(-1, "Earlier"), step(1, "Later"));
  }

  function days(thread) {
    const known = [...new Set((thread.entries || []).map((one) => one.day))];
    const select = make("select", { id: "day" }, ...known.map((day) => make("option", { value: day }, day)));
    select.addEventListener("change", () => [...document.querySelectorAll(".day")].find((head) => head.textContent === select.value).scrollIntoView());
    return make("div", { class: "bar" }, make("label", { for: "day" }, "Go to ", select));
  }

  function show(thread, proof, version) {
    const all = thread.entries || [];
    const body = document.getElementById("entries");
    if (thread.form === "talk") return void body.replaceChildren(...byDay(all, thread, proof));
    const chosen = all.filter((one) => version === "" || (thread.form === "history" ? stands(one, Number(version)) : (one.version || 0) === Number(version)));
    body.replaceChildren(...(version === "" ? byDay(chosen, thread, proof) : chosen.map((one) => card(one, thread, proof))));
  }

  function begun(thread, entry, asked) {
    if (thread.form === "talk") return "";
    const target = (thread.entries || []).find((one) => one.id === entry);
    const known = versions(thread);
    if (known.includes(Number(asked)) && asked) return asked;
    if (thread.form === "history") return "";
    return String(target ? target.version || 0 : known[known.length - 1]);
  }

  async function draw(thread, isWanted) {
    const state = SITE.state();
    const asked = state.get("question") || "";
    const proof = await evidence(asked);
    if (!isWanted()) return;
    const entry = state.get("entry") || "";
    let version = begun(thread, entry, state.get("version") || "");
    const redraw = (value) => {
      document.getElementById("version").value = value;
      show(thread, proof, value);
      SITE.remember(new URLSearchParams([["id", thread.id], ...(value ? [["version", value]] : []), ...(proof ? [["question", proof.item.id]] : [])]));
    };
    LIVE.replaceChildren(parts.tags(thread.tags));
    if (thread.facts) LIVE.append(make("details", {}, make("summary", {}, "What it is for, and who writes there"), make("div", { class: "inside" }, SITE.facts(thread.facts))));
    if (proof) LIVE.append(banner(proof));
    else if (asked) LIVE.append(SITE.sentence(`The address asks for the evidence of the question “${asked}”, but there is none of that name.`));
    if (thread.form === "talk") LIVE.append(days(thread));
    else LIVE.append(choice(thread, version, redraw));
    LIVE.append(make("div", { id: "entries", class: `entries ${thread.form}` }));
    show(thread, proof, version);
    lead(entry);
  }

  function lead(entry) {
    if (!entry) return;
    const target = document.getElementById(`e-${entry}`);
    if (!target) return void LIVE.prepend(SITE.sentence(`The address asks for the record “${entry}”, but this thread has none of that name.`));
    target.classList.add("here");
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  }

  parts.opened("threads", "thread", draw);
})();
