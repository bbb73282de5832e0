// One item: its question, gold and proof, and its runs; the turns of a run are read when it is opened.
"use strict";

(() => {
  const { make, badge } = SITE;
  const LIVE = document.getElementById("live");
  const ID = /^[0-9a-f]{12}$/;
  let item, wanted = 0; // the number of the state that is wanted: what an older one loads is let go

  function tags(list) {
    return make("div", { class: "tags" }, ...(list || []).map(badge));
  }

  /** Marks count characters as the program does, not the halves that a script counts. */
  function extract(one) {
    const text = make("pre", { tabindex: "0" });
    const signs = Array.from(one.text || "");
    let done = 0;
    for (const [start, end] of one.marks || []) {
      text.append(SITE.shown(signs.slice(done, start).join("")), make("mark", {}, signs.slice(start, end).join("")));
      done = end;
    }
    text.append(SITE.shown(done ? signs.slice(done).join("") : one.text || ""));
    if (one.cut) text.append(make("span", { class: "cut" }, ` … ${one.cut.toLocaleString("en")} more characters are left out`));
    return make("div", { class: "extract" }, make("div", { class: "soft" }, make("bdi", {}, one.label)), text);
  }

  function grid(one) {
    const heads = (one.heads || []).map((head) => make("th", { scope: "col" }, make("bdi", {}, head)));
    const rows = one.rows.map((row) => make("tr", {}, ...row.map((value) => make("td", {}, make("bdi", {}, value)))));
    const caption = make("caption", {}, one.cut ? `The first ${one.rows.length} rows; ${one.cut} more are left out` : "Executed result");
    const whole = make("table", {}, caption, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Executed result" }, whole);
  }

  function proof(one, number) {
    const part = make("section", { class: "proof" }, make("h3", {}, make("bdi", {}, `${number + 1}. ${one.title}`)));
    if (one.facts) part.append(SITE.facts(one.facts));
    part.append(...(one.extracts || []).map(extract));
    if (one.grid) part.append(grid(one.grid));
    if (one.drawing) part.append(SITE.drawing(one.drawing));
    return part;
  }

  function runs() {
    const body = make("tbody");
    let group;
    for (const run of item.runs || []) {
      if (run.group !== group) {
        group = run.group;
        body.append(make("tr", { class: "group" }, make("th", { colspan: item.heads.length + 2, scope: "rowgroup" }, make("bdi", {}, group))));
      }
      body.append(runLine(run));
    }
    const heads = ["Run", "Ended", ...item.heads].map((head, place) => make("th", { scope: "col", class: place > 1 ? "n" : undefined }, head));
    const whole = make("table", {}, make("caption", {}, "Runs and their scores (%)"), make("thead", {}, make("tr", {}, ...heads)), body);
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Runs" }, whole);
  }

  function runLine(run) {
    const address = new URLSearchParams([["id", item.id], ["run", run.id]]);
    const link = make("a", { href: `#${address}` }, make("bdi", {}, run.name));
    const ended = make("td", {}, tags(run.tags));
    const figures = run.figures.map((text) => make("td", { class: "n" }, text));
    return make("tr", { id: `row-${run.id}` }, make("td", {}, link), ended, ...figures);
  }

  function step(one) {
    const part = make("section", { class: "step" }, make("h4", {}, make("bdi", {}, one.title), ...(one.tags || []).map(badge)));
    if (one.note) part.append(make("div", { class: "soft" }, make("bdi", {}, one.note)));
    part.append(...(one.extracts || []).map(extract));
    return part;
  }

  async function open(id, asked) {
    const part = document.getElementById("run");
    for (const row of document.querySelectorAll("tr.here")) row.classList.remove("here");
    const run = (item.runs || []).find((one) => one.id === id);
    part.replaceChildren();
    delete part.dataset.ready;
    if (!run) {
      if (id) part.append(SITE.sentence(`The address asks for the run “${id}”, but this task has none of that name. Choose one of the runs above.`));
      return;
    }
    document.getElementById(`row-${run.id}`).classList.add("here");
    part.append(make("h2", { id: "turns", tabindex: "-1" }, make("bdi", {}, `Trajectory: ${run.group}, ${run.name}`)),
      make("p", { class: "again" }, make("span", { class: "soft" }, "Question: "), make("bdi", {}, item.title)), ...gold(), tags(run.tags));
    if (run.facts) part.append(SITE.facts(run.facts));
    if ((run.shard ?? -1) < 0) return void part.append(make("p", {}, "There is no trajectory of this run."));
    try {
      const loaded = await SITE.load(`runs/${item.id}-${run.shard}`);
      if (asked !== wanted) return;
      const turns = loaded.find((one) => one.id === run.id);
      part.append(...turns.steps.map(step));
      part.dataset.ready = run.id;
      document.getElementById("turns").focus();
      document.getElementById("turns").scrollIntoView();
    } catch (error) {
      if (asked === wanted) part.append(SITE.sentence(`The trajectory cannot be shown. ${error.message}`));
    }
  }

  /** The gold once more above a trajectory, where it is what one compares. */
  function gold() {
    const found = (item.facts || []).find((one) => one.name === "Gold");
    return found ? [make("p", { class: "again" }, make("span", { class: "soft" }, "Gold: "), make("bdi", {}, found.text))] : [];
  }

  function draw() {
    document.title = `${SITE.shown(item.name)} – ${document.title.split(" – ").pop()}`;
    document.querySelector("h1").replaceChildren(make("bdi", {}, item.name));
    LIVE.replaceChildren(make("p", { class: "question" }, item.title), tags(item.tags));
    if (item.facts) LIVE.append(SITE.facts(item.facts));
    LIVE.append(...(item.extracts || []).map(extract));
    if (item.proofs) LIVE.append(make("h2", {}, "Proof"), ...item.proofs.map(proof));
    if (item.runs) LIVE.append(make("h2", {}, "Runs"), runs());
    LIVE.append(make("div", { id: "run" }));
    LIVE.dataset.ready = item.id;
  }

  async function follow() {
    const asked = ++wanted;
    const id = SITE.state().get("id") || "";
    if (!ID.test(id)) item = undefined;
    if (!ID.test(id)) return void LIVE.replaceChildren(SITE.sentence("The address names no task. Choose one from the list."));
    if (!item || item.id !== id) {
      const loaded = await SITE.load(`items/${id}`);
      if (asked !== wanted) return;
      item = loaded;
      draw();
    }
    await open(SITE.state().get("run"), asked);
  }

  const begin = () => {
    const own = wanted + 1;
    return follow().catch((error) => {
      if (own !== wanted) return;
      item = undefined;
      LIVE.replaceChildren(SITE.sentence(`This cannot be shown. ${error.message}`));
    });
  };
  SITE.follow(begin);
  begin();
})();
