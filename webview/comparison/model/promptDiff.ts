import { structuredPatch } from 'diff';
import { readSentRequest } from '../../../src/core/records/sentRequest.ts';

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

/**
 * What changed between two prompts, line by line, as they were sent with the question filled in.
 * @param before the request as JSON; null if none was sent from here
 * @returns null if a request is not known
 */
export function diffPrompts(before: string | null, after: string | null): PromptDiff | null {
  const [old, current] = [promptText(before), promptText(after)];
  if (old === null || current === null) return null;
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

/** The texts of all messages of a request; a final line break does not count. */
function promptText(request: string | null): string | null {
  const sent = request === null ? null : readSentRequest(request);
  return (
    sent &&
    `${sent.messages
      .map(({ text }) => text)
      .join('\n')
      .trimEnd()}\n`
  );
}

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
