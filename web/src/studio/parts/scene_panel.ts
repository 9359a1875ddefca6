// A place for the robot in 3D: one picture at a time, whose memory is freed when another one takes its place.

import { RobotScene } from "../../views/scene.ts";
import type { SceneData } from "../../views/scene_data.ts";
import { h } from "../dom.ts";

export class ScenePanel {
  readonly element = h("div", { hidden: true });
  scene: RobotScene | null = null;

  constructor(readonly label: string, readonly size: "" | "small" = "small") {}

  /** Draws a robot in place of the one before. */
  show(data: SceneData): RobotScene {
    this.clear();
    const holder = h("div", { class: `scene ${this.size}`, role: "group", "aria-label": `${this.label}: arrows turn it, + and - zoom` });
    this.element.append(holder);
    this.element.hidden = false;
    this.scene = new RobotScene(holder, data);
    return this.scene;
  }

  clear(): void {
    this.scene?.destroy();
    this.scene = null;
    this.element.replaceChildren();
    this.element.hidden = true;
  }
}
