// Geometry of solids, meshes and ellipsoids.

import { BufferAttribute, BufferGeometry, CapsuleGeometry, IcosahedronGeometry, Matrix4, Quaternion, SphereGeometry, Vector3 } from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import type { EllipsoidData, MeshData, SolidData, Triple } from "./scene_data.ts";

const UP = new Vector3(0, 1, 0);

export function vector([x, y, z]: Triple): Vector3 {
  return new Vector3(x, y, z);
}

/** The hull of the points, extended by the radius. */
export function solidGeometry({ points_m, radius_m }: SolidData): BufferGeometry {
  const points = points_m.map(vector);
  const [a, b] = points;
  if (!a) return new BufferGeometry();
  if (!b) return new SphereGeometry(radius_m, 32, 16).translate(a.x, a.y, a.z);
  if (points.length === 2) return capsule(a, b, radius_m);
  const extended = radius_m > 0 ? points.flatMap((point) => around(point, radius_m, points.length > 16 ? 0 : 1)) : points;
  return hull(extended);
}

function capsule(a: Vector3, b: Vector3, radius: number): BufferGeometry {
  const along = b.clone().sub(a);
  const turn = new Quaternion().setFromUnitVectors(UP, along.clone().normalize());
  const middle = a.clone().add(b).multiplyScalar(0.5);
  const geometry = new CapsuleGeometry(radius, along.length(), 8, 24, 1);
  return geometry.applyQuaternion(turn).translate(middle.x, middle.y, middle.z);
}

/** Points of a sphere. */
function around(centre: Vector3, radius: number, detail: number): Vector3[] {
  const corners = new IcosahedronGeometry(radius, detail).getAttribute("position");
  return Array.from({ length: corners.count }, (_, k) => new Vector3().fromBufferAttribute(corners, k).add(centre));
}

/** Points in one plane have no hull: nothing is drawn then. */
function hull(points: Vector3[]): BufferGeometry {
  try {
    return new ConvexGeometry(points);
  } catch {
    return new BufferGeometry();
  }
}

export function meshGeometry({ corners_m }: MeshData): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners_m), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Places the unit ball as an ellipsoid. */
export function ellipsoidMatrix({ centre_m, half_axes_m }: EllipsoidData): Matrix4 {
  const [a, b, c] = half_axes_m.map(vector) as [Vector3, Vector3, Vector3];
  // A body as flat as paper still has two sides; a left-handed one would be lit from inside.
  if (a.clone().cross(b).dot(c) < 0) c.negate();
  return new Matrix4().makeBasis(a, b, c).setPosition(vector(centre_m));
}

/** Three great circles of the unit ball, as pairs of ends. */
export function greatCircles(): BufferGeometry {
  const n = 48;
  const at = (k: number): [number, number] => [Math.cos((2 * Math.PI * k) / n), Math.sin((2 * Math.PI * k) / n)];
  const planes: ((c: number, s: number) => Triple)[] = [(c, s) => [c, s, 0], (c, s) => [c, 0, s], (c, s) => [0, c, s]];
  const ends = planes.flatMap((plane) => Array.from({ length: n }, (_, k) => [plane(...at(k)), plane(...at(k + 1))]).flat());
  return new BufferGeometry().setFromPoints(ends.map(vector));
}
