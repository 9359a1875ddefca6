// One joint's torque and residual on a canvas.

const MARGIN = { left: 56, right: 10, top: 6, between: 14, bottom: 36 };
const RESIDUAL_SHARE = 0.32;

/** Colour of a line, as the style sheet has it for light or dark. */
function colourOf(name) {
  return getComputedStyle(document.querySelector(".swatch." + name)).color;
}

/** Smallest and largest finite value of several channels between two indices; `null` without any. */
function extent(channels, from, to) {
  let low = Infinity, high = -Infinity;
  for (const values of channels) {
    for (let i = from; i < to; i++) {
      const x = values[i];
      if (x < low) low = x;
      if (x > high) high = x;
    }
  }
  return low <= high && Number.isFinite(high - low) ? [low, high] : null;
}

/** With a margin; an axis without numbers still has some. */
function padded(span) {
  const [low, high] = span ?? [-1, 1];
  const margin = high > low ? 0.06 * (high - low) : Math.abs(low) * 0.5 || 1;
  return [low - margin, high + margin];
}

/** Round numbers between two others, about as many as asked for, with their labels. */
function ticks(low, high, about) {
  const raw = (high - low) / Math.max(1, about);
  const power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * (1 - 1e-9)) || 10 * power;
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const marks = [];
  for (let k = Math.ceil(low / step); k * step <= high && marks.length < 30; k++) {
    marks.push({ at: k * step, label: (k * step).toFixed(decimals).replace("-", "\u2212") });
  }
  return marks;
}

class TorquePlot {
  constructor(figure, unit, band) {
    Object.assign(this, { figure, unit, band });
    this.holder = document.createElement("div");
    this.holder.className = "plot";
    this.holder.tabIndex = 0;
    this.holder.setAttribute("role", "img");
    this.holder.setAttribute("aria-label", figure.querySelector("svg").getAttribute("aria-label"));
    this.canvas = document.createElement("canvas");
    this.cursor = document.createElement("div");
    this.cursor.className = "cursor";
    this.selection = document.createElement("div");
    this.selection.className = "selection";
    this.holder.append(this.canvas, this.selection, this.cursor);
    figure.append(this.holder);
    this.readout = figure.querySelector(".readout");
  }

  /** Takes the size of the page and shows the given span of time. */
  draw(stretch, channels, lines, span) {
    this.resize();
    this.span = span;
    const context = this.context;
    context.clearRect(0, 0, this.width, this.height);
    const [from, to] = this.visible(stretch.t);
    const shown = lines.map((name) => channels[name]);
    const band = this.band ? [-this.band, this.band] : [];
    const residual = extent([[...band, ...(extent([channels.residual], from, to) ?? [])]], 0, band.length + 2);
    const border = MARGIN.top + (this.height - MARGIN.top - MARGIN.bottom) * (1 - RESIDUAL_SHARE);
    const upper = { top: MARGIN.top, bottom: border - MARGIN.between / 2, y: padded(extent(shown, from, to)) };
    const lower = { top: border + MARGIN.between / 2, bottom: this.height - MARGIN.bottom, y: padded(residual) };
    this.frame(upper, "torque [" + this.unit + "]", null, stretch.start);
    this.frame(lower, "residual [" + this.unit + "]", "time [s]", stretch.start);
    for (const name of lines) this.line(upper, stretch.t, channels[name], from, to, name);
    for (const y of band) this.level(lower, y);
    this.line(lower, stretch.t, channels.residual, from, to, "residual");
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.holder.clientWidth;
    this.height = this.holder.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(this.figure);
    this.context.font = "11px " + style.fontFamily;
    this.ink = style.color;
  }

  /** Samples of the shown span and one more on either side, so that lines reach the edge. */
  visible(times) {
    return [Math.max(0, firstFrom(times, this.span[0]) - 1), Math.min(times.length, firstFrom(times, this.span[1]) + 1)];
  }

  /** Pixels of a time, and back. */
  x(t) { return MARGIN.left + (t - this.span[0]) / (this.span[1] - this.span[0]) * this.inner(); }
  time(px) { return this.span[0] + (px - MARGIN.left) / this.inner() * (this.span[1] - this.span[0]); }
  inner() { return Math.max(1, this.width - MARGIN.left - MARGIN.right); }

