// Signals over time, as plots ask for them: extremes of equal buckets of a window.

import type { Span } from "./timeline.ts";

/** Extremes of several channels in buckets of time. */
export interface Buckets {
  /** Time of every bucket [s], ascending. */
  readonly t: ArrayLike<number>;
  /** Smallest value per channel and bucket; NaN where there is none. */
  readonly low: readonly ArrayLike<number>[];
  /** Largest value per channel and bucket. */
  readonly high: readonly ArrayLike<number>[];
  /** Whether every bucket is a single sample, so that `low` equals `high`. */
  readonly exact: boolean;
}

/** Channels of one time base. The report serves them from memory, the studio over HTTP. */
export interface SignalSource {
  /** First and last time [s]. */
  readonly span: Span;
  /** Number of samples. */
  readonly length: number;
  /**
   * Extremes of channels between two times, one bucket before and behind them included, in about `count` buckets
   * (up to four times as many; fewer where there are fewer samples).
   */
  buckets(channels: readonly string[], window: Span, count: number): Buckets | Promise<Buckets>;
}

/** Index of the first time that is not before `t`. */
export function firstFrom(times: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the time that is nearest to `t`. */
export function nearest(times: ArrayLike<number>, t: number): number {
  const after = Math.min(firstFrom(times, t), times.length - 1);
  return after > 0 && t - times[after - 1]! < times[after]! - t ? after - 1 : after;
}
