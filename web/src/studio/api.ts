// The server: documents, choices, jobs, uploads.

export type OptionValue = boolean | number | string | readonly string[];
export type Options = Readonly<Record<string, OptionValue>>;

export interface ChosenLog {
  readonly path: string;
  readonly use: "fit" | "validation" | "none";
  readonly options?: Options;
}

export interface Choices {
  readonly robot?: string;
  readonly hold_out?: number;
  readonly method?: string;
  readonly robot_options?: Options;
  readonly log?: readonly ChosenLog[];
  readonly form?: Readonly<Record<string, Options>>;
}

export interface ResultSummary {
  readonly path: string;
  readonly kind: string;
  readonly robot: string | null;
  readonly grade: string | null;
  readonly reason: string | null;
  readonly command: string | null;
  readonly has_report: boolean;
}

export interface Files {
  readonly robots: readonly string[];
  readonly logs: readonly { readonly path: string; readonly bytes: number }[];
  readonly motions: readonly string[];
  readonly experiments: readonly string[];
  readonly scenes: readonly string[];
  readonly pages: readonly string[];
  readonly other: readonly string[];
  readonly results: readonly ResultSummary[];
  readonly truncated: boolean;
}

export interface Project {
  readonly folder: string;
  readonly version: string;
  readonly revision: string;
  readonly choices: Choices;
  readonly problem?: string;
  readonly files: Files;
}

export interface Argument {
  readonly name: string;
  readonly option: string | null;
  readonly positional: boolean;
  readonly required: boolean;
  readonly flag: boolean;
  readonly bare: boolean;
  readonly many: boolean;
  readonly help: string;
  readonly value: string;
  readonly default: readonly string[];
  readonly choices: readonly string[];
}

export interface Verb {
  readonly name: string;
  readonly about: string;
  readonly arguments: readonly Argument[];
}

export interface Method {
  readonly verb: string;
  readonly title: string;
  readonly question: string;
  readonly logs: { readonly fit: string | null; readonly validation: string | null };
  readonly options: readonly string[];
}

export interface Vocabulary {
  readonly verbs: readonly Verb[];
  readonly methods: readonly Method[];
  readonly robots: readonly { readonly name: string; readonly about: string }[];
}

export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  readonly repair?: string;
}

export interface JobError {
  readonly code: string | null;
  readonly message: string;
  readonly option?: string;
  readonly findings?: readonly Finding[];
}

export type JobState = "waiting" | "running" | "done" | "poor" | "refused" | "failed" | "cancelled" | "lost";

export interface Job {
  readonly id: number;
  readonly verb: string;
  readonly line: string;
  readonly python: string;
  readonly outputs: readonly string[];
  readonly state: JobState;
  readonly began_ms: number | null;
  readonly ended_ms: number | null;
  readonly end: string | null;
  readonly error: JobError | null;
  readonly messages: string;
  readonly progress: { readonly what: string; readonly done: number; readonly total: number | null; readonly criterion: number | null; readonly q: readonly number[] } | null;
  readonly criteria: readonly (readonly [share: number, criterion: number])[];
}

export interface CommandRequest {
  readonly verb: string;
  readonly arguments: Readonly<Record<string, OptionValue>>;
  readonly more?: string;
}

export interface CommandLine {
  readonly line: string;
  readonly python: string;
}

/** An answer that is not the wanted one: code, words, next step. */
export class Refusal extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly advice: string) {
    super(message);
  }
}

async function fetched(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { "x-taufit": "1", ...init.headers } });
  } catch {
    throw new Refusal(0, "", "the studio does not answer", "start `taufit studio` again in the same folder: nothing is lost");
  }
  // A file of the user's that cannot be read is no fault of the request.
  if (response.ok && !response.headers.has("x-taufit-file-error")) return response;
  const body: unknown = await response.json().catch(() => null);
  const error = (body as { error?: { code: string; message: string; advice: string } } | null)?.error;
  throw new Refusal(response.status, error?.code ?? "", error?.message ?? `the answer is ${response.status}`, error?.advice ?? "load the page again");
}

async function get<T>(path: string): Promise<T> {
  return (await fetched(path)).json() as Promise<T>;
}

async function send<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await fetched(path, { method, headers, body: JSON.stringify(body) })).json() as Promise<T>;
}

const named = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

export const api = {
  project: () => get<Project>("/api/project"),
  vocabulary: () => get<Vocabulary>("/api/verbs"),
  editChoices: (revision: string, choices: Choices) => send<{ revision: string }>("PUT", "/api/choices", { revision, choices }),
  namePath: (path: string) => send<{ path: string }>("POST", "/api/named", { path }),
  writeText: (path: string, text: string) => send<{ path: string }>("POST", "/api/scene", { path, text }),
  scene: (robot: string, scene?: string) => get<unknown>(`/api/robot?${named(scene ? { robot, scene } : { robot })}`),
  explain: (code: string) => get<{ text: string }>(`/api/explain?${named({ name: code })}`),
  command: (request: CommandRequest) => send<CommandLine>("POST", "/api/command", request),
  jobs: () => get<readonly Job[]>("/api/jobs"),
  job: (id: number) => get<Job>(`/api/jobs/${id}`),
  start: (request: CommandRequest) => send<Job>("POST", "/api/jobs", request),
  cancel: (id: number) => send<Job>("POST", `/api/jobs/${id}/cancel`, {}),
  document: <T>(id: number) => get<T>(`/api/jobs/${id}/document`),
  result: <T>(path: string) => get<T>(`/api/result?${named({ path })}`),
  reportAddress: (path: string) => `/report?${named({ path })}`,
  downloadAddress: (path: string) => `/download?${named({ path })}`,
  columns: (log: string) => get<readonly string[]>(`/api/columns?${named({ log })}`),
  series: async (log: string) => (await fetched(`/api/series?${named({ log })}`)).arrayBuffer(),
  piece: async (log: string, from: number, to: number, count: number) =>
    (await fetched(`/api/series/piece?${named({ log, from, to, count })}`)).arrayBuffer(),
  upload: async (path: string, file: Blob): Promise<{ path: string }> => {
    const headers = { "content-type": "application/octet-stream" };
    return (await fetched(`/api/uploads?${named({ path })}`, { method: "POST", headers, body: file })).json() as Promise<{ path: string }>;
  },
};
