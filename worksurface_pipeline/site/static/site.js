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

  // Characters that are not seen or turn others around, as pictures, so that they move nothing.
  // Joiners stay: scripts and emoji need them, and they turn nothing around.
  const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
  function shown(text) {
    return String(text).replace(CONTROLS, (sign) => {
      const code = sign.codePointAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      return code === 0x7f ? "\u2421" : `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
    });
  }

  const SEEN = new Set(["title", "aria-label"]); // attributes that a reader sees or hears

  /** An element; children are elements or texts, and a text is never anything but text. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== undefined) element.setAttribute(name, SEEN.has(name) ? shown(value) : value);
    }
    for (const child of children) element.append(child instanceof Node ? child : shown(child));
    return element;
  }

  /** A label: its tone is coloured, and said by a sign before it. */
  function badge(tag) {
    return make("span", { class: `badge ${tag.tone || "plain"}` }, make("bdi", {}, tag.text));
  }

  /** Names with their values. */
  function facts(items) {
    const list = make("dl");
    for (const item of items) list.append(make("dt", {}, item.name), make("dd", {}, make("bdi", {}, item.text)));
    return list;
  }

  function sentence(text, kind) {
    return make("p", { class: kind || "note", role: kind ? undefined : "alert" }, text);
  }

  /** The state of the page as its address holds it. */
  function state() {
    return new URLSearchParams(location.hash.slice(1));
  }

  // A browser refuses addresses that change too often: the last one of a quarter second wins.
  const PAUSE = 250;
  let written = -PAUSE, due, timer;

  /** Put the state into the address, so that the address can be sent. */
  function remember(values) {
    const text = values.toString();
    due = text ? `#${text}` : location.pathname + location.search;
    timer ??= setTimeout(write, Math.max(0, written + PAUSE - performance.now()));
  }

  function write() {
    timer = undefined;
    written = performance.now();
    history.replaceState(null, "", due);
  }

  // Where one leads away, what is not yet written must not overwrite the new address.
  function forget() {
    clearTimeout(timer);
    timer = undefined;
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
      forget();
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

  /** A table that is wider than its place says so above itself. */
  function cues() {
    const look = new ResizeObserver((found) => {
      for (const { target } of found) {
        const part = target.closest(".table");
        if (part) part.classList.toggle("is-wide", part.scrollWidth > part.clientWidth + 1);
      }
    });
    const watch = (root) => {
      for (const part of root.querySelectorAll(".table")) {
        look.observe(part);
        if (part.firstElementChild) look.observe(part.firstElementChild);
      }
    };
    watch(document);
    const live = document.getElementById("live");
    if (live) new MutationObserver(() => watch(live)).observe(live, { childList: true });
  }

  document.documentElement.classList.add("scripted");
  cues();
  menu();
  skip();
  reveal();
  addEventListener("hashchange", reveal);
  return { put, load, drop, make, shown, badge, facts, sentence, state, remember, follow };
})();
