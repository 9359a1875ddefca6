// Commands about the chosen robot and logs.

import type { ChosenLog, CommandRequest, OptionValue, Options } from "../api.ts";
import { store } from "../store.ts";

/** Logs by their use. */
export function logsFor(use: ChosenLog["use"]): readonly ChosenLog[] {
  return (store.choices.log ?? []).filter((log) => log.use === use);
}

/** Options by which all these logs are read; why there are none, where they differ. */
export function sharedOptions(logs: readonly ChosenLog[]): { options: Options; problem: string } {
  const first = logs[0]?.options ?? {};
  const other = logs.find((log) => JSON.stringify(log.options ?? {}) !== JSON.stringify(first));
  const problem = other ? `${logs[0]!.path} and ${other.path} are read by different options; a command takes one set for all its logs. Make them equal on the step Data.` : "";
  return { options: first, problem };
}

/** Options of `wanted` that the verb knows. */
export function known(verb: string, wanted: Options): Record<string, OptionValue> {
  const names = new Set(store.vocabulary.verbs.find((one) => one.name === verb)?.arguments.map((argument) => argument.name));
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => names.has(name)));
}

/** The health check of a log. */
export function inspectRequest(log: ChosenLog): CommandRequest {
  const { robot, robot_options = {} } = store.choices;
  const about = robot ? { robot, ...robot_options } : {};
  return { verb: "inspect", arguments: { files: log.path, ...about, ...(log.options ?? {}) } };
}

/** Options of a line such as `--negate=joint2` or `--effort current --gains K1,K2`, where all values are given. */
export function repairOptions(line: string): Options | null {
  const options: Record<string, OptionValue> = {};
  const parts = line.trim().split(/\s+(?=--)/);
  for (const part of parts) {
    const found = /^--([a-z-]+)(?:[= ](\S+))?$/.exec(part.trim());
    // Capitals stand for values that only the user knows.
    if (!found || /[A-Z]{2}|K1/.test(found[2] ?? "")) return null;
    options[found[1]!.replace(/-/g, "_")] = found[2] ?? true;
  }
  return options;
}

/** Puts options to a log. */
export function setLogOptions(path: string, change: (options: Options) => Options): void {
  void store.edit((choices) => ({
    ...choices,
    log: (choices.log ?? []).map((log) => (log.path === path ? { ...log, options: change(log.options ?? {}) } : log)),
  }));
}
