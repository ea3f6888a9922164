import { t } from '@vscode/l10n';
import type { Component, Entry } from '../../core/rewards/model.ts';
import type { Span } from '../../core/span.ts';
import { escapeMarkdown, sentenceMarkdown } from '../markdown.ts';
import type { Analysis } from './analysis.ts';
import { formatDecimal } from './reward.ts';

/** An entry of the reward's explanation that has a place; the span is in the response. */
export interface PlacedEntry {
  readonly component: Component;
  readonly entry: Entry;
  readonly span: Span;
}

/** Every entry of the reward's explanation that has a place, in the reward's order. */
export function entriesWithPlace({ score }: Analysis): readonly PlacedEntry[] {
  return (score?.components ?? []).flatMap((component) =>
    component.entries.flatMap((entry) =>
      entry.span === null ? [] : [{ component, entry, span: entry.span }],
    ),
  );
}

/**
 * The cost of an entry, in Markdown: the amount in the reward's own units, the component, its own units, and the
 * reason.
 */
export function entryMarkdown({ component, entry }: PlacedEntry): string {
  const ofComponent =
    component.weight === '1'
      ? ''
      : ` (${t('{0} of {1} there', formatDecimal(entry.amount), component.start)})`;
  return `**${formatDecimal(entry.paid)}** ${escapeMarkdown(component.title)}${ofComponent}: ${sentenceMarkdown(entry.reason)}`;
}
