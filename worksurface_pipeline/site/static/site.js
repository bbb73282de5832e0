// What every page of a site shares: shards of data, elements made of texts, the state in the address.
"use strict";

const SITE = (() => {
  const kept = new Map();
  const waiting = new Map();
  const PLAIN = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;

  /** A shard hands its data over by calling this. */
  function put(name, data) {
    kept.set(name, data);
  }

  /** The data of a shard, by running its file once; rejected when there is no such file. */
  function load(name) {
    if (!PLAIN.test(name)) return Promise.reject(new Error("This address names no data."));
    if (!waiting.has(name)) waiting.set(name, new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = `data/${name}.js`;
      script.onload = () => kept.has(name) ? done(kept.get(name)) : failed(new Error(`${script.src} holds no data.`));
      script.onerror = () => failed(new Error(`data/${name}.js is not in this folder.`));
      document.head.append(script);
    }));
    return waiting.get(name);
  }

  /** Lets the data of a shard go once it stands on the page. */
  function drop(name) {
    kept.delete(name);
    waiting.delete(name);
  }

  // Control characters as their pictures, so that they are seen and move nothing.
  const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
  function shown(text) {
    return String(text).replace(CONTROLS, (sign) =>
      sign === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + sign.charCodeAt(0)));
  }

  /** An element; children are elements or texts, and a text is never anything but text. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== undefined) element.setAttribute(name, value);
    }
    for (const child of children) element.append(child instanceof Node ? child : shown(child));
    return element;
  }

  /** A label: its tone is coloured, and said by a sign before it. */
  function badge(tag) {
    return make("span", { class: `badge ${tag.tone || "plain"}` }, tag.text);
  }

  /** Names with their values. */
  function facts(items) {
    const list = make("dl");
    for (const item of items) list.append(make("dt", {}, item.name), make("dd", {}, item.text));
    return list;
  }

  function sentence(text, kind) {
    return make("p", { class: kind || "note", role: kind ? undefined : "alert" }, text);
  }

  /** The state of the page as its address holds it. */
  function state() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** Put the state into the address, so that the address can be sent. */
  function remember(values) {
    const text = values.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname);
  }

  function menu() {
    const button = document.getElementById("menu");
    const ways = document.getElementById("ways");
    if (!button || !ways) return;
    button.addEventListener("click", () => {
      const open = ways.classList.toggle("open");
      button.setAttribute("aria-expanded", String(open));
    });
  }

  // A details element opens when the address leads into it.
  function reveal() {
    const id = location.hash.slice(1);
    const target = id && !id.includes("=") && document.getElementById(id);
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }

  /** Call `act` when another state comes into the address; a plain anchor is none. */
  function follow(act) {
    addEventListener("hashchange", () => {
      if (!location.hash || location.hash.includes("=")) act();
    });
  }

  // The address keeps its state where one skips to the content.
  function skip() {
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById("main").focus();
    });
  }

  document.documentElement.classList.add("scripted");
  menu();
  skip();
  reveal();
  addEventListener("hashchange", reveal);
  return { put, load, drop, make, shown, badge, facts, sentence, state, remember, follow };
})();
