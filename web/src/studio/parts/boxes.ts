// Boxes around the robot, drawn in its scene.

import type { SceneData, SolidData, Triple } from "../../views/scene_data.ts";
import { api } from "../api.ts";
import { fill, h, labelled } from "../dom.ts";
import { store } from "../store.ts";
import { ScenePanel } from "./scene_panel.ts";

export interface BoxData {
  readonly size: readonly number[];
  readonly position: readonly number[];
}

export type Surroundings = readonly BoxData[];

const AXES = ["x", "y", "z"] as const;

function solid({ size, position }: BoxData): SolidData {
  const corner = (k: number): Triple => [0, 1, 2].map((axis) => position[axis]! + (k & (1 << axis) ? 0.5 : -0.5) * size[axis]!) as unknown as Triple;
  return { link: null, points_m: Array.from({ length: 8 }, (_, k) => corner(k)), radius_m: 0 };
}

/** Boxes that were placed stay while another step is shown. */
let boxes: readonly BoxData[] = [];

/** A list of boxes with their picture. */
export class BoxEditor {
  readonly element: HTMLElement;
  readonly #panel = new ScenePanel("Robot and boxes in 3D");
  readonly #list = h("div", {});
  #data: SceneData | null = null;

  /** `changed` gets every new list. */
  constructor(readonly changed: (boxes: Surroundings) => void) {
    this.element = h("details", { open: boxes.length > 0 }, h("summary", {}, "Boxes around the robot"), this.#list, h("button", { type: "button", onclick: () => this.#add() }, "Add a box"), this.#panel.element);
    this.#show();
    void this.#draw();
  }

  get boxes(): Surroundings {
    return boxes;
  }

  destroy(): void {
    this.#panel.clear();
  }

  #add(): void {
    this.#change([...boxes, { size: [0.4, 0.4, 0.4], position: [0.8, 0, 0.2] }]);
    this.#show();
  }

  #change(now: Surroundings): void {
    boxes = now;
    this.changed(now);
    void this.#draw();
  }

  async #draw(): Promise<void> {
    if (boxes.length === 0) return this.#panel.clear();
    try {
      this.#data ??= (await api.scene(store.choices.robot!)) as SceneData;
      this.#panel.show({ ...this.#data, obstacles: boxes.map(solid) });
    } catch {
      // The numbers do without the picture.
      this.#panel.clear();
    }
  }

  #show(): void {
    fill(this.#list, ...boxes.map((box, k) => this.#row(box, k)));
  }

  #row(box: BoxData, k: number): HTMLElement {
    const field = (of: "size" | "position", axis: number): HTMLElement => {
      const input = h("input", { type: "number", step: "any", value: box[of][axis] ?? 0 });
      input.addEventListener("change", () => {
        const numbers = boxes[k]![of].map((x, other) => (other === axis ? Number(input.value) : x));
        this.#change(boxes.map((one, other) => (other === k ? { ...one, [of]: numbers } : one)));
      });
      return labelled(`${of === "size" ? "edge" : "centre"} ${AXES[axis]!}, m`, input);
    };
    const remove = (): void => {
      this.#change(boxes.filter((_, other) => other !== k));
      this.#show();
    };
    return h("fieldset", { class: "box" }, h("legend", {}, `Box ${k + 1}`), h("div", { class: "six" }, ...[0, 1, 2].map((axis) => field("size", axis)), ...[0, 1, 2].map((axis) => field("position", axis))), h("button", { type: "button", onclick: remove }, "Remove"));
  }
}
