// Description of a robot and its surroundings, as the 3D scene reads it (JSON; crates/taufit-report/src/scene.rs writes it).

export type Triple = readonly [number, number, number];

/** Columns of a rotation, one after the other, then the translation [m]. */
export type Pose = readonly [number, number, number, number, number, number, number, number, number, number, number, number];

/** Convex hull of points, extended by a radius: one point is a ball, two are a capsule, eight a box. */
export interface SolidData {
  /** Link that carries it; `null` for what does not move. */
  readonly link: number | null;
  readonly points_m: readonly Triple[];
  readonly radius_m: number;
}

/** Triangles of a link, in its frame. */
export interface MeshData {
  readonly link: number | null;
  /** Corners of the triangles, three numbers each, nine per triangle [m]. */
  readonly corners_m: ArrayLike<number>;
}

/** Solid ellipsoid of a body in its link's frame. */
export interface EllipsoidData {
  readonly centre_m: Triple;
  /** Half axes as vectors [m]. */
  readonly half_axes_m: readonly [Triple, Triple, Triple];
}

/** A link, and the joint that moves it; parents come before children. */
export interface LinkData {
  readonly name: string;
  readonly joint: string;
  readonly parent: number | null;
  readonly slides: boolean;
  readonly parent_from_joint: Pose;
  readonly joint_from_link: Pose;
  /** Unit axis in the joint frame. */
  readonly axis: Triple;
  /** Coordinate that moves it: `ratio * q[dof] + offset`. */
  readonly drive: { readonly dof: number; readonly ratio: number; readonly offset: number };
  readonly before?: EllipsoidData | null;
  readonly after?: EllipsoidData | null;
}

/** Everything that stands still in a scene. */
export interface SceneData {
  readonly links: readonly LinkData[];
  readonly solids: readonly SolidData[];
  readonly meshes?: readonly MeshData[];
  readonly obstacles: readonly SolidData[];
  readonly floor_m: number;
  /** Length of the stretched arm [m]. */
  readonly reach_m: number;
  readonly tool: { readonly link: number | null; readonly point_m: Triple };
  /** Box that the tool must not leave: opposite corners [m]. */
  readonly tool_box_m?: readonly [Triple, Triple] | null;
}

/** Positions over time. */
export interface MotionData {
  /** Times [s], ascending. */
  readonly t: ArrayLike<number>;
  /** Per coordinate, the positions at these times [rad or m]. */
  readonly q: readonly ArrayLike<number>[];
}
