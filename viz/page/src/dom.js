// SPDX-License-Identifier: GPL-2.0-or-later
//
// dom.js: elements and numbers for people. What a dump says becomes text of an element, never markup.

// An element: h("button", { class: "x", onclick: f }, "text", child). `null` children are left out.
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "style") e.style.cssText = value;
    else if (value !== null && value !== undefined && value !== false)
      e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined));
  return e;
}

export const byId = (id) => document.getElementById(id);

// Tells the reader something, below the page's head.
export function say(text) {
  byId("said").textContent = text;
}

// A time in microseconds, in the unit in which it is easily read; `fine`: with the digits that a difference of so many
// microseconds needs.
export function time(us, fine = Math.abs(us) / 1000) {
  const [unit, scale] =
    Math.abs(us) >= 1e6
      ? ["s", 1e6]
      : Math.abs(us) >= 1e3
        ? ["ms", 1e3]
        : Math.abs(us) >= 1 || !us
          ? ["us", 1]
          : ["ns", 1e-3];
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(Math.max(fine, 1e-6) / scale))));
  return `${(us / scale).toFixed(digits)} ${unit === "us" ? "µs" : unit}`;
}

export function quantity(n) {
  if (n === null || n === undefined || Number.isNaN(n)) return "-";
  if (typeof n === "bigint") return n.toLocaleString("en");
  const size = Math.abs(n);
  if (size >= 1e4 && Number.isInteger(n)) return n.toLocaleString("en");
  return size >= 100 ? n.toFixed(1).replace(/\.0$/, "") : Number.isInteger(n) ? String(n) : n.toPrecision(4);
}

// A hue for a name, the same in all views.
export function hueOfName(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return 15 + ((hash >>> 8) % 45) + ((hash >>> 4) % 4 === 0 ? 165 : 0);
}

export const SYSTEM_DARK = "(prefers-color-scheme: dark)";

export const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia(SYSTEM_DARK).matches;
};

// Calls f after the last of several calls, in the next frame.
export function soon(f) {
  let waiting = false;
  return () => {
    if (!waiting)
      requestAnimationFrame(() => {
        waiting = false;
        f();
      });
    waiting = true;
  };
}

// Where the browser has no idle time, or gives a page in the background none, half a second is waited.
export const idle = () =>
  new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done)));
