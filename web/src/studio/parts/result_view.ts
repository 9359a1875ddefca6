// A result: verdict card, parameters, what the method adds. Every number stands in its document.

import { bindCopy } from "../../views/manners.ts";
import { api, type Finding } from "../api.ts";
import { fill, h, table } from "../dom.ts";
import { findingView } from "./job_view.ts";
import { digits } from "./numbers.ts";

/** Fields that the page shows; the others are in the file. */
export interface ResultDocument {
  readonly kind: string;
  readonly robot: { readonly name: string };
  readonly verdict: { readonly grade: string; readonly reason: string; readonly rule?: string; readonly concerns?: readonly string[] };
  readonly provenance: { readonly version: string; readonly command: string };
  readonly warnings: readonly Finding[];
  readonly [field: string]: unknown;
}

interface Parameter {
  readonly name: string;
  readonly expression?: string | null;
  readonly unit: string;
  readonly value: number;
  readonly sigma: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Deepest field that is looked into for parameters. */
const DEPTH = 3;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function isParameter(value: unknown): value is Parameter {
  return isFields(value) && typeof value["value"] === "number" && typeof value["name"] === "string" && typeof value["unit"] === "string";
}

/** Parameters within a field: in lists, in records of joints or axes. */
function parametersIn(value: unknown, depth = 0): Parameter[] {
  if (isParameter(value)) return [value];
  if (!isFields(value) || depth > DEPTH) return [];
  return Object.values(value).flatMap((one) => parametersIn(one, depth + 1));
}

function parameterLists(document: ResultDocument): [string, Parameter[]][] {
  const lists = Object.entries(document).map(([name, value]): [string, Parameter[]] => [name, parametersIn(value)]);
  return lists.filter(([, parameters]) => parameters.length > 0);
}

/** Mass and centre of mass of what was weighed, or of the links before and after. */
function bodies(document: ResultDocument): HTMLElement | null {
  type Body = { readonly mass_kg: number; readonly com_m: readonly number[] };
  const centre = (body: Body): string => body.com_m.map((x) => digits(x, 4)).join(", ");
  const mass = (body: Body, field: string): HTMLElement => h("span", { "data-field": field, "data-value": body.mass_kg }, digits(body.mass_kg, 5));
  const load = document["body"] as Body | undefined;
  if (load?.com_m) return table("Load", ["mass, kg", "centre of mass, m"], [[mass(load, "mass_kg"), centre(load)]], [0]);
  const links = document["links"] as readonly { readonly name: string; readonly nominal: Body; readonly identified: Body }[] | undefined;
  if (!Array.isArray(links) || !links[0]?.identified) return null;
  const rows = links.map(({ name, nominal, identified }) => [name, digits(nominal.mass_kg, 5), mass(identified, name), centre(nominal), centre(identified)]);
  return h("details", {}, h("summary", {}, `bodies: ${links.length}`), table("Bodies before and after", ["link", "mass before, kg", "after", "centre of mass before, m", "after"], rows, [1, 2]));
}

/** Contacts that were found, log by log. */
function contacts(document: ResultDocument): HTMLElement | null {
  if (document.kind !== "collisions") return null;
  const logs = document["logs"] as readonly { readonly source: string; readonly contacts: readonly { readonly from_s: number; readonly until_s: number; readonly joints: readonly string[] }[] }[];
  const rows = logs.flatMap(({ source, contacts: found }) => found.map((one) => [source, digits(one.from_s), digits(one.until_s), one.joints.join(", ")]));
  return rows.length > 0 ? table("Contacts", ["log", "from, s", "to, s", "joints"], rows, [1, 2]) : h("p", {}, "No contact was found.");
}

export function verdictCard(document: ResultDocument): HTMLElement {
  const { grade, reason, rule, concerns = [] } = document.verdict;
  return h(
    "section",
    { class: `card ${grade}`, "aria-label": "Verdict" },
    h("p", { class: `verdict ${grade}`, "data-grade": grade }, `${document.robot.name}: ${grade}`),
    h("p", {}, reason),
    concerns.length > 0 && h("ul", {}, ...concerns.map((concern) => h("li", {}, concern))),
    rule && h("p", { class: "soft" }, `Rule: ${rule}`),
  );
}

function parameterTable(name: string, parameters: readonly Parameter[]): HTMLElement {
  const label = name.replace(/_/g, " ");
  const rows = parameters.map((one) => {
    const value = h("span", { "data-parameter": one.name, "data-value": one.value }, digits(one.value, 5));
    const percent = one.sigma !== null && one.value ? `${digits(Math.abs((100 * one.sigma) / one.value), 2)} %` : "–";
    return [one.expression ?? one.name, value, digits(one.sigma, 2), percent, one.unit];
  });
  const isFirst = /^(base_parameters|axes|joints|parameters)$/.test(name);
  return h("details", { open: isFirst }, h("summary", {}, `${label}: ${parameters.length}`), table(label, ["parameter", "value", "sigma", "relative", "unit"], rows, [1, 2, 3]));
}

/** Lines for controllers, each to be copied. */
function vendorEntries(document: ResultDocument): HTMLElement | null {
  const entries = document["entries"] as readonly { readonly words: string; readonly text: string }[] | undefined;
  if (!Array.isArray(entries) || entries.length === 0) return null;
  const entry = ({ words, text }: { words: string; text: string }): HTMLElement => {
    const code = h("pre", { class: "code", tabindex: 0 }, text);
    const copy = h("button", { type: "button", class: "copy" }, "Copy");
    bindCopy(copy, code);
    return h("div", { class: "vendor" }, h("h3", {}, words), code, copy);
  };
  return h("section", {}, h("h2", {}, "For the controller"), ...entries.map(entry));
}

/** Everything about a result in the project. */
export async function showResult(element: HTMLElement, path: string, hasReport: boolean): Promise<void> {
  try {
    const document = await api.result<ResultDocument>(path);
    const report = hasReport && h("details", { class: "report" }, h("summary", {}, "The whole report"));
    if (report) {
      report.addEventListener("toggle", () => {
        if (report.open && !report.querySelector("iframe")) report.append(reportFrame(path));
      });
    }
    fill(
      element,
      verdictCard(document),
      vendorEntries(document),
      bodies(document),
      contacts(document),
      ...parameterLists(document).map(([name, parameters]) => parameterTable(name, parameters)),
      document.warnings.length > 0 && h("details", {}, h("summary", {}, `${document.warnings.length} warnings`), h("ul", { class: "findings" }, ...document.warnings.map((finding) => findingView(finding)))),
      report,
      h("p", {}, h("a", { href: api.downloadAddress(`${path}/result.json`), download: true }, "result.json"), " ", h("code", {}, path)),
    );
  } catch (error) {
    fill(element, h("p", { class: "trouble", role: "alert" }, (error as Error).message));
  }
}

/** A page that taufit wrote, in a frame without rights. */
export function reportFrame(path: string): HTMLElement {
  return h("iframe", { src: api.reportAddress(path), sandbox: "allow-scripts", title: `Report of ${path}`, class: "report-frame" });
}
