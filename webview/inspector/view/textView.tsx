import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AdvantageSpan } from '../../../src/core/groups/scopedAdvantages.ts';
import type { TokenGroup, TokenGroups } from '../../../src/core/records/tokenProbabilities.ts';
import type { Span } from '../../../src/core/span.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { Advantages } from '../model/advantages.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Selection } from '../model/selectionSender.ts';
import type { ClaimIndex } from '../model/claimIndex.ts';
import { highlight } from '../model/highlight.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { levelOf, tokenSegments, type Probabilities } from '../model/probabilities.ts';
import { AdvantageBar } from './advantageBar.tsx';
import { selectedSpan } from './domSelection.ts';
import { ProbabilityBar } from './probabilityBar.tsx';
import { TokenCard, type LookedAt } from './tokenCard.tsx';
import { firstInView, tokenAfterKey, tokenAt, useTokens } from './tokenLook.ts';
import { useChunkStamps } from './useChunkStamps.ts';

const NO_PIECES: readonly AdvantageSpan[] = [];
const LINE_HEIGHT = 20;
const LINE_LENGTH = 90;

interface TextViewProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
  readonly probabilities: Probabilities;
  readonly advantages: Advantages;
}

/** The response as it was written, with tags and tools highlighted; drawn as text, never as markup. */
export function TextView({ model, sample, probabilities, advantages }: TextViewProps): JSX.Element {
  const parsed = sample.parsed.value;
  const explained = sample.explained.value;
  const claims = sample.claims.value;
  const mentioned = model.claims.mentioned.value;
  const selection = model.selection.value;
  const root = useRef<HTMLDivElement | null>(null);
  const frame = useRef<HTMLDivElement | null>(null);
  const { tokens, failure } = useTokens(model, sample, probabilities);
  const state = advantages.state.value;
  const pieces = state?.kind === 'known' ? state.advantages.spans : NO_PIECES;
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const group = looked === null ? undefined : tokens?.at(looked.token);
  const marked = markedSpan(selection);
  const start = looked?.byKey === true ? group?.span.start : marked?.start;
  const pinned = start === undefined ? null : parsed.chunks.indexAt(Math.min(start, parsed.text.length));

  const stamp = useChunkStamps({
    parsed,
    explained,
    selection,
    selected: () => {
      const mark = root.current?.querySelector('.selected');
      const chunk = root.current?.querySelector(`[data-start="${parsed.chunks.at(pinned ?? 0).start}"]`);
      const element = marked === null ? null : (mark ?? chunk);
      return element == null ? null : { element, block: element === mark ? 'nearest' : 'start' };
    },
  });

  useLayoutEffect(() => {
    setLooked(null);
  }, [tokens]);

  useLayoutEffect(() => {
    if (looked?.byKey === true)
      root.current?.querySelector(`[data-token="${looked.token}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [looked]);

  useEffect(() => {
    const listener = (): void => {
      const span = root.current === null ? null : selectedSpan(root.current, document.getSelection());
      if (span === null || sameSpan(span, model.selection.peek()?.span)) return;
      // A caret without a selection does not replace a mark from elsewhere unless the person placed it.
      model.select(span, 'text');
    };
    document.addEventListener('selectionchange', listener);
    return () => {
      document.removeEventListener('selectionchange', listener);
    };
  }, [model]);

  const copy = (event: ClipboardEvent): void => {
    const span = root.current === null ? null : selectedSpan(root.current, document.getSelection());
    if (span === null || span.start === span.end || event.clipboardData === null) return;
    // Chunks out of view are empty boxes, so the copied text is taken from the text itself.
    event.clipboardData.setData('text/plain', parsed.text.slice(span.start, span.end));
    event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && looked !== null) {
      setLooked(null);
      return;
    }
    if (tokens === null) return;
    const token = tokenAfterKey(event, looked, tokens, () =>
      root.current === null ? 0 : firstInView(root.current),
    );
    if (token === null) return;
    setLooked({ token, byKey: true });
    event.preventDefault();
  };

  const point = (event: MouseEvent): void => {
    const token = tokens === null ? null : tokenAt(event.target);
    if (token !== null && token !== looked?.token) setLooked({ token, byKey: false });
  };

  const showToken = ({ span }: TokenGroup): void => {
    setLooked({ token: tokens?.indexAt(span.start) ?? 0, byKey: true });
    root.current?.focus({ preventScroll: true });
  };

  if (parsed.text.length === 0) return <p class="hint">{t('No text has arrived yet.')}</p>;
  return (
    <>
      <ProbabilityBar
        probabilities={probabilities}
        sample={sample}
        tokens={tokens}
        failure={failure}
        onToken={showToken}
      />
      <AdvantageBar model={model} advantages={advantages} parsed={parsed} />
      <div ref={frame} class="text-frame">
        <div
          ref={root}
          class="text"
          role="region"
          aria-label={t('Text of the response')}
          tabIndex={0}
          onCopy={copy}
          onKeyDown={onKeyDown}
          onMouseOver={point}
          onMouseLeave={() => {
            setLooked((now) => (now?.byKey === false ? null : now));
          }}
          onBlur={() => {
            setLooked(null);
          }}
        >
          <ChunkedList
            count={parsed.chunks.count}
            edition={parsed.edition}
            estimate={(index) => {
              const chunk = parsed.chunks.at(index);
              return Math.max(1, (chunk.end - chunk.start) / LINE_LENGTH) * LINE_HEIGHT;
            }}
            pinned={pinned}
            stamp={(index) => {
              const chunk = parsed.chunks.at(index);
              return stamp({
                place: chunk.end,
                grows: index === parsed.chunks.count - 1,
                selected: marked !== null && touches(marked, chunk) ? `${marked.start}-${marked.end}` : '',
                look: `${claims.serial}|${mentionStamp(claims, chunk, mentioned)}|${tokenStamp(chunk, tokens, looked)}|${pieceStamp(pieces)}`,
              });
            }}
            attributes={(index) => ({ 'data-start': parsed.chunks.at(index).start })}
            render={(index) => (
              <Chunk
                parsed={parsed}
                sample={sample}
                index={index}
                marked={marked}
                mentioned={mentioned}
                tokens={tokens}
                looked={looked?.token ?? null}
                pieces={pieces}
              />
            )}
          />
        </div>
        {looked !== null && group !== undefined && (
          <TokenCard
            looked={looked}
            group={group}
            text={parsed.text.slice(group.span.start, group.span.end)}
            alternatives={(of) => probabilities.alternatives(model.sampleIndex.peek(), of)}
            frame={frame}
          />
        )}
      </div>
    </>
  );
}

interface ChunkProps {
  readonly parsed: ParsedText;
  readonly sample: SampleModel;
  readonly index: number;
  readonly marked: Span | null;
  readonly mentioned: ReadonlySet<number>;
  readonly tokens: TokenGroups | null;
  /** The token that a person looks at. */
  readonly looked: number | null;
  /** The advantages of pieces of the text. */
  readonly pieces: readonly AdvantageSpan[];
}

function Chunk({
  parsed,
  sample,
  index,
  marked,
  mentioned,
  tokens,
  looked,
  pieces,
}: ChunkProps): JSX.Element {
  const span = parsed.chunks.at(index);
  const findings = sample.explained.peek()?.ordered.within(span) ?? [];
  const segments = highlight(parsed, span, {
    findings,
    claims: sample.claims.peek().within(span),
    mentioned,
    selected: marked,
    advantages: pieces,
  });
  if (tokens !== null)
    return (
      <>
        {tokenSegments(segments, span.start, tokens).map(({ text, look, title, token }, position) => (
          <span
            key={position}
            class={`${look} ${tokenLook(tokens.at(token), token === looked)}`}
            title={title === '' ? undefined : title}
            data-token={token}
          >
            {text}
          </span>
        ))}
      </>
    );
  return (
    <>
      {segments.map(({ text, look, title }, position) =>
        look === '' ? (
          text
        ) : (
          <span key={position} class={look} title={title === '' ? undefined : title}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** The classes of a token's element. */
function tokenLook(group: TokenGroup | undefined, isLookedAt: boolean): string {
  const level = group === undefined ? null : levelOf(group);
  return `${level === null ? '' : `likely-${level}`}${isLookedAt ? ' looked-at' : ''}`;
}

/** Changes when other claims of a chunk speak of the word that is selected on a page. */
function mentionStamp(claims: ClaimIndex, chunk: Span, mentioned: ReadonlySet<number>): string {
  if (mentioned.size === 0) return '';
  return claims
    .within(chunk)
    .flatMap(({ index }) => (mentioned.has(index) ? [index] : []))
    .join();
}

/** Changes when the advantages are others. */
function pieceStamp(pieces: readonly AdvantageSpan[]): string {
  return pieces.map(({ start, advantage }) => `${start}:${advantage}`).join();
}

/** Changes when the tokens of a chunk must be drawn in another way. */
function tokenStamp(chunk: Span, tokens: TokenGroups | null, looked: LookedAt | null): string {
  if (tokens === null) return '';
  const span = looked === null ? undefined : tokens.at(looked.token)?.span;
  return span !== undefined && touches(span, chunk) ? `shown,${looked?.token}` : 'shown';
}

/** The span that is drawn as selected, unless the browser itself shows it as its own selection. */
function markedSpan(selection: Selection | null): Span | null {
  return selection === null || selection.origin === 'text' ? null : selection.span;
}

const touches = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

const sameSpan = (a: Span, b: Span | undefined): boolean => a.start === b?.start && a.end === b.end;
