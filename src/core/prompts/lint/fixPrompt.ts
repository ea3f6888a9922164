import { lintPrompt } from './lintPrompt.ts';
import type { LintOptions, PromptEdit, PromptFinding, PromptLint } from './model.ts';

/** A prompt after its repairs. */
export interface FixedPrompt {
  readonly text: string;
  /** The titles of the repairs that were made, in the order in which they were made. */
  readonly made: readonly string[];
  /** The findings that are left. */
  readonly lint: PromptLint;
}

/** How often a repaired prompt is linted again: a repair can make another one possible, but two must not alternate. */
const MOST_ROUNDS = 10;

/**
 * Makes the repairs of the lint's findings, the same ones that the editor offers, until none is left. Repairs that
 * overlap are made one after the other. Never throws on any text.
 */
export function fixPrompt(text: string, options: LintOptions): FixedPrompt {
  let fixed = text;
  let lint = lintPrompt(fixed, options);
  const made: string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { edits, titles } = chooseEdits(lint.findings);
    const next = applyEdits(fixed, edits);
    if (next === fixed) break;
    made.push(...titles);
    fixed = next;
    lint = lintPrompt(fixed, options);
  }
  return { text: fixed, made, lint };
}

/** The first repair of each finding, except those that overlap an earlier one. */
function chooseEdits(findings: readonly PromptFinding[]): {
  readonly edits: readonly PromptEdit[];
  readonly titles: readonly string[];
} {
  const edits: PromptEdit[] = [];
  const titles: string[] = [];
  for (const { fixes } of findings) {
    const [fix] = fixes;
    if (fix === undefined || fix.edits.some((edit) => edits.some((other) => overlaps(edit, other)))) continue;
    edits.push(...fix.edits);
    titles.push(fix.title);
  }
  return { edits, titles };
}

/** Whether two edits change the same text, or insert at the same place. */
const overlaps = ({ span: a }: PromptEdit, { span: b }: PromptEdit): boolean =>
  a.start < b.end && b.start < a.end ? true : a.start === b.start;

function applyEdits(text: string, edits: readonly PromptEdit[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (all, { span, text: words }) =>
        all.slice(0, span.start) + words.replaceAll('\n', lineEnd) + all.slice(span.end),
      text,
    );
}
