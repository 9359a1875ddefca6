// The robot, its surroundings and the path of its tool on a canvas.

const POSE_NUMBERS = 12;

/** Numbers from base64 of little-endian single precision. */
function unpackNumbers(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, k) => view.getFloat32(4 * k, true));
}

/** A point of a link in space; the pose is three columns of a rotation and a translation. */
function moved(pose, p) {
  return [0, 1, 2].map((k) => pose[k] * p[0] + pose[3 + k] * p[1] + pose[6 + k] * p[2] + pose[9 + k]);
}

const REST = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

class RobotScene {
  constructor(canvas, data, poses) {
    Object.assign(this, { canvas, data, poses });
    this.trace = Array.from({ length: data.n_frames }, (_, k) => this.toolAt(k));
    const { low, high } = this.extent();
    const middle = low.map((x, k) => (x + high[k]) / 2);
    const size = Math.hypot(...high.map((x, k) => x - low[k]));
    this.camera = new Camera(middle, 1.25 * Math.max(size, 0.2));
  }

  /** The room that base, tool and floor take. */
  extent() {
    const points = this.trace.concat([[0, 0, this.data.floor_m]]);
    const pick = (choose) => [0, 1, 2].map((k) => points.reduce((a, p) => choose(a, p[k]), points[0][k]));
    return { low: pick(Math.min), high: pick(Math.max) };
  }

  poseAt(frame, link) {
    const start = (frame * this.data.n_links + link) * POSE_NUMBERS;
    return this.poses.subarray(start, start + POSE_NUMBERS);
  }

  toolAt(frame) {
    const { link, point_m } = this.data.tool;
    return moved(link === null ? REST : this.poseAt(frame, link), point_m);
  }

  /** Poses of all links at a share of the time, between two pictures. */
  posesAt(share) {
    const place = Math.min(Math.max(share, 0), 1) * (this.data.n_frames - 1);
    const frame = Math.min(Math.floor(place), this.data.n_frames - 2), rest = place - frame;
    return Array.from({ length: this.data.n_links }, (_, link) => {
      const [a, b] = [this.poseAt(Math.max(frame, 0), link), this.poseAt(Math.max(frame, 0) + 1, link)];
      return Array.from(a, (x, k) => x + rest * (b[k] - x));
    });
  }

  draw(share) {
    this.resize();
    this.context.clearRect(0, 0, this.camera.width, this.camera.height);
    const poses = this.posesAt(share);
    const solids = this.data.links.concat(this.data.obstacles).map((solid, k) => this.placed(solid, k, poses));
    this.drawFloor();
    solids.forEach((solid) => this.drawShadow(solid));
    this.drawToolBox();
    this.drawTrace(share);
    solids.sort((a, b) => b.depth - a.depth).forEach((solid) => this.drawSolid(solid));
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.camera.resize(width, height);
    const probe = document.createElement("i");
    document.body.append(probe);
    // Only an element knows which half of light-dark() holds.
    this.colour = (name) => { probe.style.color = "var(--" + name + ")"; return getComputedStyle(probe).color; };
    this.colours = Object.fromEntries(["link-1", "link-2", "obstacle", "ink", "soft", "predicted", "nominal", "stage"].map((name) => [name, this.colour(name)]));
    probe.remove();
  }

  /** A solid with its points in space and on the screen. */
  placed(solid, index, poses) {
    const space = solid.points_m.map((p) => moved(solid.link === null ? REST : poses[solid.link], p));
    const screen = space.map((p) => this.camera.project(p)).filter((p) => p);
    const depth = screen.reduce((sum, p) => sum + p.depth, 0) / Math.max(1, screen.length);
    const obstacle = index >= this.data.links.length;
    const colour = obstacle ? "obstacle" : solid.link === null ? "soft" : solid.link % 2 ? "link-2" : "link-1";
    return { space, screen, depth, radius: solid.radius_m, colour, alpha: obstacle ? 0.45 : 1 };
  }

  trail(points) {
    const context = this.context;
    context.beginPath();
    points.forEach((p, k) => (k ? context.lineTo(p.x, p.y) : context.moveTo(p.x, p.y)));
  }

