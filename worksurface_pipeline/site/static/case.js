// One question: its gold and what proves it, its evidence, and what each cell answered and was shown.
"use strict";

(() => {
  const { make, badge } = SITE;
  const { parts } = SITE;
  const LIVE = document.getElementById("live");
  let item;

  function piece(one, number) {
    const part = make("section", { class: "proof" }, make("h3", {}, `${number + 1}. `, parts.spot(one.spot, item.id)));
    part.append(parts.marked(one.extract.text, one.extract.marks, "pre", { tabindex: "0" }));
    if (one.extract.cut) part.append(make("p", { class: "soft" }, `${one.extract.cut.toLocaleString("en")} more characters are left out`));
    if (one.picture) part.append(parts.picture(one.picture, one.spot.label));
    if (one.claims) part.append(parts.claims(one.claims, true));
    return part;
  }

  function sets() {
    const list = (item.sets || []).map((set) => make("li", {}, ...set.flatMap((spot, place) => [place ? " with " : "", parts.spot(spot, item.id)])));
    const summary = `${list.length} ${list.length === 1 ? "set of records proves" : "sets of records prove"} it, the smallest first`;
    return make("details", {}, make("summary", {}, summary), make("div", { class: "inside" }, make("ol", {}, ...list)));
  }

  function query() {
    return make("section", { class: "proof" }, make("h3", {}, "Query over the ledger"), SITE.facts(item.query),
      ...(item.acts || []).map((spot) => make("p", {}, "The act it names: ", parts.spot(spot, item.id))),
      ...(item.timelines ? [make("p", { class: "soft" }, "Its facts on a time line:"), parts.ways(item.timelines, parts.fact)] : []));
  }

  function outcomes() {
    const body = make("tbody");
    let group;
    for (const one of item.outcomes) {
      if (one.group !== group) body.append(make("tr", { class: "group" }, make("th", { colspan: item.heads.length + 3, scope: "rowgroup" }, make("bdi", {}, one.group))));
      group = one.group;
      const link = make("a", { href: parts.address("case.html", [["id", item.id], ["cell", one.id]]) }, make("bdi", {}, one.name));
      body.append(make("tr", { id: `row-${one.id}` }, make("td", {}, link), make("td", {}, parts.tags(one.tags)),
        make("td", { class: "long" }, make("bdi", {}, one.answer || "–")), ...one.figures.map((figure) => make("td", { class: "n" }, figure))));
    }
    const heads = ["Cell", "Verdict", "Answer", ...item.heads].map((head, place) => make("th", { scope: "col", class: place > 2 ? "n" : undefined }, head));
    const whole = make("table", {}, make("caption", {}, "Answers by cell"), make("thead", {}, make("tr", {}, ...heads)), body);
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Answers by cell" }, whole);
  }

  async function open(isWanted) {
    const part = document.getElementById("cell");
    for (const row of document.querySelectorAll("tr.here")) row.classList.remove("here");
    part.replaceChildren();
    delete part.dataset.ready;
    const id = SITE.state().get("cell");
    if (!id) return;
    const one = (item.outcomes || []).find((row) => row.id === id);
    if (!one) return void part.append(SITE.sentence(`The address asks for the cell “${id}”, but this question has none of that name.`));
    document.getElementById(`row-${one.id}`).classList.add("here");
    part.append(make("h2", { id: "answer", tabindex: "-1" }, make("bdi", {}, `${one.group}, ${one.name}`)), parts.tags(one.tags),
      make("p", { class: "again" }, make("span", { class: "soft" }, "Question: "), make("bdi", {}, item.title)), ...gold(),
      make("div", { class: "soft" }, "Answer"), make("pre", { tabindex: "0" }, one.answer || "none"));
    if (one.facts) part.append(SITE.facts(one.facts));
    const found = await SITE.load(`found/${item.id}`);
    if (!isWanted()) return;
    part.append(...shown(found, one.id));
    part.dataset.ready = one.id;
    document.getElementById("answer").focus();
    document.getElementById("answer").scrollIntoView();
  }

  function gold() {
    const found = (item.facts || []).find((one) => one.name === "Gold");
    return found ? [make("p", { class: "again" }, make("span", { class: "soft" }, "Gold: "), make("bdi", {}, found.text))] : [];
  }

  /** The records of a cell's context in their order, those of the evidence marked. */
  function shown(found, id) {
    const own = (found.shown || []).find((one) => one.cells.includes(id));
    if (!own || !own.hits.length) return [make("p", {}, "No record is known to have been shown.")];
    const all = own.hits.map((number) => found.hits[number]);
    const marked = all.filter((hit) => hit.part).length;
    const lines = own.hits.map((number, place) => hit(found.hits[number], own.ranks ? own.ranks[place] : 0));
    const box = make("input", { type: "checkbox", id: "only" });
    const list = make("ol", { class: "hits" }, ...lines);
    box.addEventListener("change", () => list.classList.toggle("only", box.checked));
    return [make("h3", {}, `What it was shown: ${all.length} records, ${marked} of them evidence`),
      make("p", {}, make("label", { for: "only" }, box, " only the evidence")), list];
  }

  function hit(one, rank) {
    const head = make("div", {}, parts.spot(one.spot, item.id), ...(rank ? [" ", make("span", { class: "soft" }, `found as number ${rank}`)] : []),
      ...(one.part ? [" ", badge({ text: one.part, tone: one.part === "evidence" ? "good" : "plain" })] : []));
    return make("li", { class: one.part ? "is-evidence" : undefined }, head, make("div", { class: "soft" }, make("bdi", {}, one.text)));
  }

  function draw() {
    LIVE.replaceChildren(make("p", { class: "question" }, item.title), parts.tags(item.tags));
    if (item.facts) LIVE.append(SITE.facts(item.facts));
    for (const one of item.related || []) LIVE.append(make("h3", {}, one.name), parts.ways(one.ways, parts.question));
    LIVE.append(make("h2", {}, "What proves it"), query());
    if (item.pieces) LIVE.append(make("h2", {}, "Evidence"), ...item.pieces.map(piece), sets());
    for (const [place, one] of (item.checks || []).entries()) {
      if (!place) LIVE.append(make("h2", {}, "Validation"));
      LIVE.append(make("div", { class: "extract" }, make("div", { class: "soft" }, make("bdi", {}, one.label)), ...(one.text ? [parts.marked(one.text, [], "pre", { tabindex: "0" })] : [])));
    }
    if (item.outcomes) LIVE.append(make("h2", {}, "Answers"), outcomes());
    LIVE.append(make("div", { id: "cell" }));
  }

  parts.opened("cases", "question", async (found, isWanted) => {
    if (item !== found) {
      item = found;
      draw();
    }
    await open(isWanted);
  });
})();
