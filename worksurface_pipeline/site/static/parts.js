// What the pages of a workspace share: ways to records, facts and questions; marked texts; pictures.
"use strict";

SITE.parts = (() => {
  const { make, badge, shown } = SITE;
  const ID = /^[0-9a-f]{12}$/;

  function address(page, pairs) {
    return `${page}#${new URLSearchParams(pairs.filter((pair) => pair[1]))}`;
  }

  function link(href, text, kind) {
    return make("a", { href, class: kind }, make("bdi", {}, text));
  }

  /** The way to one record in its thread; with a question, its evidence is marked there. */
  function spot(one, question, text) {
    return link(address("thread.html", [["id", one.thread], ["entry", one.entry], ["question", question]]), text || one.label);
  }

  const fact = (way, kind) => link(address("timeline.html", [["id", way.id]]), way.label, kind);
  const question = (way) => link(address("case.html", [["id", way.id]]), way.label);

  function ways(list, kind) {
    return make("ul", { class: "ways" }, ...list.map((way) => make("li", {}, kind(way), " ", ...(way.tags || []).map(badge))));
  }

  function tags(list) {
    return make("div", { class: "tags" }, ...(list || []).map(badge));
  }

  /** Marks count characters as the program does, not the halves that a script counts. */
  function marked(text, marks, tag, attributes) {
    const whole = make(tag, attributes);
    const signs = Array.from(text || "");
    let done = 0;
    for (const [start, end] of marks || []) {
      whole.append(shown(signs.slice(done, start).join("")), make("mark", {}, signs.slice(start, end).join("")));
      done = end;
    }
    whole.append(shown(signs.slice(done).join("")));
    return whole;
  }

  function picture(file, told) {
    const image = make("img", { src: file, alt: told, loading: "lazy", decoding: "async" });
    return make("a", { class: "sheet", href: file, title: "Open the picture alone" }, image);
  }

  /** What a record says of facts, each with how it stands to the truth. */
  function claims(list, isOpen) {
    const wrong = list.filter((one) => one.tone === "bad").length;
    const noun = list.length === 1 ? "value" : "values";
    const summary = make("summary", {}, `Asserts ${list.length} ${noun}`, ...(wrong ? [" ", badge({ text: `${wrong} not true then`, tone: "bad" })] : []));
    const items = list.map((one) => make("li", {}, fact(one.fact), ": ", make("strong", {}, make("bdi", {}, one.value)), " ", badge({ text: one.note, tone: one.tone })));
    return make("details", { class: "claims", open: isOpen === true }, summary, make("ul", {}, ...items));
  }

  /** Opens the page of a thing by the id in its address, and again when that changes. */
  function opened(folder, noun, draw) {
    const live = document.getElementById("live");
    let wanted = 0;
    const act = async () => {
      const own = ++wanted;
      const id = SITE.state().get("id") || "";
      if (!ID.test(id)) return void live.replaceChildren(SITE.sentence(`The address names no ${noun}. Choose one from a list.`));
      try {
        const item = await SITE.load(`${folder}/${id}`);
        if (own !== wanted) return;
        document.title = `${shown(item.name)} – ${document.title.split(" – ").pop()}`;
        document.querySelector("h1").replaceChildren(make("bdi", {}, item.name));
        await draw(item, () => own === wanted);
        if (own === wanted) live.dataset.ready = id;
      } catch (error) {
        if (own === wanted) live.replaceChildren(SITE.sentence(`This cannot be shown. ${error.message}`));
      }
    };
    SITE.follow(act);
    act();
  }

  return { ID, address, link, spot, fact, question, ways, tags, marked, picture, claims, opened };
})();
