// The robot in 3D (three.js): solids, inertia ellipsoids, surroundings, path of the tool.

import {
  Box3, BoxGeometry, BufferGeometry, Color, DirectionalLight, EdgesGeometry, GridHelper, HemisphereLight, LineBasicMaterial, LineSegments,
  Mesh, MeshLambertMaterial, PlaneGeometry, Scene, ShadowMaterial, SphereGeometry, Vector3, WebGLRenderer,
} from "three";
import { Arm, positionsAt } from "./arm.ts";
import { Orbit } from "./orbit.ts";
import { type Mark, ToolPath } from "./path.ts";
import type { EllipsoidData, MotionData, SceneData } from "./scene_data.ts";
import { ellipsoidMatrix, greatCircles, meshGeometry, solidGeometry, vector } from "./solids.ts";
import { colour, onTheme } from "./theme.ts";
import type { Timeline } from "./timeline.ts";

/** Inertia ellipsoids that are drawn. */
export type Ellipsoids = "none" | "before" | "after" | "both";

type Painted = MeshLambertMaterial | LineBasicMaterial;

export class RobotScene {
  readonly arm: Arm;
  /** Number of pictures that were drawn. */
  drawn = 0;
  #scene = new Scene();
  #renderer: WebGLRenderer | null;
  #orbit: Orbit;
  #path: ToolPath | null = null;
  #colours = new Map<Painted, () => string>();
  #bodies: { link: number | null; mesh: Mesh<BufferGeometry, MeshLambertMaterial> }[] = [];
  #ellipsoids: { when: "before" | "after"; object: Mesh | LineSegments }[] = [];
  #highlighted = new Set<number>();
  #waiting = false;
  #forget: () => void;
  #resize: ResizeObserver;
  #motion: MotionData | null = null;
  #timeline: Timeline | null = null;

  constructor(readonly holder: HTMLElement, readonly data: SceneData) {
    holder.tabIndex = 0;
    this.#renderer = renderer(holder);
    this.#orbit = new Orbit(holder, () => this.redraw());
    this.arm = new Arm(data);
    this.#scene.add(this.arm.base);
    this.#light();
    this.#surroundings();
    this.#robot();
    this.#inertias();
    this.show([]);
    this.#lookAtAll();
    this.#repaint();
    this.#forget = onTheme(() => this.#repaint());
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(holder);
    this.#fit();
  }

  /** Poses the robot. */
  show(q: ArrayLike<number>): void {
    this.arm.pose(q);
    this.redraw();
  }

