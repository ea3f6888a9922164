import type { Component, Entry } from '../../core/rewards/model.ts';
import type { Span } from '../../core/span.ts';
import { sentenceMarkdown } from '../markdown.ts';
import type { Analysis } from './analysis.ts';
import { formatDecimal } from './reward.ts';

/** One line of the reward's explanation that points at a place; the span is of the response. */
export interface PlacedEntry {
  readonly component: Component;
  readonly entry: Entry;
  readonly span: Span;
}

/** Every line of the reward's explanation that points at a place, in the order of the reward. */
export function entriesWithPlace({ score }: Analysis): readonly PlacedEntry[] {
  return (score?.components ?? []).flatMap((component) =>
    component.entries.flatMap((entry) =>
      entry.span === null ? [] : [{ component, entry, span: entry.span }],
    ),
  );
}

/** What an entry costs, in Markdown: the sum in the reward's own units, the component, its own units and the reason. */
export function entryMarkdown({ component, entry }: PlacedEntry): string {
  const ofComponent =
    component.weight === '1' ? '' : ` (${formatDecimal(entry.amount)} of ${component.start} there)`;
  return `**${formatDecimal(entry.paid)}** ${component.title}${ofComponent}: ${sentenceMarkdown(entry.reason)}`;
}
