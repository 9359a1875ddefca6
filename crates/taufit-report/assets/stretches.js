"use strict";
// Torques over time, unpacked from the page when they are first looked at.

/** Channels of a joint, in the order in which they are packed. */
const CHANNELS = ["measured", "predicted", "feasible", "nominal", "residual"];

/** Numbers of one stretch: times from its start, and the channels of every joint. */
function unpackStretch(index, description, nJoints) {
  const text = atob(document.getElementById("stretch-" + index).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const numbers = new Float32Array(bytes.buffer);
  const n = description.n_samples;
  const channel = (k) => numbers.subarray(k * n, (k + 1) * n);
  const joints = [];
  for (let j = 0; j < nJoints; j++) {
    const joint = {};
    CHANNELS.forEach((name, c) => { joint[name] = channel(1 + j * CHANNELS.length + c); });
    joints.push(joint);
  }
  return { start: description.start_s, t: channel(0), joints };
}

/** Index of the first time that is not before `t`. */
function firstFrom(times, t) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < t) low = middle + 1; else high = middle;
  }
  return low;
}

/** Index of the time that is nearest to `t`. */
function nearest(times, t) {
  const after = Math.min(firstFrom(times, t), times.length - 1);
  return after > 0 && t - times[after - 1] < times[after] - t ? after - 1 : after;
}
