import type { Span } from '../span.ts';

/**
 * Where the data of an atom is: number columns, names of tools and findings and what the index knows of each row; the
 * texts of its record; statistics of its group, which are known after all rows are read; or claims and their marks.
 */
export type FilterScope = 'columns' | 'text' | 'group' | 'claims';

/** A field that an atom reads, and where the filter names it. Lists are fields too: `tool`, `finding`, `claim`. */
export interface FilterField {
  readonly name: string;
  readonly span: Span;
}

/** The sign of a comparison. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * How a text is compared with the one that a filter has: it contains it, or is the same (as a whole, without white space
 * around it; numbers by their values); it is that name, or one that fits `*`; or a pattern is found in it.
 */
export interface TextMatch {
  readonly how: 'contains' | 'same' | 'name' | 'wildcard' | 'pattern';
  /** The text, the name, or the source of the pattern. */
  readonly text: string;
  /** Of a pattern: any of `i`, `m`, `s`. */
  readonly flags: string;
  /** Where the filter has it, with its quotes or slashes. */
  readonly span: Span;
}

/** A state that a row may be in. */
export type RowState = 'failed' | 'broken' | 'truncated' | 'right' | 'wrong';

/** A condition without `and`, `or`, `not`. */
export type FilterAtom = {
  readonly scope: FilterScope;
  /** What it reads; a text that is searched everywhere reads question, response and answer. */
  readonly fields: readonly FilterField[];
  readonly span: Span;
} & FilterTest;

/** What an atom tests. */
export type FilterTest =
  /** Its field against a number. */
  | { readonly kind: 'number'; readonly comparison: Comparison; readonly value: number }
  /** Its field in a range, both ends included; an open end is infinite. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Its first field against its second. */
  | { readonly kind: 'fields'; readonly comparison: Comparison }
  /** Any of its fields, which are texts or names; negated if it is there and does not match. */
  | { readonly kind: 'text'; readonly match: TextMatch; readonly isNegated: boolean }
  /** Any entry of its field, which is a list; negated if none matches. */
  | { readonly kind: 'list'; readonly match: TextMatch; readonly isNegated: boolean }
  | { readonly kind: 'presence'; readonly isPresent: boolean }
  | { readonly kind: 'state'; readonly state: RowState; readonly isNegated: boolean };

/** The formula of a filter over its atoms, which are given by their index. */
export type FilterTree =
  | { readonly kind: 'atom'; readonly atom: number }
  | { readonly kind: 'not'; readonly of: FilterTree }
  | { readonly kind: 'and' | 'or'; readonly of: readonly FilterTree[] };

/** A filter that was read. */
export interface Filter {
  readonly atoms: readonly FilterAtom[];
  /** Null for a filter without conditions, which all rows match. */
  readonly tree: FilterTree | null;
  /** Whether a row matches, given which atoms hold for it. */
  test(holds: (atom: number) => boolean): boolean;
}

/** Why a text is no filter. */
export interface FilterError {
  /** A sentence for people that says what is wrong and what to write. */
  readonly message: string;
  /** Where, in the text of the filter. */
  readonly span: Span;
  /** What the text of the span should be replaced with; null if that is not known. */
  readonly suggestion: string | null;
}

/** The result of reading a filter. */
export type FilterResult =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly error: FilterError };

/** What a filter can ask about a row. Texts are decoded, as they are in the record. */
export interface FilterSubject {
  /**
   * A number of the row: `step`, `score`, `length`, `reward`, `reward.COMPONENT`, `grounded`, another of its record
   * under its key, or any of its record as `record.KEY`. Null or undefined if it has none, which is something else than NaN.
   */
  number(field: string): number | null | undefined;
  /**
   * A text of the row, null if it has none: `question`, `prompt`, `response`, `answer`, `reference`, `id`, `finish`, its
   * `file`, its `verdict` (`right` or `wrong`), its `problem` (a ProblemReason), another of its record under its key, or any
   * of its record as `record.KEY`.
   */
  text(field: string): string | null;
  /** The names of its tool calls. */
  tools(): readonly string[];
  /** The codes of its findings. */
  findings(): readonly string[];
  /** The marks of its claims, such as `not-found`; null if its pages were not searched. */
  claims(): readonly string[] | null;
  /**
   * A statistic of its group (GROUP_FIELDS, or one of a number of the samples, such as `mean.acc`), the group's `name`, or
   * its own `advantage` or `rloo`; null without a group.
   */
  group(field: string): number | string | null;
}
