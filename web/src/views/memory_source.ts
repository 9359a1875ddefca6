// Signals in memory, with a pyramid of extremes: any window is drawn from a few thousand numbers.

import { type Buckets, firstFrom, nearest, type SignalSource } from "./source.ts";
import type { Span } from "./timeline.ts";

/** Every level has a quarter of the buckets of the one below. */
const FACTOR = 4;

interface Level {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

function coarser(below: Level): Level {
  const length = Math.ceil(below.low.length / FACTOR);
  const low = new Float32Array(length).fill(NaN);
  const high = new Float32Array(length).fill(NaN);
  for (let k = 0; k < below.low.length; k++) {
    const bucket = Math.floor(k / FACTOR);
    if (!(low[bucket]! <= below.low[k]!) && !Number.isNaN(below.low[k]!)) low[bucket] = below.low[k]!;
    if (!(high[bucket]! >= below.high[k]!) && !Number.isNaN(below.high[k]!)) high[bucket] = below.high[k]!;
  }
  return { low, high };
}

export class MemorySource implements SignalSource {
  readonly span: Span;
  #pyramids = new Map<string, Level[]>();

  constructor(readonly times: Float64Array, readonly channels: ReadonlyMap<string, Float32Array>) {
    const last = times.length - 1;
    this.span = last > 0 ? [times[0]!, times[last]!] : [times[0] ?? 0, (times[0] ?? 0) + 1];
  }

  get length(): number {
    return this.times.length;
  }

  buckets(channels: readonly string[], [from, to]: Span, count: number): Buckets {
    const first = Math.max(0, firstFrom(this.times, from) - 1);
    const end = Math.min(this.length, firstFrom(this.times, to) + 1);
    let level = 0;
    let stride = 1;
    while ((end - first) / stride > FACTOR * count) {
      level += 1;
      stride *= FACTOR;
    }
    const [low, high] = [Math.floor(first / stride), Math.ceil(end / stride)];
    const levels = channels.map((channel) => this.#level(channel, level));
    return {
      t: Float64Array.from({ length: Math.max(0, high - low) }, (_, k) => this.times[(low + k) * stride]!),
      low: levels.map((one) => one.low.subarray(low, high)),
      high: levels.map((one) => one.high.subarray(low, high)),
      exact: level === 0,
    };
  }

  /** Value of a channel at the sample nearest to a time. */
  at(channel: string, time: number): number {
    return this.length > 0 ? this.channels.get(channel)?.[nearest(this.times, time)] ?? NaN : NaN;
  }

  #level(channel: string, wanted: number): Level {
    const values = this.channels.get(channel);
    if (!values) throw new Error(`no channel ${channel}`);
    const levels = this.#pyramids.get(channel) ?? [{ low: values, high: values }];
    this.#pyramids.set(channel, levels);
    while (levels.length <= wanted) levels.push(coarser(levels[levels.length - 1]!));
    return levels[wanted]!;
  }
}
