// All torque plots together: one span of time, one cursor, for every joint.

class TorqueView {
  constructor(data) {
    this.data = data;
    this.unpacked = [];
    this.plots = [...document.querySelectorAll("figure.torque")].map((figure, j) =>
      new TorquePlot(figure, data.joints[j].unit, data.joints[j].band));
    this.select = document.getElementById("stretch");
    this.boxes = [...document.querySelectorAll("#lines input")];
    this.plots.forEach((plot) => this.listen(plot));
    this.select.addEventListener("change", () => this.choose(Number(this.select.value)));
    this.boxes.forEach((box) => box.addEventListener("change", () => this.draw()));
    document.querySelectorAll("[data-view]").forEach((button) =>
      button.addEventListener("click", () => this.move(button.dataset.view)));
    window.addEventListener("resize", () => this.draw());
    this.choose(Number(this.select.value));
  }

  /** Shows another stretch from its beginning. */
  choose(index) {
    this.unpacked[index] ??= unpackStretch(index, this.data.stretches[index], this.plots.length);
    this.stretch = this.unpacked[index];
    const last = this.stretch.t[this.stretch.t.length - 1];
    this.whole = [0, last > 0 ? last : 1];
    this.show([0, Math.min(this.whole[1], this.data.opening_s)]);
  }

  /** Shows a span of time, inside the stretch and no shorter than a few samples. */
  show([from, to]) {
    const shortest = 4 * this.whole[1] / Math.max(4, this.stretch.t.length);
    const length = Math.min(this.whole[1], Math.max(shortest, to - from));
    const begin = Math.min(Math.max(0, from), this.whole[1] - length);
    this.span = [begin, begin + length];
    this.draw();
  }

  /** Moves by a third, or zooms by two. */
  move(how) {
    const [from, to] = this.span, length = to - from;
    const spans = {
      left: [from - length / 3, to - length / 3],
      right: [from + length / 3, to + length / 3],
      in: [from + length / 4, to - length / 4],
      out: [from - length / 2, to + length / 2],
      whole: this.whole,
    };
    this.show(spans[how]);
  }

  lines() {
    const wanted = this.boxes.filter((box) => box.checked).map((box) => box.dataset.line);
    // What was measured lies below what explains it.
    return ["nominal", "measured", "feasible", "predicted"].filter((name) => wanted.includes(name));
  }

  draw() {
    const lines = this.lines();
    this.plots.forEach((plot, j) => plot.draw(this.stretch, this.stretch.joints[j], lines, this.span));
    this.point(null);
  }

  point(t) {
    const index = t === null || this.stretch.t.length === 0 ? null : nearest(this.stretch.t, t);
    const lines = this.lines();
    this.plots.forEach((plot, j) => plot.point(this.stretch, this.stretch.joints[j], lines, index));
  }

  listen(plot) {
    const px = (event) => event.clientX - plot.holder.getBoundingClientRect().left;
    let start = null;
    plot.holder.addEventListener("pointerdown", (event) => {
      start = { px: px(event), span: this.span, pan: event.shiftKey };
      plot.holder.setPointerCapture(event.pointerId);
    });
    plot.holder.addEventListener("pointermove", (event) => {
      if (start && start.pan) {
        const moved = plot.time(start.px) - plot.time(px(event));
        this.show([start.span[0] + moved, start.span[1] + moved]);
      } else if (start) {
        this.mark(plot, start.px, px(event));
      }
      this.point(plot.time(px(event)));
    });
    plot.holder.addEventListener("pointerup", (event) => {
      plot.selection.hidden = true;
      const [from, to] = start ? [start.px, px(event)].sort((a, b) => a - b) : [0, 0];
      if (start && !start.pan && to - from > 5) this.show([plot.time(from), plot.time(to)]);
      start = null;
    });
    plot.holder.addEventListener("pointercancel", () => { start = null; plot.selection.hidden = true; });
    plot.holder.addEventListener("pointerleave", () => this.point(null));
    plot.holder.addEventListener("dblclick", () => this.show(this.whole));
    plot.holder.addEventListener("keydown", (event) => {
      const how = { ArrowLeft: "left", ArrowRight: "right", "+": "in", "-": "out", Home: "whole" }[event.key];
      if (how) { event.preventDefault(); this.move(how); }
    });
    plot.selection.hidden = plot.cursor.hidden = true;
  }

  /** The part that a drag will zoom to. */
  mark(plot, a, b) {
    plot.selection.hidden = false;
    plot.selection.style.left = Math.min(a, b) + "px";
    plot.selection.style.width = Math.abs(a - b) + "px";
  }
}
