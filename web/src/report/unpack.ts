// Signals as crates/taufit-report/src/series/pack.rs packs them.

import { MemorySource } from "../views/memory_source.ts";

/** Scale of a channel: `low + step * code`. */
interface PackedChannel {
  readonly key: string;
  readonly low: number;
  readonly step: number;
}

/** Description of packed signals. */
export interface PackedSignals {
  readonly start_s: number;
  readonly n_samples: number;
  readonly tick_s: number;
  readonly channels: readonly PackedChannel[];
  /** Channels that are differences of others. */
  readonly differences: readonly { readonly key: string; readonly of: string; readonly less: string }[];
}

/** Code of a value that is no number. */
const NONE = 0xffff;

async function inflate(text: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpack(signals: PackedSignals, text: string): Promise<MemorySource> {
  const n = signals.n_samples;
  const bytes = await inflate(text);
  const byte = (plane: number, k: number): number => bytes[plane * n + k]!;
  const times = new Float64Array(n);
  let [step, tick] = [0, 0];
  for (let k = 0; k < n; k++) {
    step = (step + (byte(0, k) | (byte(1, k) << 8) | (byte(2, k) << 16) | (byte(3, k) << 24))) | 0;
    tick = (tick + step) >>> 0;
    times[k] = signals.start_s + tick * signals.tick_s;
  }
  const channels = new Map<string, Float32Array>();
  signals.channels.forEach(({ key, low, step }, c) => {
    const values = new Float32Array(n);
    let code = 0;
    for (let k = 0; k < n; k++) {
      code = (code + (byte(4 + 2 * c, k) | (byte(5 + 2 * c, k) << 8))) & NONE;
      values[k] = code === NONE ? NaN : low + step * code;
    }
    channels.set(key, values);
  });
  for (const { key, of, less } of signals.differences) {
    const [from, minus] = [channels.get(of)!, channels.get(less)!];
    channels.set(key, from.map((x, k) => x - minus[k]!));
  }
  return new MemorySource(times, channels);
}
