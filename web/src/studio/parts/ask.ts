// Questions to the program: short jobs whose answer is a document.

import { api, type CommandRequest, type Finding, type Job } from "../api.ts";
import { store } from "../store.ts";

export interface Answer<T> {
  readonly job: Job;
  /** None where the program refused. */
  readonly document: T | null;
}

/** Runs a command and reads its document; what is poor or refused may have one too. */
export async function ask<T>(request: CommandRequest, watch: (job: Job) => void = () => {}): Promise<Answer<T>> {
  const job = await store.run(request, watch);
  const mayHave = job.state === "done" || job.state === "poor" || (job.state === "refused" && !job.error);
  return { job, document: mayHave ? await api.document<T>(job.id) : null };
}

export interface RobotDocument {
  readonly verdict: string;
  readonly name: string;
  readonly origin: string;
  readonly total_mass_kg: number;
  readonly reach_m: number;
  readonly joints: readonly {
    readonly number: number;
    readonly name: string;
    readonly kind: string;
    readonly parent: string;
    readonly link: string;
    readonly limits: { readonly lower: number | null; readonly upper: number | null; readonly velocity: number | null; readonly acceleration: number | null; readonly effort: number | null };
    readonly motor: { readonly gear_ratio: number | null; readonly torque_constant_nm_a: number | null };
  }[];
  readonly links: readonly {
    readonly number: number;
    readonly name: string;
    readonly mass_kg: number;
    readonly com_in_link_m: readonly number[] | null;
    readonly inertia_about_com_kg_m2: readonly number[] | null;
  }[];
  readonly warnings: readonly Finding[];
}

export interface BaseDocument {
  readonly counts: { readonly standard: number; readonly base: number; readonly alone: number; readonly combination: number; readonly never: number };
  readonly base_parameters: readonly { readonly number: number; readonly parameter: string; readonly expression: string; readonly terms: readonly { readonly parameter: string }[] }[];
  readonly standard_parameters: readonly { readonly name: string; readonly number: number; readonly owner: string }[];
  readonly notes: readonly string[];
}

export interface LogDocument {
  readonly verdict: { readonly readiness: "ready" | "usable_after" | "not_usable"; readonly sentence: string; readonly reasons: readonly string[] };
  readonly joints: readonly { readonly name: string }[];
  readonly map: readonly string[];
  readonly unused_columns: readonly string[];
  readonly effort_kind: string;
  readonly clock: {
    readonly n_samples: number;
    readonly duration_s: number;
    readonly rate_hz: number;
    readonly timing: { readonly gaps?: readonly { readonly t_s?: number; readonly from_s?: number; readonly duration_s?: number; readonly length_s?: number }[] };
    readonly backward: readonly { readonly t_s: number; readonly by_s: number }[];
  };
  readonly freezes: readonly { readonly channels: readonly string[]; readonly t_s: number; readonly duration_s: number }[];
  readonly efforts: { readonly looks_like: string; readonly reason: string } | null;
  readonly excitation: { readonly n_base: number; readonly rank: number; readonly condition: number } | null;
  readonly warnings: readonly (Finding & { readonly details?: unknown })[];
}