  /** Poses the robot at the cursor of a time line, and draws the path of its tool, that of the window strongly. */
  follow(motion: MotionData, timeline: Timeline): void {
    if (this.#path) this.#scene.remove(this.#path.group);
    this.#path = motion.t.length > 1 ? new ToolPath(this.arm, motion) : null;
    if (this.#path) this.#scene.add(this.#path.group);
    [this.#motion, this.#timeline] = [motion, timeline];
    const follow = (): void => {
      if (this.#timeline !== timeline || !this.#motion) return;
      const { window: [from, to], cursor } = timeline;
      const isAll = to - from > 0.999 * (timeline.whole[1] - timeline.whole[0]);
      this.#path?.stress([from, cursor !== null && cursor >= from ? cursor : isAll ? from : to]);
      this.show(positionsAt(this.#motion, cursor ?? from));
    };
    timeline.onChange(follow);
    follow();
    this.#lookAtAll();
  }

  /** Colours parts of the tool's path. */
  marks(marks: readonly Mark[]): void {
    this.#path?.marks(marks);
    this.redraw();
  }

  /** Marks links; the others become plain again. */
  highlight(links: readonly number[]): void {
    this.#highlighted = new Set(links);
    this.#repaint();
  }

  ellipsoids(shown: Ellipsoids): void {
    for (const { when, object } of this.#ellipsoids) object.visible = shown === "both" || shown === when;
    this.redraw();
  }

  /** Draws the solids of the robot, faintly so that ellipsoids can be seen, or not at all. */
  solids(shown: boolean | "faint"): void {
    for (const { mesh } of this.#bodies) {
      mesh.visible = shown !== false;
      mesh.material.transparent = shown === "faint";
      mesh.material.opacity = shown === "faint" ? 0.45 : 1;
      mesh.material.depthWrite = shown !== "faint";
      mesh.material.needsUpdate = true;
    }
    this.redraw();
  }

  /** Draws once, before the next picture of the browser. */
  redraw(): void {
    if (this.#waiting || !this.#renderer) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#renderer?.render(this.#scene, this.#orbit.camera);
      this.drawn += 1;
    });
  }

  /** Frees the memory of the graphics card: a browser has few contexts for drawing in 3D. */
  destroy(): void {
    this.#forget();
    this.#resize.disconnect();
    this.#renderer?.dispose();
    this.#renderer?.forceContextLoss();
    this.#renderer?.domElement.remove();
    this.#renderer = null;
  }

  #light(): void {
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(0.5, -0.8, 1.4);
    sun.castShadow = true;
    const { reach_m, floor_m } = this.data;
    sun.position.multiplyScalar(3 * reach_m);
    Object.assign(sun.shadow.camera, { left: -2 * reach_m, right: 2 * reach_m, top: 2 * reach_m, bottom: -2 * reach_m, near: 0.1 * reach_m, far: 12 * reach_m });
    const floor = new Mesh(new PlaneGeometry(12 * reach_m, 12 * reach_m), new ShadowMaterial({ opacity: 0.14 }));
    floor.receiveShadow = true;
    // Just below the grid.
    floor.position.z = floor_m - 0.002 * reach_m;
    this.#scene.add(new HemisphereLight(0xffffff, 0x777777, 1.5), sun, floor);
  }

  #paint<T extends Painted>(material: T, name: () => string): T {
    this.#colours.set(material, name);
    return material;
  }

  #robot(): void {
    const shapes = [
      ...this.data.solids.map((solid) => ({ link: solid.link, geometry: solidGeometry(solid) })),
      ...(this.data.meshes ?? []).map((mesh) => ({ link: mesh.link, geometry: meshGeometry(mesh) })),
    ];
    for (const { link, geometry } of shapes) {
      const name = (): string =>
        link === null ? "soft" : this.#highlighted.has(link) ? "usable" : link % 2 ? "link-2" : "link-1";
      // Links that share a joint have surfaces in one place: the outer one is drawn.
      const offset = { polygonOffset: true, polygonOffsetFactor: -(link ?? -1), polygonOffsetUnits: -(link ?? -1) };
      const mesh = new Mesh(geometry, this.#paint(new MeshLambertMaterial(offset), name));
      mesh.castShadow = true;
      this.arm.frame(link).add(mesh);
      this.#bodies.push({ link, mesh });
    }
  }

  #inertias(): void {
    const ball = new SphereGeometry(1, 32, 20);
    const circles = greatCircles();
    const add = (link: number, when: "before" | "after", data: EllipsoidData | null | undefined): void => {
      if (!data) return;
      const objects = when === "after"
        ? [new Mesh(ball, this.#paint(new MeshLambertMaterial({ transparent: true, opacity: 0.5, depthWrite: false }), () => "predicted"))]
        : [];
      const lines = this.#paint(new LineBasicMaterial(), () => (when === "after" ? "predicted" : "nominal"));
      for (const object of [...objects, new LineSegments(circles, lines)]) {
        object.matrixAutoUpdate = false;
        object.matrix.copy(ellipsoidMatrix(data));
        object.visible = false;
        this.arm.frame(link).add(object);
        this.#ellipsoids.push({ when, object });
      }
    };
    this.data.links.forEach((link, k) => {
      add(k, "before", link.before);
      add(k, "after", link.after);
    });
  }

  #surroundings(): void {
    const { reach_m, floor_m, obstacles, tool_box_m } = this.data;
    const step = [0.05, 0.1, 0.25, 0.5, 1, 2].find((size) => reach_m / size < 9) ?? 5;
    const n = 2 * Math.ceil((1.2 * reach_m) / step);
    const grid = new GridHelper(n * step, n);
    grid.rotateX(Math.PI / 2);
    grid.position.z = floor_m;
    const material = this.#paint(new LineBasicMaterial({ transparent: true, opacity: 0.3 }), () => "soft");
    grid.material = material;
    this.#scene.add(grid);
    for (const obstacle of obstacles) {
      const fill = new MeshLambertMaterial({ transparent: true, opacity: 0.45, depthWrite: false });
      const geometry = solidGeometry(obstacle);
      this.#scene.add(new Mesh(geometry, this.#paint(fill, () => "obstacle")));
      this.#scene.add(new LineSegments(new EdgesGeometry(geometry, 20), this.#paint(new LineBasicMaterial(), () => "obstacle")));
    }
    if (tool_box_m) {
      const box = new Box3(vector(tool_box_m[0]), vector(tool_box_m[1]));
      const size = box.getSize(new Vector3());
      const edges = new LineSegments(new EdgesGeometry(new BoxGeometry(size.x, size.y, size.z)), this.#paint(new LineBasicMaterial(), () => "nominal"));
      edges.position.copy(box.getCenter(new Vector3()));
      this.#scene.add(edges);
    }
  }

  /** Robot, path, what stands around and the floor below them are in sight. */
  #lookAtAll(): void {
    this.arm.base.updateMatrixWorld(true);
    const box = new Box3().setFromObject(this.arm.base);
    if (this.#path) box.expandByObject(this.#path.group);
    box.expandByPoint(new Vector3(0, 0, this.data.floor_m));
    // Of walls and tables the part that the robot could come near.
    const near = 1.5 * this.data.reach_m;
    for (const point of this.data.obstacles.flatMap(({ points_m }) => points_m)) box.expandByPoint(vector(point).clampScalar(-near, near));
    const size = box.getSize(new Vector3());
    this.#orbit.frame(box.getCenter(new Vector3()), Math.max(0.37 * size.length(), 0.05));
  }

  #repaint(): void {
    this.#colours.forEach((name, material) => material.color.copy(new Color(colour(name()))));
    this.#path?.recolour();
    this.redraw();
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width === 0 || !this.#renderer) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height);
    this.#orbit.resize(width, height);
    this.redraw();
  }
}

/** A canvas in the holder; `null` and a sentence where the browser has no WebGL. */
function renderer(holder: HTMLElement): WebGLRenderer | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true, powerPreference: "low-power" });
  if (!context) {
    holder.classList.add("no-webgl");
    holder.append("This browser draws no 3D picture (WebGL 2 is missing).");
    return null;
  }
  const made = new WebGLRenderer({ canvas, context, antialias: true, alpha: true, powerPreference: "low-power" });
  made.shadowMap.enabled = true;
  holder.append(made.domElement);
  return made;
}
