import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { claimMark } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence, markPhrase } from '../../../src/core/grounding/claimWords.ts';
import type { Span } from '../../../src/core/span.ts';
import { splitImageTokens } from '../../../src/core/trajectory/imageTokens.ts';
import type { IndexedClaim } from '../model/claimIndex.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { imageAt, pageOfAdded } from '../model/addedImages.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { ImageChip } from './imageChip.tsx';

const REFERENCE = /\bimage[ \t]+(\d{1,4})(?!\d)/gi;

interface MarkedTextProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly span: Span;
  /** Whether it is in the current row, whose links are tab stops. */
  readonly current: boolean;
}

/**
 * A part of the response with every `Image k` and what stands for an image as a chip, and each claim underlined by what
 * the pages say of it.
 */
export function MarkedText({ model, parsed, span, current }: MarkedTextProps): JSX.Element {
  const claims = withoutOverlap(model.claims.index.value.within(span));
  const parts: ComponentChildren[] = [];
  let from = span.start;
  const withChips = (start: number, end: number): ComponentChildren =>
    splitImageTokens(parsed.text.slice(start, end), (at) => (
      <TokenChip key={start + at} model={model} parsed={parsed} at={start + at} stop={current} />
    )).map((piece) => (typeof piece === 'string' ? withImageChips(model, piece, current) : piece));
  for (const one of claims) {
    const start = Math.max(from, one.claim.span.start);
    const end = Math.min(span.end, one.claim.span.end);
    if (end <= start) continue;
    parts.push(withChips(from, start));
    parts.push(
      <Mark key={start} model={model} one={one}>
        {withChips(start, end)}
      </Mark>,
    );
    from = end;
  }
  parts.push(withChips(from, span.end));
  return <>{parts}</>;
}

interface MarkProps {
  readonly model: InspectorModel;
  readonly one: IndexedClaim;
  readonly children: ComponentChildren;
}

/** A claim in running text. Choosing it selects it; a screen reader says its mark after it. */
function Mark({ model, one: { claim, index }, children }: MarkProps): JSX.Element {
  const isCurrent = model.claims.current.value?.index === index;
  const isMentioned = model.claims.mentioned.value.has(index);
  const mark = claimMark(claim);
  return (
    <span
      class={`mark ${mark}${isMentioned ? ' mentioned' : ''}${isCurrent ? ' chosen' : ''}`}
      title={claimSentence(claim)}
      onClick={(event) => {
        event.stopPropagation();
        model.select(claim.span, 'steps', true);
      }}
    >
      {children}
      <span class="visually-hidden">{t(' ({0})', markPhrase(mark))}</span>
    </span>
  );
}

/** The claims that are marked: where two overlap, the one that begins first, and of those the longer one. */
function withoutOverlap(claims: readonly IndexedClaim[]): readonly IndexedClaim[] {
  const ordered = claims.toSorted(
    (one, other) =>
      one.claim.span.start - other.claim.span.start || other.claim.span.end - one.claim.span.end,
  );
  let end = 0;
  return ordered.filter(({ claim: { span } }) => {
    const isFree = span.start >= end;
    if (isFree) ({ end } = span);
    return isFree;
  });
}

interface TokenChipProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  /** Where the tokens are in the text. */
  readonly at: number;
  readonly stop: boolean;
}

/** An image that tokens stand for: the page that it shows, where that is known. */
function TokenChip({ model, parsed, at, stop }: TokenChipProps): JSX.Element {
  const info = model.info.value;
  const image = info && imageAt(info, parsed, at);
  if (info === null || image === null) return <span class="chip">{t('Image')}</span>;
  const { page, region } = image;
  return (
    <ImageChip
      model={model}
      image={pageOfAdded(info, image) ?? 0}
      text={region === null ? t('Image: page {0}', page) : t('Image: part of page {0}', page)}
      stop={stop}
    />
  );
}

/** `text` with every `Image k` in it as a chip. */
function withImageChips(model: InspectorModel, text: string, stop: boolean): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index));
    parts.push(
      <ImageChip key={match.index} model={model} image={Number(match[1])} text={match[0]} stop={stop} />,
    );
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
