// Logs of robots that differ from their description: the torques of a designed motion, friction and noise.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { taufit } from "./harness.mjs";

/** Numbers that look random and are the same every time. */
function noise(seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Header and rows of a CSV of numbers. */
async function table(path) {
  const [head, ...lines] = (await readFile(path, "utf8")).trim().split("\n");
  return { head: head.split(","), rows: lines.map((line) => line.split(",").map(Number)) };
}

/**
 * Writes a log of a robot: columns `t_s`, `q.JOINT`, `tau.JOINT`, or as `name(kind, k, joint)` calls them.
 * `sign` has the joints whose torque is reversed, by number from 0.
 */
export async function writeLog(folder, robot, file, { seed = 1, options = [], name = (kind, k, joint) => `${kind}.${joint}`, time = "t_s", reversed = [], friction = 1, period = 12, rate = 200 } = {}) {
  const motion = `motion-of-${file}`;
  await taufit(folder, ["excite", robot, "-o", motion, "--starts", "1", "--most-periods", "1", "--iterations", "6", "--period", String(period), "--sample-rate-hz", String(rate), "--seed", String(seed), "--no-collisions", ...options]);
  const { head, rows } = await table(join(folder, motion));
  const joints = head.filter((one) => one.startsWith("q.")).map((one) => one.slice(2));
  const column = (what) => joints.map((joint) => head.indexOf(`${what}.${joint}`));
  const [q, qd, tau] = [column("q"), column("qd"), column("tau_model")];
  const random = noise(seed);
  const largest = tau.map((c) => Math.max(...rows.map((row) => Math.abs(row[c])), 1));
  const out = [[time, ...joints.map((joint, k) => name("q", k, joint)), ...joints.map((joint, k) => name("tau", k, joint))].join(",")];
  for (const row of rows) {
    const torques = tau.map((c, k) => {
      const rubbing = friction * largest[k] * (0.05 * row[qd[k]] + 0.08 * Math.tanh(row[qd[k]] / 0.01));
      return (reversed.includes(k) ? -1 : 1) * (1.12 * row[c] + rubbing) + 0.005 * largest[k] * random();
    });
    out.push([row[0], ...q.map((c) => row[c] + 1e-6 * random()), ...torques].join(","));
  }
  await writeFile(join(folder, file), `${out.join("\n")}\n`);
  return joints;
}
