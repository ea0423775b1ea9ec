// SPDX-License-Identifier: GPL-2.0-or-later
//
// brush.js: a stretch of equal steps that the reader brushes, of a histogram or of a heat map: by the pointer, which
// chooses it when it is let go, or by keys. Arrows move the brush, with Shift its end, Home and End go to the first and
// the last step, Page keys ten steps; Enter chooses what is brushed, Escape drops the brush, and what it chose.

export const BRUSH_KEYS = "arrows brush, with Shift the end, Enter chooses, Escape drops it";

const FAR = 10; // steps of a Page key
const kept = new Map(); // brushes that are not chosen yet, [begin, end], by key: a view may be made anew meanwhile
let held = null; // name of the brush that has the focus, also while its view is made anew

// Makes `element` a brush. `of`: {name, key: what the steps are of, label, steps, now: [first, last] chosen, or
// null, told(first, last): these steps in words, show(first, last or null): marks them, choose(first, last),
// drop(): what was chosen is so no more; whether there was anything}.
export function brush(element, of) {
  let ends = kept.get(of.key) ?? of.now, // where it begins, and the end that moves
    pulled = false;
  const range = () => [Math.min(...ends), Math.max(...ends)];
  const show = () => {
    const [first, last] = ends ? range() : [null, null];
    of.show(first, last);
    element.setAttribute("aria-valuenow", String(ends?.[1] ?? 0));
    element.setAttribute("aria-valuetext", ends ? of.told(first, last) : "nothing is brushed");
  };
  const set = (begin, end) => {
    const within = (step) => Math.max(0, Math.min(of.steps - 1, step));
    ends = [within(begin), within(end)];
    show();
  };
  const choose = () => {
    kept.delete(of.key);
    of.choose(...range());
  };
  const step = (e) => {
    const box = element.getBoundingClientRect();
    return Math.floor(((e.clientX - box.left) / box.width) * of.steps);
  };
  element.addEventListener("pointerdown", (e) => {
    set(step(e), step(e));
    pulled = true;
    element.setPointerCapture(e.pointerId);
  });
  element.addEventListener("pointermove", (e) => pulled && set(ends[0], step(e)));
  element.addEventListener("pointerup", () => {
    if (pulled) choose();
    pulled = false;
  });
  element.addEventListener("pointercancel", () => (pulled = false));
  element.addEventListener("focus", () => (held = of.name));
  element.addEventListener("blur", () =>
    setTimeout(() => {
      if (held === of.name && element.isConnected) held = null; // else its view is made anew
    }),
  );
  element.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -FAR, PageUp: FAR }[e.key],
      to = { Home: 0, End: of.steps - 1 }[e.key];
    if (e.key === "Enter") {
      if (ends) choose();
    } else if (e.key === "Escape") {
      if (!drop()) return; // it is the page's: the whole run
    } else if (by !== undefined || to !== undefined) {
      move(by, to, e.shiftKey);
      kept.set(of.key, ends);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  });
  // The first key brushes one step in the middle.
  const move = (by, to, wider) => {
    if (!ends) return set(...Array(2).fill(to ?? of.steps >> 1));
    const [begin, end] = ends;
    if (wider) return set(begin, to ?? end + by);
    const [first, last] = range(),
      room = Math.max(-first, Math.min(of.steps - 1 - last, to === undefined ? by : to ? of.steps : -of.steps));
    return set(begin + room, end + room);
  };
  const drop = () => {
    const had = ends !== null;
    kept.delete(of.key);
    ends = null;
    show();
    return of.drop() || had;
  };
  Object.entries({
    role: "slider",
    tabindex: "0",
    "aria-label": `${of.label}; ${BRUSH_KEYS}`,
    "aria-valuemin": "0",
    "aria-valuemax": String(of.steps - 1),
  }).forEach(([name, value]) => element.setAttribute(name, value));
  show();
  return element;
}

// Gives a brush, which stands in the page now, the focus where the one of this name had it that stood there before.
export function refocus(element, name) {
  if (held === name && document.activeElement === document.body) element.focus({ preventScroll: true });
}
