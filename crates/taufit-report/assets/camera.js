// From points in space to points on the screen.

/** Looks at a target from a direction that the user turns. Metres and radians; z is up. */
class Camera {
  constructor(target, distance) {
    this.home = { target, distance, yaw: -0.9, pitch: 0.38 };
    this.reset();
  }

  reset() {
    Object.assign(this, this.home, { target: [...this.home.target] });
  }

  resize(width, height) {
    Object.assign(this, { width, height, focal: 1.15 * Math.min(width * 1.1, height) });
  }

  turn(dx, dy) {
    this.yaw -= 0.008 * dx;
    this.pitch = Math.min(1.55, Math.max(-0.3, this.pitch + 0.008 * dy));
  }

  /** Moves the target along the screen. */
  move(dx, dy) {
    const scale = this.distance / this.focal;
    const [right, up] = this.axes();
    for (let k = 0; k < 3; k++) this.target[k] += scale * (dy * up[k] - dx * right[k]);
  }

  zoom(factor) {
    const { distance } = this.home;
    this.distance = Math.min(6 * distance, Math.max(0.15 * distance, this.distance * factor));
  }

  /** Right, up, and towards the eye, as unit vectors. */
  axes() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [[-sy, cy, 0], [-sp * cy, -sp * sy, cp], [cp * cy, cp * sy, sp]];
  }

  /** Screen place, depth from the eye, and pixels per metre there; `null` behind the eye. */
  project(point) {
    const [right, up, back] = this.axes();
    const d = [point[0] - this.target[0], point[1] - this.target[1], point[2] - this.target[2]];
    const along = (axis) => axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2];
    const depth = this.distance - along(back);
    if (depth < 0.02 * this.distance) return null;
    const scale = this.focal / depth;
    return { x: this.width / 2 + scale * along(right), y: this.height / 2 - scale * along(up), depth, scale };
  }
}

/** Corners of the convex hull of points on the screen, counter-clockwise (monotone chain). */
function outline(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : half(sorted).concat(half(sorted.reverse()));
}
