// A document that has no form of its own on the page: lists of records as tables, everything else as it is.

import { fill, h, table } from "../dom.ts";
import { digits } from "./numbers.ts";

type Fields = Readonly<Record<string, unknown>>;

const FRAME = new Set(["schema_version", "kind", "provenance", "warnings", "settings"]);

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

function text(value: unknown): string {
  if (typeof value === "number") return digits(value, 5);
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.map(text).join(", ");
  return JSON.stringify(value);
}

/** Tables of a document. */
export function documentView(document: object): HTMLElement {
  const element = h("div", { class: "document" });
  const parts = Object.entries(document as Fields).filter(([name]) => !FRAME.has(name));
  const lists = parts.filter((part): part is [string, Fields[]] => Array.isArray(part[1]) && part[1].length > 0 && part[1].every(isRecord));
  const plain = parts.filter(([name]) => !lists.some(([list]) => list === name));
  const listTable = ([name, rows]: [string, Fields[]]): HTMLElement => {
    const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return table(name.replace(/_/g, " "), heads.map((head) => head.replace(/_/g, " ")), rows.map((row) => heads.map((head) => text(row[head]))));
  };
  fill(
    element,
    plain.length > 0 && table("Fields", ["", ""], plain.map(([name, value]) => [name.replace(/_/g, " "), isRecord(value) ? Object.entries(value).map(([key, one]) => `${key.replace(/_/g, " ")}: ${text(one)}`).join("; ") : text(value)])),
    ...lists.flatMap((list) => [h("h3", {}, list[0].replace(/_/g, " ")), listTable(list)]),
  );
  return element;
}
