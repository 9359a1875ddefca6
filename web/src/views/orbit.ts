// The eye: turned and moved by mouse, touch and keys.

import { MathUtils, PerspectiveCamera, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Keys: turn by azimuth and height [rad], or distance as a factor. */
const TURNS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
const ZOOMS: Readonly<Record<string, number>> = { "+": 0.85, "-": 1.18 };

export class Orbit {
  readonly camera = new PerspectiveCamera(38, 1, 0.01, 100);
  readonly #controls: OrbitControls;
  #home = { target: new Vector3(), position: new Vector3(1, 1, 1) };

  constructor(readonly holder: HTMLElement, readonly redraw: () => void) {
    this.camera.up.set(0, 0, 1);
    this.#controls = new OrbitControls(this.camera, holder);
    // One finger up and down scrolls the page, sideways it turns the robot; the wheel zooms what was clicked at.
    holder.style.touchAction = "pan-y";
    this.#controls.enableZoom = false;
    holder.addEventListener("focusin", () => (this.#controls.enableZoom = true));
    holder.addEventListener("focusout", () => (this.#controls.enableZoom = false));
    holder.addEventListener("pointerdown", (event) => {
      holder.focus({ preventScroll: true });
      if (event.pointerType === "touch") this.#controls.enableZoom = true;
    });
    holder.addEventListener("dblclick", () => this.reset());
    holder.addEventListener("keydown", (event) => this.#key(event));
    this.#controls.addEventListener("change", redraw);
  }

  /** Looks at a sphere of space. */
  frame(centre: Vector3, radius: number): void {
    const distance = (1.05 * radius) / Math.sin(MathUtils.degToRad(this.camera.fov / 2));
    const direction = new Vector3(0.62, -0.78, 0.42).normalize();
    this.#home = { target: centre.clone(), position: centre.clone().addScaledVector(direction, distance) };
    this.#controls.minDistance = 0.15 * distance;
    this.#controls.maxDistance = 6 * distance;
    this.camera.near = 0.01 * distance;
    this.camera.far = 20 * distance;
    this.reset();
  }

  reset(): void {
    this.#controls.target.copy(this.#home.target);
    this.camera.position.copy(this.#home.position);
    this.camera.updateProjectionMatrix();
    this.#controls.update();
    this.redraw();
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = TURNS[event.key];
    if (turn) this.#move((eye) => { eye.theta += turn[0]; eye.phi += turn[1]; });
    else if (ZOOMS[event.key]) this.#move((eye) => (eye.radius *= ZOOMS[event.key]!));
    else if (event.key === "0") this.reset();
    else return;
    event.preventDefault();
  }

  /** Moves the eye around the target. Spherical coordinates have y up. */
  #move(change: (eye: Spherical) => void): void {
    const { target, minDistance, maxDistance } = this.#controls;
    const d = this.camera.position.clone().sub(target);
    const eye = new Spherical().setFromVector3(new Vector3(d.x, d.z, -d.y));
    change(eye);
    eye.radius = Math.min(Math.max(eye.radius, minDistance), maxDistance);
    const moved = new Vector3().setFromSpherical(eye.makeSafe());
    this.camera.position.set(target.x + moved.x, target.y - moved.z, target.z + moved.y);
    this.#controls.update();
    this.redraw();
  }
}
