// A long list: filtered as a whole, shown by the window. What is chosen stands in the address.
"use strict";

(() => {
  const { make, shown } = SITE;
  const LIVE = document.getElementById("live");
  const WINDOW = 100; // rows on the page at once
  const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const PLACES = 2; // filters by the state of a place, so that two can be compared

  let about, columns, words, found = [], page = 0, count, body, back, next, where, told;
  const controls = new Map();
  const folded = (text) => text.normalize("NFC").toLowerCase(); // as the words are

  const column = (key) => columns[about.columns.findIndex((item) => item.key === key)];
  const labels = (item) => (item.choices || []).map((choice) => choice.label);

  /** Whether a row passes, as one function of the row's number; nothing is looked up twice. */
  function test(values) {
    const tests = [];
    for (const item of about.columns) {
      const wanted = values.get(item.key);
      if (!wanted || !item.is_filter) continue;
      const place = (item.choices || []).findIndex((choice) => choice.id === wanted);
      const cells = column(item.key);
      if (item.kind === "code") tests.push((row) => cells[row] === place);
      if (item.kind === "codes") tests.push((row) => place >= 0 && cells[row].includes(ALPHABET[place]));
      if (item.kind === "many") tests.push((row) => `,${cells[row]},`.includes(`,${place},`));
    }
    for (const item of about.columns) if (item.kind === "states") {
      for (let number = 1; number <= PLACES; number++) tests.push(...byPlace(item, number, values));
    }
    const asked = folded(values.get("q") || "").split(/\s+/).filter(Boolean);
    const texts = about.columns.filter((item) => item.is_searched).map((item) => column(item.key));
    if (asked.length) tests.push((row) => {
      const own = folded(texts.map((cells) => cells[row]).join("\n"));
      const joined = about.joined ? words.get(plain(about.joined, row)) || "" : "";
      return asked.every((word) => joined.includes(word) || own.includes(word));
    });
    return (row) => tests.every((passes) => passes(row));
  }

  function byPlace(item, number, values) {
    const place = item.places.findIndex((choice) => choice.id === values.get(`at${number}`));
    const wanted = item.choices.findIndex((choice) => choice.id === values.get(`is${number}`));
    if (wanted < 0) return [];
    const sign = ALPHABET[wanted];
    const cells = column(item.key);
    return [place < 0 ? (row) => cells[row].includes(sign) : (row) => cells[row][place] === sign];
  }

  function chosen() {
    const values = new URLSearchParams();
    for (const [key, control] of controls) if (control.value) values.set(key, control.value);
    if (page) values.set("page", String(page + 1));
    return values;
  }

  /** What a search looks in beside the list, loaded when somebody searches; lists may share it. */
  async function fetchWords() {
    if (words || !about.words) return;
    const read = new Map();
    const { shards } = await SITE.load(`words/${about.words}`);
    for (let number = 0; number < shards; number++) {
      const name = `words/${about.words}-${number}`;
      const part = await SITE.load(name);
      part.ids.forEach((id, place) => read.set(id, part.texts[place]));
      SITE.drop(name);
    }
    words = read;
  }

  function filter() {
    const values = chosen();
    if (values.get("q") && about.words && !words) {
      count.textContent = "Reading what a search looks in …";
      return void fetchWords().then(filter, fail);
    }
    const passes = test(values);
    found = [];
    for (let row = 0; row < columns[0].length; row++) if (passes(row)) found.push(row);
    page = Math.min(page, Math.max(0, Math.ceil(found.length / WINDOW) - 1));
    draw();
  }

  function draw() {
    const first = page * WINDOW;
    body.replaceChildren(...found.slice(first, first + WINDOW).map(line));
    const all = columns[0].length;
    const part = all < (about.size || 0) ? ` (${all.toLocaleString("en")} read so far)` : "";
    count.textContent = `${found.length.toLocaleString("en")} of ${(about.size || 0).toLocaleString("en")} ${about.noun}${part}`;
    const last = Math.min(first + WINDOW, found.length);
    where.textContent = found.length ? `${(first + 1).toLocaleString("en")} to ${last.toLocaleString("en")}` : "nothing to show";
    back.disabled = page === 0;
    next.disabled = last >= found.length;
    LIVE.dataset.shown = chosen().toString();
    SITE.remember(chosen());
  }

  function line(row) {
    const cells = about.columns.filter((item) => item.is_shown !== false).map((item) => cell(item, row));
    if (about.target) {
      const address = new URLSearchParams(about.keys.map((key) => [key, plain(key, row)]));
      const link = make("a", { href: `${about.target}#${address}` });
      link.append(...cells[0].childNodes);
      cells[0].append(link);
    }
    return make("tr", {}, ...cells);
  }

  function plain(key, row) {
    const item = about.columns.find((one) => one.key === key);
    const value = column(key)[row];
    return item.kind === "code" ? item.choices[value].id : String(value);
  }

  function cell(item, row) {
    const value = column(item.key)[row];
    if (item.kind === "number") return make("td", { class: "n" }, value === null ? "–" : value.toLocaleString("en"));
    if (item.kind === "text") return texted(value);
    if (item.kind === "code") return texted(item.choices[value].label);
    if (item.kind === "many") return texted(value.split(",").filter(Boolean).map((place) => item.choices[place].label).join(", "));
    const said = [...value].map((sign) => ALPHABET.indexOf(sign)).map((place) => place < 0 ? "none" : labels(item)[place]);
    if (item.kind === "codes") return make("td", {}, said.join(", "));
    const told = said.map((label, place) => `${item.places[place].label}: ${label}`).join("\n");
    const signs = [...value].map((sign) => item.choices[ALPHABET.indexOf(sign)] || { sign: "·" })
      .map((state) => make("span", { class: `sign-${state.tone || "plain"}` }, state.sign));
    return make("td", { class: "states", title: told }, make("span", { role: "img", "aria-label": told }, ...signs));
  }

  function texted(value) {
    return make("td", { class: value.length > 40 ? "long" : undefined }, make("bdi", {}, value));
  }

  function choice(key, label, choices, any, isQuiet) {
    const control = make("select", { id: `f-${key}` }, make("option", { value: "" }, any));
    for (const item of choices || []) control.append(make("option", { value: item.id }, item.label));
    controls.set(key, control);
    return make("label", { for: `f-${key}` }, make("span", { class: isQuiet ? "quiet" : undefined }, label), control);
  }

  function form() {
    const search = make("input", { id: "f-q", type: "search", autocomplete: "off", spellcheck: "false" });
    controls.set("q", search);
    const parts = [make("label", { class: "search", for: "f-q" }, `Search in ${searched()}`, search)];
    for (const item of about.columns) if (item.is_filter) parts.push(choice(item.key, item.label, item.choices, "any"));
    for (const item of about.columns) if (item.kind === "states" && item.places) {
      for (let number = 1; number <= PLACES; number++) parts.push(pair(item, number));
    }
    const element = make("form", { class: "filters", role: "search", "aria-label": `Filter the ${about.noun}` }, ...parts);
    element.addEventListener("submit", (event) => event.preventDefault());
    element.addEventListener("input", () => { page = 0; told.replaceChildren(); filter(); });
    return element;
  }

  function pair(item, number) {
    const head = make("legend", {}, number === 1 ? item.label : `and ${item.label[0].toLowerCase()}${item.label.slice(1)}`);
    return make("fieldset", { class: "pair" }, head,
      choice(`at${number}`, "cell", item.places, "any cell", true), choice(`is${number}`, "is", item.choices, "anything", true));
  }

  function searched() {
    const own = about.columns.filter((item) => item.is_searched).map((item) => item.label.toLowerCase());
    return [about.searched, ...own].filter(Boolean).join(", ");
  }

  function bar() {
    count = make("span", { "aria-live": "polite", role: "status" });
    where = make("span", { class: "soft" });
    back = make("button", { type: "button" }, "Back");
    next = make("button", { type: "button" }, "Next");
    const clear = make("button", { type: "button" }, "Clear");
    back.addEventListener("click", () => { page -= 1; draw(); });
    next.addEventListener("click", () => { page += 1; draw(); });
    clear.addEventListener("click", () => { for (const control of controls.values()) control.value = ""; page = 0; told.replaceChildren(); filter(); });
    return make("div", { class: "bar" }, count, make("span", { class: "grow" }), where, back, next, clear);
  }

  function table() {
    const heads = about.columns.filter((item) => item.is_shown !== false)
      .map((item) => make("th", { scope: "col", class: item.kind === "number" ? "n" : undefined }, item.label));
    body = make("tbody");
    const whole = make("table", {}, make("caption", {}, shown(about.noun[0].toUpperCase() + about.noun.slice(1))),
      make("thead", {}, make("tr", {}, ...heads)), body);
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": about.noun }, whole);
  }

  function restore() {
    const values = SITE.state();
    for (const [key, control] of controls) control.value = values.get(key) || "";
    const lost = [...values].filter(([key, value]) => key !== "page" && value && (controls.get(key) || {}).value !== value);
    for (const [key] of lost) if (controls.has(key)) controls.get(key).value = "";
    told.replaceChildren(...lost.map(([key, value]) => SITE.sentence(unknown(key, value))));
    page = Math.max(0, (parseInt(values.get("page"), 10) || 1) - 1);
  }

  function unknown(key, value) {
    const item = about.columns.find((one) => one.key === key);
    const name = item && item.label ? item.label : key;
    const why = controls.has(key) ? "none of the list's values is called so" : "the list has no such filter";
    return `The address asks for ${name} “${value}”, but ${why}: it is left out, and all else is applied.`;
  }

  function fail(error) {
    LIVE.append(SITE.sentence(`The list cannot be shown. ${error.message}`));
  }

  async function begin() {
    about = await SITE.load(`lists/${LIVE.dataset.source}`);
    columns = about.columns.map(() => []);
    told = make("div");
    LIVE.append(form(), told, bar(), table());
    restore();
    const asked = page;
    for (let number = 0; number < (about.shards || 0); number++) {
      const name = `lists/${LIVE.dataset.source}-${number}`;
      const rows = await SITE.load(name);
      rows.columns.forEach((cells, place) => { for (const value of cells) columns[place].push(value); });
      SITE.drop(name);
      page = Math.max(page, asked); // what is read so far may not reach the page that was asked for
      filter();
    }
    if (!about.shards) filter();
    LIVE.dataset.ready = "yes";
    SITE.follow(() => { restore(); filter(); });
  }

  begin().catch(fail);
})();
