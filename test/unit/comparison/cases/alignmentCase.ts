import type { DialectName } from '../../../../src/core/trajectory/model.ts';

/**
 * The text of one step on each side, or null for a side without it. A text that begins with `</` closes a step and is
 * none of its own.
 */
export type CaseRow = readonly (string | null)[];

/** Trajectories as a person would align them. */
export interface AlignmentCase {
  readonly title: string;
  readonly dialect: DialectName;
  readonly rows: readonly CaseRow[];
}

/** A row that all sides have. */
export const both = (text: string, sides = 2): CaseRow => Array.from({ length: sides }, () => text);

export const think = (text: string): string => `<think>${text}</think>\n`;
export const answer = (text: string): string => `<answer>${text}</answer>`;

/** A tool call of Lang2Act, with what the model reads. */
export const call = (name: string, args: string, reads: string): string =>
  `<tool name="${name}" args="${args}">${reads}</tool>\n`;
