import type { Span } from '../span.ts';

/** The sign between a field and its value. */
export type Sign = ':' | '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A value as it is written; escapes of quoted texts are decoded. */
export type WrittenValue =
  | { readonly type: 'number'; readonly number: number; readonly text: string; readonly span: Span }
  /** Null where the range has no end. */
  | {
      readonly type: 'range';
      readonly from: number | null;
      readonly to: number | null;
      readonly text: string;
      readonly span: Span;
    }
  /** A word, a quoted text, and a name in backticks. */
  | { readonly type: 'word' | 'text' | 'field'; readonly text: string; readonly span: Span }
  | { readonly type: 'pattern'; readonly text: string; readonly flags: string; readonly span: Span };

/** The name of a field as it is written, without quotes. */
export interface WrittenField {
  readonly name: string;
  readonly isQuoted: boolean;
  readonly span: Span;
}

/** A condition as the grammar reads it. */
export interface WrittenCondition {
  readonly type: 'condition';
  readonly field: WrittenField;
  readonly sign: Sign;
  readonly value: WrittenValue;
  readonly span: Span;
}

/** What the grammar makes of a filter. */
export type GrammarNode =
  | { readonly type: 'and' | 'or'; readonly of: readonly GrammarNode[] }
  | { readonly type: 'not'; readonly of: GrammarNode }
  | WrittenCondition
  | { readonly type: 'search'; readonly value: WrittenValue; readonly span: Span };
