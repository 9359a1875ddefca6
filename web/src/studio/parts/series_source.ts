// A log of the server as a source of signals: the whole in buckets, held here; finer pieces fetched where a window needs
// them. Coarse buckets are drawn at once, finer ones as soon as they are there.

import { type Buckets, firstFrom, nearest, type SignalSource } from "../../views/source.ts";
import type { Span } from "../../views/timeline.ts";
import { api } from "../api.ts";

export interface SeriesHead {
  readonly n_buckets: number;
  readonly channels: readonly string[];
  readonly joints: readonly string[];
  readonly effort_kind: "torque" | "current" | null;
  readonly n_samples: number;
  readonly first_s: number;
  readonly last_s: number;
  readonly exact: boolean;
  readonly complete: boolean;
}

interface Level {
  readonly t: Float64Array;
  readonly low: readonly Float32Array[];
  readonly high: readonly Float32Array[];
}

interface Piece extends Level {
  readonly head: SeriesHead;
}

/** Every level has half as many buckets as the one below. */
const FACTOR = 2;
/** Pause after which a finer piece is fetched [ms]. */
const PAUSE = 120;

/** Numbers as the server packs them: length, head, times, extremes. */
export function unpacked(bytes: ArrayBuffer): Piece {
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as SeriesHead;
  const n = head.n_buckets;
  const t = new Float64Array(bytes, 4 + length, n);
  const begin = 4 + length + 8 * n;
  const column = (k: number): Float32Array => new Float32Array(bytes, begin + 4 * n * k, n);
  return { head, t, low: head.channels.map((_, k) => column(2 * k)), high: head.channels.map((_, k) => column(2 * k + 1)) };
}

function joined(values: Float32Array, of: (a: number, b: number) => number): Float32Array {
  const result = new Float32Array(Math.ceil(values.length / FACTOR));
  for (let k = 0; k < result.length; k++) {
    const [a, b] = [values[2 * k]!, values[2 * k + 1] ?? NaN];
    result[k] = Number.isNaN(a) ? b : Number.isNaN(b) ? a : of(a, b);
  }
  return result;
}

function coarser({ t, low, high }: Level): Level {
  const first = Float64Array.from({ length: Math.ceil(t.length / FACTOR) }, (_, k) => t[FACTOR * k]!);
  return { t: first, low: low.map((x) => joined(x, Math.min)), high: high.map((x) => joined(x, Math.max)) };
}

export class SeriesSource implements SignalSource {
  readonly head: SeriesHead;
  #levels: Level[];
  #finer: (Piece & { readonly window: Span }) | null = null;
  #timer = 0;
  #wanted: Span | null = null;

  /** `refined` is called when a finer piece has arrived. */
  constructor(readonly log: string, bytes: ArrayBuffer, readonly refined: () => void = () => {}) {
    const whole = unpacked(bytes);
    this.head = whole.head;
    this.#levels = [whole];
  }

  get span(): Span {
    const { first_s, last_s } = this.head;
    return [first_s, last_s > first_s ? last_s : first_s + 1];
  }

  get length(): number {
    return this.head.n_samples;
  }

  buckets(channels: readonly string[], window: Span, count: number): Buckets {
    const places = channels.map((channel) => this.head.channels.indexOf(channel));
    const finer = this.#finer;
    const isInside = finer && finer.window[0] <= window[0] && finer.window[1] >= window[1];
    const [from, to] = window;
    const found = (t: Float64Array): number => firstFrom(t, to) - firstFrom(t, from);
    let level = 0;
    this.#level(0);
    while (found(this.#level(level).t) > 2 * FACTOR * count) level += 1;
    const coarse = this.#level(level);
    const isCoarse = level === 0 && !this.head.exact && found(coarse.t) < count;
    if (isCoarse && !isInside) this.#fetch(window, count);
    const chosen: Level = isCoarse && isInside ? finer : coarse;
    const first = Math.max(0, firstFrom(chosen.t, from) - 1);
    const end = Math.min(chosen.t.length, firstFrom(chosen.t, to) + 1);
    const cut = (columns: readonly Float32Array[]): Float32Array[] => places.map((place) => (columns[place] ?? new Float32Array(chosen.t.length).fill(NaN)).subarray(first, end));
    const exact = chosen === finer ? finer.head.exact : level === 0 && this.head.exact;
    return { t: chosen.t.subarray(first, end), low: cut(chosen.low), high: cut(chosen.high), exact };
  }

  /** Smallest and largest value of a channel in the bucket nearest to a time. */
  at(channel: string, time: number): readonly [number, number] {
    const finer = this.#finer;
    const level = finer && finer.window[0] <= time && finer.window[1] >= time ? finer : this.#levels[0]!;
    const [place, k] = [this.head.channels.indexOf(channel), nearest(level.t, time)];
    return [level.low[place]?.[k] ?? NaN, level.high[place]?.[k] ?? NaN];
  }

  /** Positions of all joints in at most so many steps. */
  motion(most: number): { t: Float64Array; q: Float32Array[] } {
    let level = 0;
    while (this.#level(level).t.length > most) level += 1;
    const { t, low } = this.#level(level);
    return { t, q: this.head.joints.map((_, j) => low[this.head.channels.indexOf(`q${j + 1}`)] ?? new Float32Array(t.length)) };
  }

  #level(wanted: number): Level {
    while (this.#levels.length <= wanted) this.#levels.push(coarser(this.#levels[this.#levels.length - 1]!));
    return this.#levels[wanted]!;
  }

  /** Fetches a window and a half of it on both sides, once the window rests. */
  #fetch([from, to]: Span, count: number): void {
    const margin = (to - from) / 2;
    const window: Span = [from - margin, to + margin];
    if (this.#wanted?.[0] === window[0] && this.#wanted[1] === window[1]) return;
    this.#wanted = window;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      try {
        const piece = unpacked(await api.piece(this.log, window[0], window[1], Math.min(1 << 14, Math.ceil(2 * count))));
        if (this.#wanted !== window) return;
        this.#finer = { ...piece, window };
        this.refined();
      } catch {
        // The coarse lines stay; the next window asks again.
      }
      this.#wanted = null;
    }, PAUSE) as unknown as number;
  }
}
