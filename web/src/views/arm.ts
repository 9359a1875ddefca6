// The links of a robot as a tree of frames that coordinates move.

import { Group, Matrix4, Object3D, Vector3 } from "three";
import type { LinkData, MotionData, Pose, SceneData } from "./scene_data.ts";
import { vector } from "./solids.ts";
import { firstFrom } from "./source.ts";

/** One joint: the frame that turns or slides. */
interface Mover {
  readonly link: LinkData;
  readonly axis: Vector3;
  readonly frame: Object3D;
}

function placed(pose: Pose): Group {
  const group = new Group();
  group.matrixAutoUpdate = false;
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  group.matrix = new Matrix4().set(a, d, g, x, b, e, h, y, c, f, i, z, 0, 0, 0, 1);
  return group;
}

export class Arm {
  readonly base = new Group();
  readonly links: Group[] = [];
  readonly tool = new Object3D();
  #movers: Mover[] = [];

  constructor(data: SceneData) {
    for (const link of data.links) {
      const joint = placed(link.parent_from_joint);
      const frame = new Group();
      const body = placed(link.joint_from_link);
      this.frame(link.parent).add(joint.add(frame.add(body)));
      this.links.push(body);
      this.#movers.push({ link, axis: vector(link.axis), frame });
    }
    this.tool.position.copy(vector(data.tool.point_m));
    this.frame(data.tool.link).add(this.tool);
  }

  /** Frame of a link; `null` is the base. */
  frame(link: number | null): Group {
    return link === null ? this.base : this.links[link] ?? this.base;
  }

  pose(q: ArrayLike<number>): void {
    for (const { link, axis, frame } of this.#movers) {
      const x = link.drive.ratio * (q[link.drive.dof] ?? 0) + link.drive.offset;
      if (!Number.isFinite(x)) continue;
      if (link.slides) frame.position.copy(axis).multiplyScalar(x);
      else frame.quaternion.setFromAxisAngle(axis, x);
    }
    this.base.updateMatrixWorld(true);
  }

  toolPosition(): Vector3 {
    return new Vector3().setFromMatrixPosition(this.tool.matrixWorld);
  }
}

/** Positions at a time, between two samples. */
export function positionsAt(motion: MotionData, time: number): number[] {
  const last = motion.t.length - 1;
  const after = Math.min(Math.max(1, firstFrom(motion.t, time)), Math.max(1, last));
  const [a, b] = [motion.t[after - 1]!, motion.t[after] ?? motion.t[after - 1]!];
  const share = b > a ? Math.min(Math.max((time - a) / (b - a), 0), 1) : 0;
  return motion.q.map((q) => (last < 1 ? q[0]! : q[after - 1]! + share * (q[after]! - q[after - 1]!)));
}
