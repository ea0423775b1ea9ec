// SPDX-License-Identifier: GPL-2.0-or-later
//
// paper.js: pictures of the worker on canvases, and the light copy of a dark one, which is printed: a browser that
// prints waits for no worker. The copy's canvas stands before that of the dark picture; the style sheet shows one of
// them. While there is no copy, the dark picture itself is printed. A copy takes as much memory as its picture; the
// worker keeps none.

const REST = 100; // ms without another picture, before a copy is made: the reader's moves are not slowed down

// Puts a picture on a canvas. One that is printed shows as much of its picture as it is itself wide and high.
export function show(canvas, picture) {
  if (canvas.width !== picture.width) canvas.width = picture.width;
  if (canvas.height !== picture.height) canvas.height = picture.height;
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(picture);
}

export class Paper {
  constructor(ask, id) {
    this.ask = ask;
    this.canvas = document.createElement("canvas");
    this.canvas.id = id;
    this.canvas.className = "paper";
    this.canvas.hidden = true;
    this.canvas.setAttribute("aria-hidden", "true");
  }

  // The picture that was asked of the worker by `wanted` is shown now: an older copy holds no longer, and where that
  // picture is dark a new copy is made.
  keep(wanted) {
    clearTimeout(this.later);
    this.wanted = wanted;
    this.canvas.hidden = true;
    if (wanted.look.dark) this.later = setTimeout(() => this.copy(wanted), REST);
    else this.canvas.width = this.canvas.height = 0; // gives its memory back
  }

  async copy(wanted) {
    const look = { ...wanted.look, dark: false },
      answer = await this.ask("paint", { ...wanted, name: "paper", once: true, look }).catch(() => null);
    if (!answer) return; // a worker that broke has said so; the next picture has a copy again
    if (this.wanted !== wanted) return answer.picture.close();
    show(this.canvas, answer.picture);
    this.canvas.hidden = false;
  }
}
