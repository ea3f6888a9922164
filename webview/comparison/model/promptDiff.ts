import { structuredPatch } from 'diff';
import type { ComparedPrompts } from '../../../src/protocol/comparison.ts';

/** A line of the difference between two prompts. */
export interface PromptLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** The difference between two prompts as they were sent. */
export interface PromptDiff {
  readonly removed: number;
  readonly added: number;
  /** The lines that differ with one line around them; a gap stands for lines that are left out. */
  readonly lines: readonly PromptLine[];
}

/** How many lines may differ before two prompts count as completely different; this limits the work. */
const MOST_EDITS = 2_000;

/** What changed between two prompts, line by line, as they were sent. A final line break does not count. */
export function diffPrompts(before: string, after: string): PromptDiff {
  const [old, current] = [`${before}\n`, `${after}\n`];
  const patch = structuredPatch('', '', old, current, '', '', { context: 1, maxEditLength: MOST_EDITS });
  const hunks = patch?.hunks.map(({ oldStart, lines }) => ({
    first: oldStart,
    lines: lines.flatMap(promptLine),
  })) ?? [{ first: 1, lines: [...allLines(old, 'removed'), ...allLines(current, 'added')] }];
  const lines = hunks.flatMap(({ first, lines: own }, index): PromptLine[] =>
    index === 0 && first <= 1 ? own : [{ kind: 'gap', text: '' }, ...own],
  );
  const countOf = (wanted: PromptLine['kind']): number => lines.filter(({ kind }) => kind === wanted).length;
  return { removed: countOf('removed'), added: countOf('added'), lines };
}

/** What changed in the prompts of several questions: the same everywhere, or not; `unknown` if no prompt is known. */
export type SharedPromptDiff = PromptDiff | 'different' | 'unknown';

/** The change that all pairs of prompts share. Only the lines that differ count, not those around them. */
export function sharedPromptDiff(prompts: readonly ComparedPrompts[]): SharedPromptDiff {
  const diffs = prompts.map(({ before, after }) => diffPrompts(before, after));
  const [first] = diffs;
  if (first === undefined) return 'unknown';
  return new Set(diffs.map(changedLines)).size === 1 ? first : 'different';
}

const changedLines = ({ lines }: PromptDiff): string =>
  JSON.stringify(lines.filter(({ kind }) => kind === 'removed' || kind === 'added'));

const KINDS: Readonly<Record<string, PromptLine['kind']>> = { ' ': 'same', '-': 'removed', '+': 'added' };

function promptLine(line: string): PromptLine[] {
  const kind = KINDS[line.charAt(0)];
  return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
}

const allLines = (text: string, kind: PromptLine['kind']): PromptLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => ({ kind, text: line }));
