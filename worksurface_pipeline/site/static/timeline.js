// One fact on a time line: what was true, and below it what each source said; moments are columns.
"use strict";

(() => {
  const { make, badge } = SITE;
  const { parts } = SITE;
  const LIVE = document.getElementById("live");
  const SAID = { holds: "says", past: "says it was", doubted: "doubts" };

  const stateAt = (line, moment) => (line.states || []).find((one) => (one.since || 0) <= moment && (one.until === undefined || one.until < 0 || moment < one.until));

  /** The first moments of what is drawn over several columns. */
  function heads(line) {
    const days = [];
    for (const one of line.moments) {
      if (days.length && days[days.length - 1].day === one.day) days[days.length - 1].width += 1;
      else days.push({ day: one.day, width: 1 });
    }
    return make("thead", {},
      make("tr", { class: "spans" }, make("th", { scope: "col" }, "Source"), ...days.map((one) => make("th", { colspan: one.width, scope: "colgroup" }, one.day))),
      make("tr", {}, make("th", { class: "quiet-head" }), ...line.moments.map((one) => make("th", { scope: "col" }, one.time))));
  }

  function truth(line) {
    const row = make("tr", { class: "truth" }, make("th", { scope: "row" }, "True value"));
    let done = 0;
    for (const one of line.states || []) {
      const since = one.since || 0;
      const until = one.until === undefined || one.until < 0 ? line.moments.length : one.until;
      if (since > done) row.append(make("td", { colspan: since - done }, ""));
      if (until > since) row.append(make("td", { colspan: until - since, class: "state", title: one.note }, make("bdi", {}, one.value)));
      done = Math.max(done, until);
    }
    if (done < line.moments.length) row.append(make("td", { colspan: line.moments.length - done }, ""));
    return row;
  }

  /** One source: a cell for each of its records, stretched to the next change of it or of the truth. */
  function lane(line, number) {
    const own = (line.points || []).filter((one) => (one.lane || 0) === number);
    const row = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, line.lanes[number])));
    let standing, at = 0;
    while (at < line.moments.length) {
      const here = own.filter((one) => (one.moment || 0) === at);
      const held = here.filter((one) => one.said === "holds");
      if (held.length) standing = held[held.length - 1];
      const end = next(line, own, at);
      row.append(cell(line, standing, here, at, end - at));
      at = end;
    }
    return row;
  }

  function next(line, own, at) {
    const starts = own.map((one) => one.moment || 0).concat((line.states || []).map((one) => one.since || 0), (line.states || []).map((one) => one.until));
    return Math.min(line.moments.length, ...starts.filter((one) => one > at));
  }

  function cell(line, standing, here, at, width) {
    const state = stateAt(line, at);
    const isRight = standing && state && (standing.same || 0) === (state.same || 0);
    const kind = !standing ? "" : isRight ? "right" : "wrong";
    const box = make("td", { colspan: width, class: `${kind}${here.length ? " fresh" : ""}` });
    for (const one of here) box.append(point(one));
    if (!here.length && standing) box.append(make("span", { class: "still", title: `still ${standing.value}` }, isRight ? "" : "✗ still"));
    return box;
  }

  function point(one) {
    const sign = one.said === "past" ? "was " : one.said === "doubted" ? "? " : one.is_true ? "✓ " : "✗ ";
    return make("div", { class: `point ${one.said}`, title: one.note }, parts.spot(one.spot, "", `${sign}${one.value}`));
  }

  function drawing(line) {
    const rows = (line.lanes || []).map((_, number) => lane(line, number));
    const whole = make("table", { class: "timeline" }, make("caption", {}, "True values, and what each source says and goes on saying"), heads(line), make("tbody", {}, truth(line), ...rows));
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Time line" }, whole);
  }

  function records(line) {
    const rows = (line.points || []).map((one) => {
      const when = line.moments[one.moment || 0];
      return make("tr", {}, make("td", {}, parts.spot(one.spot, "", `${when.day} ${when.time}`)), make("td", {}, make("bdi", {}, one.who)),
        make("td", {}, make("bdi", {}, line.lanes[one.lane || 0])), make("td", {}, `${SAID[one.said]} `, make("strong", {}, make("bdi", {}, one.value))),
        make("td", {}, badge(verdict(one))));
    });
    const heads = ["When", "Who", "Where", "Value", "At that time"].map((head) => make("th", { scope: "col" }, head));
    const whole = make("table", {}, make("caption", {}, "Every record that says something of it"), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "Records" }, whole);
  }

  function verdict(one) {
    if (one.said === "past") return { text: "named as past", tone: "plain" };
    if (one.said === "doubted") return { text: "doubted", tone: "warn" };
    return one.is_true ? { text: "true then", tone: "good" } : { text: "not true then", tone: "bad" };
  }

  function truths(line) {
    const rows = (line.states || []).map((one) => {
      const since = line.moments[one.since || 0];
      const until = one.until === undefined || one.until < 0 ? undefined : line.moments[one.until];
      return make("tr", {}, make("td", {}, make("strong", {}, make("bdi", {}, one.value))), make("td", {}, `${since.day} ${since.time}`),
        make("td", {}, until ? `${until.day} ${until.time}` : "still holds"), make("td", { class: "long" }, make("bdi", {}, one.note || "")));
    });
    const heads = ["Value", "Since", "Until", "By"].map((head) => make("th", { scope: "col" }, head));
    const whole = make("table", {}, make("caption", {}, "True values"), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": "True values" }, whole);
  }

  function draw(line) {
    LIVE.replaceChildren(parts.tags(line.tags));
    if (line.facts) LIVE.append(SITE.facts(line.facts));
    if ((line.moments || []).length) {
      LIVE.append(make("p", { class: "soft" }, "Columns are the moments at which something was said or became true; a row goes on with its last value until the source says another. ✓ says what is true then, ✗ does not, ? doubts it, “was” names a value as past. Each value leads to its record."));
      LIVE.append(drawing(line), truths(line), records(line));
    } else LIVE.append(make("p", {}, "No record says anything of it."));
    if (line.asked) LIVE.append(make("h2", {}, "Questions about it"), parts.ways(line.asked, parts.question));
    if (line.beside) LIVE.append(make("h2", {}, "What may be mistaken for it"), parts.ways(line.beside, parts.fact));
  }

  parts.opened("timelines", "fact", draw);
})();
