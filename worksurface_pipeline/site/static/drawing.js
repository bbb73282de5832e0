// A small tree as an SVG: the root at the top, every further node below and to the right of its own.
"use strict";

SITE.drawing = (() => {
  const SPACE = "http://www.w3.org/2000/svg";
  const ROW = 58, HIGH = 28, INDENT = 22, LABEL = 15, LONGEST = 44, CHARACTER = 7.4;

  function part(tag, attributes, text) {
    const element = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text !== undefined) element.textContent = SITE.shown(text);
    return element;
  }

  /** The middle of a long name is left out; its whole stands in its title. */
  function fitted(name) {
    const signs = Array.from(name);
    return signs.length <= LONGEST ? name : `${signs.slice(0, LONGEST - 15).join("")}…${signs.slice(-14).join("")}`;
  }

  // Wide characters, as of Chinese, take about two columns.
  function wide(text) {
    return Array.from(text).reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e80 ? 13 : CHARACTER), 20);
  }

  function node(name, x, y, isGoal) {
    const label = fitted(SITE.shown(name));
    const group = part("g", { class: isGoal ? "goal" : "node" });
    group.append(part("title", {}, name),
      part("rect", { x, y, width: wide(label), height: HIGH, rx: 5 }),
      part("text", { x: x + 10, y: y + 19 }, label));
    return group;
  }

  function arrow(from, to, link) {
    const x = from.x + 11, top = from.y + HIGH, low = to.y + HIGH / 2;
    const group = part("g", {});
    group.append(part("path", { d: `M${x} ${top} V${low} H${to.x}` }));
    const head = link.is_backward
      ? `${x},${top} ${x - 4},${top + 8} ${x + 4},${top + 8}`
      : `${to.x},${low} ${to.x - 8},${low - 4} ${to.x - 8},${low + 4}`;
    group.append(part("polygon", { class: "head", points: head }),
      part("text", { class: "relation", x: x + 8, y: to.y - 7 }, link.label));
    return group;
  }

  return (drawing) => {
    const places = [{ x: 1, y: 2 }];
    (drawing.links || []).forEach((link, number) => {
      places.push({ x: places[link.parent].x + INDENT, y: 2 + (number + 1) * ROW });
    });
    const width = Math.max(...drawing.nodes.map((name, number) => places[number].x + wide(fitted(name)))) + 4;
    const svg = part("svg", { width, height: places.length * ROW - (ROW - HIGH) + 6, role: "img", "aria-label": told(drawing) });
    (drawing.links || []).forEach((link, number) => svg.append(arrow(places[link.parent], places[number + 1], link)));
    drawing.nodes.forEach((name, number) => svg.append(node(name, places[number].x, places[number].y, number === drawing.goal)));
    const more = drawing.cut ? [SITE.sentence(`and ${drawing.cut} more`, "soft")] : [];
    return SITE.make("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": drawing.title }, svg, ...more);
  };

  function told(drawing) {
    const steps = (drawing.links || []).map((link, number) =>
      `${drawing.nodes[link.parent]} ${link.is_backward ? "is reached against" : "leads by"} ${link.label} to ${drawing.nodes[number + 1]}`);
    return [drawing.title, ...steps].join("; ");
  }
})();
