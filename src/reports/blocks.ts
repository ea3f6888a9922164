import type { GroundedClaim } from '../core/grounding/model.ts';

/**
 * A piece of a line. A string is text as it is, whatever it contains: what writes the report escapes it. White space in
 * it means one space.
 */
export type Inline =
  | string
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** A link to the part of the report with the id `to`. */
  | { readonly kind: 'link'; readonly to: string; readonly text: string }
  /** Text of a response that is a claim, and the id of the claim in the report. */
  | { readonly kind: 'claim'; readonly to: string; readonly text: string; readonly claim: GroundedClaim };

/** A line of a list; a deeper one belongs to the last line before it that is less deep. */
export interface ListLine {
  /** From 0. */
  readonly depth: number;
  readonly content: readonly Inline[];
  /** The id of the part of the report that it is; null if nothing links to it. */
  readonly id: string | null;
}

/** A row of a table: its cells. */
export interface TableRow {
  readonly cells: readonly (readonly Inline[])[];
  readonly id: string | null;
}

/** A part of a report. */
export type Block =
  | {
      readonly kind: 'heading';
      /** From 1. */
      readonly depth: number;
      readonly text: string;
      readonly id: string | null;
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  /** A sentence that a person should not overlook. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'list'; readonly lines: readonly ListLine[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      /** Columns with numbers, from 0. */
      readonly numeric: readonly number[];
      readonly rows: readonly TableRow[];
    }
  /** The exact text of a response. */
  | { readonly kind: 'response'; readonly text: string }
  /** A file with a picture, as a path relative to the report. */
  | { readonly kind: 'picture'; readonly title: string; readonly file: string };

/** Text that stands out. */
export const strong = (text: string): Inline => ({ kind: 'strong', text });

/** A name as it is written in a response. */
export const code = (text: string): Inline => ({ kind: 'code', text });

/** A heading; `depth` counts from 1. */
export const heading = (depth: number, text: string, id: string | null = null): Block => ({
  kind: 'heading',
  depth,
  text,
  id,
});

/** A paragraph of some pieces. */
export const paragraph = (...content: readonly Inline[]): Block => ({ kind: 'paragraph', content });

/** A list without depth; nothing if there are no lines. */
export function list(lines: readonly (readonly Inline[])[]): readonly Block[] {
  if (lines.length === 0) return [];
  return [{ kind: 'list', lines: lines.map((content) => ({ depth: 0, content, id: null })) }];
}

/** A text without the white space at its ends; `otherwise` if there is none. */
export function textOr(text: string | null | undefined, otherwise: string): string {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? otherwise : trimmed;
}

/** What something is: `Model: Qwen`. */
export function fact(label: string, ...value: readonly Inline[]): readonly Inline[] {
  return [strong(`${label}:`), ' ', ...value];
}

/** The place of an element among the values of `t()`, see `withElement`. */
export const SLOT = '\u0000';

/** A sentence with an element in place of its slot. */
export function withElement(sentence: string, element: Inline): readonly Inline[] {
  const at = sentence.indexOf(SLOT);
  return [sentence.slice(0, at), element, sentence.slice(at + SLOT.length)];
}
