// Boxes around the robot, drawn in its scene.

import { RobotScene } from "../../views/scene.ts";
import type { SceneData, SolidData, Triple } from "../../views/scene_data.ts";
import { api } from "../api.ts";
import { fill, h, labelled } from "../dom.ts";
import { store } from "../store.ts";

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

/** A list of boxes with their picture; `changed` gets every new list. */
export function boxEditor(changed: (boxes: Surroundings) => void): HTMLElement {
  let boxes: BoxData[] = [];
  let data: SceneData | null = null;
  const list = h("div", {});
  const holder = h("div", { class: "scene small", hidden: true, role: "group", "aria-label": "Robot and boxes in 3D" });
  const draw = async (): Promise<void> => {
    changed(boxes);
    holder.hidden = boxes.length === 0;
    if (boxes.length === 0) return;
    try {
      data ??= (await api.scene(store.choices.robot!)) as SceneData;
      holder.replaceChildren();
      new RobotScene(holder, { ...data, obstacles: boxes.map(solid) });
    } catch {
      holder.hidden = true;
    }
  };
  const show = (): void => fill(list, ...boxes.map(row));
  const row = (box: BoxData, k: number): HTMLElement => {
    const field = (of: "size" | "position", axis: number): HTMLElement => {
      const input = h("input", { type: "number", step: "any", value: box[of][axis] ?? 0 });
      input.addEventListener("change", () => {
        const numbers = boxes[k]![of].map((x, other) => (other === axis ? Number(input.value) : x));
        boxes = boxes.map((one, other) => (other === k ? { ...one, [of]: numbers } : one));
        void draw();
      });
      return labelled(`${of === "size" ? "edge" : "centre"} ${AXES[axis]!}, m`, input);
    };
    const remove = h("button", { type: "button", onclick: () => ((boxes = boxes.filter((_, other) => other !== k)), show(), void draw()) }, "Remove");
    return h("fieldset", { class: "box" }, h("legend", {}, `Box ${k + 1}`), h("div", { class: "six" }, ...[0, 1, 2].map((axis) => field("size", axis)), ...[0, 1, 2].map((axis) => field("position", axis))), remove);
  };
  const addBox = (): void => {
    boxes = [...boxes, { size: [0.4, 0.4, 0.4], position: [0.8, 0, 0.2] }];
    show();
    void draw();
  };
  return h("details", {}, h("summary", {}, "Boxes around the robot"), list, h("button", { type: "button", onclick: addBox }, "Add a box"), holder);
}
