import { t } from '@vscode/l10n';
import { sum } from '../../core/decimal.ts';
import type { Entry, Score } from '../../core/rewards/model.ts';
import type { Span } from '../../core/span.ts';
import type { PartKind } from '../../core/trajectory/partModel.ts';
import { sentenceMarkdown } from '../markdown.ts';
import type { InlayHint } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { entryMarkdown, entriesWithPlace, type PlacedEntry } from './deductions.ts';
import { formatDecimal } from './reward.ts';

/** Notes of rewards that say that a call is not read at all. */
const UNREAD: ReadonlySet<string> = new Set(['tool-not-seen', 'tool-not-counted']);

const PAID_KINDS: ReadonlySet<Entry['kind']> = new Set(['deduction', 'credit']);

/** Parts other than tool calls for which a reward pays one by one. */
const PAID_PARTS: ReadonlySet<PartKind> = new Set(['evidence-item', 'box']);

/**
 * What each tool call within `range` (of the document) earns or loses, in the reward's own units: 0 for a call without
 * a deduction, or a note that the reward does not see it; no hint if the reward reads no calls. Items of evidence and
 * boxes get a hint if the reward scores them one by one.
 */
export function inlayHintsOf(analysis: Analysis, range: Span): readonly InlayHint[] {
  const { score, trajectory } = analysis;
  if (score === null) return [];
  const entries = entriesWithPlace(analysis).filter(({ entry }) => PAID_KINDS.has(entry.kind));
  const parts = trajectory.parts.flatMap((part): readonly InlayHint[] => {
    const own = PAID_PARTS.has(part.kind) ? entries.filter(({ span }) => within(span, part)) : [];
    return own.length === 0 ? [] : [hint(analysis.place(part.span).end, own)];
  });
  return [...callHints(analysis, score, entries), ...parts].filter(
    ({ offset }) => offset >= range.start && offset <= range.end,
  );
}

function callHints(analysis: Analysis, score: Score, entries: readonly PlacedEntry[]): readonly InlayHint[] {
  const unread = score.notes.filter(({ code }) => UNREAD.has(code));
  const reads = scoresCalls(score);
  return analysis.trajectory.tools.flatMap((call): readonly InlayHint[] => {
    const offset = analysis.place(call.close ?? call.open).end;
    const own = entries.filter(({ span }) => within(span, call));
    if (own.length > 0) return [hint(offset, own)];
    const note = unread.find(({ span }) => span.start >= call.span.start && span.start < call.span.end);
    if (note !== undefined)
      return [{ offset, label: t('not seen'), tooltip: sentenceMarkdown(note.message) }];
    return reads
      ? [{ offset, label: '0', tooltip: t('The reward deducts nothing for this tool call.') }]
      : [];
  });
}

/** Whether the reward scored calls at all: a fault of the whole response, which has no span, prevents that. */
function scoresCalls({ components }: Score): boolean {
  const component = components.find(({ key }) => key === 'tool');
  return (
    component !== undefined &&
    !component.entries.some(({ kind, span }) => kind === 'deduction' && span === null)
  );
}

const within = (span: Span, { span: { start, end } }: { readonly span: Span }): boolean =>
  span.start >= start && span.end <= end;

function hint(offset: number, entries: readonly PlacedEntry[]): InlayHint {
  const paid = sum(entries.map(({ entry }) => entry.paid));
  return {
    offset,
    label: /^[1-9]|^0\./.test(paid) ? `+${formatDecimal(paid)}` : formatDecimal(paid),
    tooltip: entries.map(entryMarkdown).join('\n\n'),
  };
}