  frame(area, title, timeTitle, start) {
    const context = this.context;
    const toY = (y) => area.bottom - (y - area.y[0]) / (area.y[1] - area.y[0]) * (area.bottom - area.top);
    const right = this.width - MARGIN.right;
    context.lineWidth = 1;
    context.strokeStyle = context.fillStyle = this.ink;
    const stroke = (x0, y0, x1, y1, opacity) => {
      context.globalAlpha = opacity;
      context.beginPath(); context.moveTo(x0, y0); context.lineTo(x1, y1); context.stroke();
    };
    const write = (text, x, y, align) => { context.globalAlpha = 0.8; context.textAlign = align; context.fillText(text, x, y); };
    for (const tick of ticks(area.y[0], area.y[1], (area.bottom - area.top) / 26)) {
      stroke(MARGIN.left, toY(tick.at), right, toY(tick.at), 0.13);
      write(tick.label, MARGIN.left - 6, toY(tick.at) + 4, "right");
    }
    for (const tick of ticks(this.span[0] + start, this.span[1] + start, this.inner() / 80)) {
      const x = this.x(tick.at - start);
      stroke(x, area.top, x, area.bottom, 0.13);
      if (timeTitle) write(tick.label, x, area.bottom + 15, "center");
    }
    stroke(MARGIN.left, area.bottom, right, area.bottom, 0.5);
    if (timeTitle) write(timeTitle, (MARGIN.left + right) / 2, area.bottom + 31, "center");
    context.save();
    context.translate(12, (area.top + area.bottom) / 2);
    context.rotate(-Math.PI / 2);
    write(title, 0, 0, "center");
    context.restore();
    context.globalAlpha = 1;
    area.toY = toY;
  }

  level(area, y) {
    const context = this.context;
    context.save();
    context.strokeStyle = this.ink;
    context.globalAlpha = 0.5;
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(MARGIN.left, area.toY(y)); context.lineTo(this.width - MARGIN.right, area.toY(y));
    context.stroke();
    context.restore();
  }

  /** A line in full resolution; where several samples share a pixel, their extremes. */
  line(area, times, values, from, to, name) {
    const context = this.context;
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, area.top, this.inner(), area.bottom - area.top);
    context.clip();
    context.strokeStyle = context.fillStyle = colourOf(name);
    context.lineWidth = name === "measured" ? 2.2 : 1.4;
    context.lineJoin = "round";
    context.setLineDash(name === "nominal" ? [5, 3] : name === "feasible" ? [1.5, 2.5] : []);
    context.beginPath();
    if (to - from > 3 * this.inner()) this.traceExtremes(area, times, values, from, to);
    else this.traceSamples(area, times, values, from, to);
    context.stroke();
    context.restore();
  }

  traceSamples(area, times, values, from, to) {
    const context = this.context;
    const sparse = to - from < this.inner() / 8;
    let penDown = false;
    for (let i = from; i < to; i++) {
      const y = area.toY(values[i]);
      if (!Number.isFinite(y)) { penDown = false; continue; }
      const x = this.x(times[i]);
      if (penDown) context.lineTo(x, y); else context.moveTo(x, y);
      if (sparse) context.fillRect(x - 1.5, y - 1.5, 3, 3);
      penDown = true;
    }
  }

  traceExtremes(area, times, values, from, to) {
    const context = this.context;
    const perPixel = (to - from) / this.inner();
    let penDown = false;
    for (let px = 0, i = from; i < to; px++) {
      const end = Math.min(to, Math.ceil(from + (px + 1) * perPixel));
      const both = extent([values], i, end);
      const x = this.x(times[i]);
      if (both && penDown) context.lineTo(x, area.toY(both[0])); else if (both) context.moveTo(x, area.toY(both[0]));
      if (both) context.lineTo(x, area.toY(both[1]));
      penDown = both !== null;
      i = Math.max(end, i + 1);
    }
  }

  /** Moves the cursor to a sample and says its values; `null` takes it away. */
  point(stretch, channels, lines, index) {
    const show = index !== null && stretch.t[index] >= this.span[0] && stretch.t[index] <= this.span[1];
    this.cursor.hidden = !show;
    this.readout.textContent = "";
    if (!show) return;
    this.cursor.style.left = this.x(stretch.t[index]) + "px";
    const values = lines.concat("residual").map((name) => name + " " + channels[name][index].toPrecision(3).replace("-", "\u2212"));
    this.readout.textContent = (stretch.start + stretch.t[index]).toFixed(3) + " s: " + values.join(", ") + " " + this.unit;
  }
}