  /** The outline of a swollen hull: its corners joined by strokes as thick as it is swollen. */
  drawSolid(solid) {
    if (solid.screen.length === 0) return;
    const context = this.context;
    const corners = outline(solid.screen);
    const radius = solid.radius * solid.screen.reduce((sum, p) => sum + p.scale, 0) / solid.screen.length;
    context.lineCap = context.lineJoin = "round";
    context.globalAlpha = solid.alpha;
    const body = (colour, thickness, lift) => {
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = Math.max(thickness, 0.1);
      const at = corners.map((p) => ({ x: p.x - lift, y: p.y - lift }));
      // A point has no stroke: give it a hair's length.
      this.trail(at.length === 1 ? [at[0], { x: at[0].x + 0.01, y: at[0].y }] : at);
      if (at.length > 2) { context.closePath(); context.fill(); }
      context.stroke();
    };
    const mix = (share, other) => "color-mix(in srgb, " + this.colours[solid.colour] + " " + share + "%, " + other + ")";
    body(mix(45, "black"), 2 * radius + 2.4, 0);
    body(mix(82, "black"), 2 * radius, 0);
    if (solid.alpha === 1) {
      body(this.colours[solid.colour], 1.3 * radius, 0.18 * radius);
      body(mix(75, "white"), 0.45 * radius, 0.38 * radius);
    }
    context.globalAlpha = 1;
  }

  drawShadow(solid) {
    const floor = this.data.floor_m;
    const below = solid.space.map((p) => this.camera.project([p[0], p[1], floor])).filter((p) => p);
    if (below.length === 0 || this.camera.pitch <= 0.02) return;
    const context = this.context;
    context.save();
    context.globalAlpha = 0.12;
    context.strokeStyle = context.fillStyle = "black";
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = Math.max(1, 1.6 * solid.radius * below[0].scale * Math.sin(Math.max(this.camera.pitch, 0.15)));
    const corners = outline(below);
    this.trail(corners);
    if (corners.length > 2) { context.closePath(); context.fill(); }
    context.stroke();
    context.restore();
  }

  drawFloor() {
    const { reach_m, floor_m } = this.data;
    const step = [0.05, 0.1, 0.25, 0.5, 1, 2].find((s) => reach_m / s < 9) ?? 5;
    const n = Math.ceil(1.3 * reach_m / step);
    for (let k = -n; k <= n; k++) {
      const opacity = k === 0 ? 0.4 : 0.17;
      this.segment([k * step, -n * step, floor_m], [k * step, n * step, floor_m], "soft", opacity);
      this.segment([-n * step, k * step, floor_m], [n * step, k * step, floor_m], "soft", opacity);
    }
  }

  drawToolBox() {
    if (!this.data.tool_box_m) return;
    const [a, b] = this.data.tool_box_m;
    const corner = (bits) => [0, 1, 2].map((k) => (bits >> k & 1 ? b[k] : a[k]));
    for (let bits = 0; bits < 8; bits++) {
      for (let k = 0; k < 3; k++) if (!(bits >> k & 1)) this.segment(corner(bits), corner(bits | 1 << k), "nominal", 0.6);
    }
  }

  segment(from, to, colour, opacity) {
    const [a, b] = [this.camera.project(from), this.camera.project(to)];
    if (!a || !b) return;
    this.context.globalAlpha = opacity;
    this.context.strokeStyle = this.colours[colour];
    this.context.lineWidth = 1;
    this.trail([a, b]);
    this.context.stroke();
    this.context.globalAlpha = 1;
  }

  /** The whole path, and more strongly what has been travelled. */
  drawTrace(share) {
    const places = this.trace.map((p) => this.camera.project(p)).filter((p) => p);
    const done = places.slice(0, Math.ceil(share * places.length));
    for (const [points, opacity, thickness] of [[places, 0.3, 1], [done, 0.85, 1.6]]) {
      this.context.globalAlpha = opacity;
      this.context.strokeStyle = this.colours.nominal;
      this.context.lineWidth = thickness;
      this.trail(points);
      this.context.stroke();
    }
    this.context.globalAlpha = 1;
  }
}
