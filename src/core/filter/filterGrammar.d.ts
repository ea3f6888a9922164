import type { Span } from '../span.ts';
import type { GrammarNode } from './grammarNodes.ts';

/**
 * Parses a filter with the compiled grammar. Null if the text has no condition.
 * @throws {SyntaxError} whose message is the code of a fault, and whose location is the span of the fault
 */
export declare function parse(text: string): GrammarNode | null;

/** A fault of a filter. */
export declare class SyntaxError extends Error {
  readonly location: Span;
}
