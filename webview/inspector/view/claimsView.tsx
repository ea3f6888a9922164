import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { claimMark, isProblem } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence, kindName, MARK_SIGNS, markPhrase } from '../../../src/core/grounding/claimWords.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import { Button } from '../../shared/controls.tsx';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { IndexedClaim } from '../model/claimIndex.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import { Evidence } from './evidence.tsx';
import { FindDocument } from './groundingLine.tsx';
import { PlaceLink } from './links.tsx';

/** Rows per chunk. */
const ROWS = 20;
const ROW_HEIGHT = 44;
/** The most characters of a claim in its row. */
const SHORT = 280;

interface ClaimsViewProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** Every claim of the response: problems first, each with what the pages have. */
export function ClaimsView(props: ClaimsViewProps): JSX.Element {
  const { model, sample } = props;
  const shown = sample.grounding.value;
  switch (shown.kind) {
    case 'none':
      return <p class="hint">{t('There are no pages to look for claims on.')}</p>;
    case 'running':
      return (
        <p class="hint" role="status">
          {t('Looking for the claims on the pages…')}
        </p>
      );
    case 'failed':
      return (
        <div class="hint warned" role="alert">
          {shown.message} {shown.hint}
          {shown.missing !== null && <FindDocument model={model} />}
        </div>
      );
    case 'grounded':
      return <Claims {...props} shown={shown} />;
  }
}

type Grounded = Extract<GroundingShown, { kind: 'grounded' }>;

function Claims({ model, sample, shown }: ClaimsViewProps & { shown: Grounded }): JSX.Element {
  const listed = model.claims.listed.value;
  const { claims } = model.claims.index.value;
  const current = model.claims.current.value;
  const mentioned = model.claims.mentioned.value;
  const list = useRef<HTMLDivElement | null>(null);
  const at = listed.findIndex(({ index }) => index === current?.index);
  const { selection } = model;
  useLayoutEffect(() => {
    list.current?.querySelector('.claim.current')?.scrollIntoView({ block: 'nearest' });
  }, [selection.value]);
  return (
    <div class="claims">
      <div class="tools">
        {claims.length > 0 && <Filters model={model} />}
        {shown.withoutText > 0 && (
          <Button
            title={t('Reads pages without text, and pictures of text, by text recognition, on this machine.')}
            onClick={() => {
              model.post({ type: 'recognizeText' });
            }}
          >
            {shown.withoutText === 1
              ? t('Recognize the text of 1 page')
              : t('Recognize the text of {0} pages', wholeNumber(shown.withoutText))}
          </Button>
        )}
      </div>
      {shown.notices.map((notice) => (
        <p key={notice} class="claims-notice warned">
          {notice}
        </p>
      ))}
      {shown.missing !== null && (
        <p class="claims-notice">
          <FindDocument model={model} />
        </p>
      )}
      {claims.length === 0 && (
        <p class="hint">
          {shown.partial
            ? t('The claims appear here as the response arrives.')
            : t('The response makes no claim about the pages.')}
        </p>
      )}
      <div ref={list} role="list" aria-label={t('Claims, problems first')}>
        <ChunkedList
          count={Math.ceil(listed.length / ROWS)}
          edition={`${model.sampleIndex.value} ${model.claims.mark.value ?? ''}`}
          estimate={() => ROWS * ROW_HEIGHT}
          pinned={at === -1 ? null : Math.floor(at / ROWS)}
          stamp={(chunk) => stampOf(listed, chunk, current, mentioned)}
          render={(chunk) =>
            listed
              .slice(chunk * ROWS, (chunk + 1) * ROWS)
              .map((one) => (
                <ClaimRow
                  key={one.index}
                  model={model}
                  sample={sample}
                  one={one}
                  isCurrent={one.index === current?.index}
                  isMentioned={mentioned.has(one.index)}
                />
              ))
          }
        />
      </div>
    </div>
  );
}

/** Changes when a chunk of rows must be drawn again. */
function stampOf(
  listed: readonly IndexedClaim[],
  chunk: number,
  current: IndexedClaim | null,
  mentioned: ReadonlySet<number>,
): string {
  const rows = listed.slice(chunk * ROWS, (chunk + 1) * ROWS);
  const shown = rows
    .map(({ index, claim }) => `${index}${claimMark(claim)}${claim.span.start}${mentioned.has(index)}`)
    .join();
  return `${shown} ${rows.some(({ index }) => index === current?.index) ? (current?.index ?? '') : ''}`;
}

/** Buttons that list the claims of one mark, with how many there are. */
function Filters({ model }: { readonly model: InspectorModel }): JSX.Element {
  const { mark: listed, index } = model.claims;
  const { total, byMark } = index.value.counts;
  return (
    <div class="claim-filters" role="group" aria-label={t('Statuses')}>
      <Button
        pressed={listed.value === null}
        onClick={() => {
          model.claims.listOnly(null);
        }}
      >
        {t('All {0}', wholeNumber(total))}
      </Button>
      {[...byMark].map(([mark, count]) => (
        <Button
          key={mark}
          pressed={listed.value === mark}
          onClick={() => {
            model.claims.listOnly(listed.value === mark ? null : mark);
          }}
        >
          <span aria-hidden="true">{MARK_SIGNS[mark]} </span>
          {markPhrase(mark)} {wholeNumber(count)}
        </Button>
      ))}
    </div>
  );
}

interface ClaimRowProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
  readonly one: IndexedClaim;
  readonly isCurrent: boolean;
  readonly isMentioned: boolean;
}

/** One claim: what was said, what the pages have, and once it is selected the place itself. */
function ClaimRow({ model, sample, one, isCurrent, isMentioned }: ClaimRowProps): JSX.Element {
  const { claim } = one;
  const { kind, text, span, source } = claim;
  const mark = claimMark(claim);
  const said = text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
  return (
    <div
      role="listitem"
      data-vscode-context={JSON.stringify({ webviewSection: 'claim', ...span })}
      class={`claim ${mark}${isCurrent ? ' current' : ''}`}
    >
      <button
        type="button"
        class="claim-main"
        aria-current={isCurrent}
        onClick={() => {
          model.select(span, 'link', true);
        }}
      >
        <span class="sign" aria-hidden="true">
          {MARK_SIGNS[mark]}
        </span>
        <span class="claim-words">
          <span class={`claim-said mark ${mark}${isMentioned ? ' mentioned' : ''}`}>{said}</span>{' '}
          <span class={isProblem(claim) ? 'warned' : 'dim'}>{claimSentence(claim)}</span>
          {source === 'ocr' && <span class="dim"> {t('Recognized text.')}</span>}
        </span>
      </button>
      <span class="claim-place">
        <span class="dim">{kindName(kind)}</span>{' '}
        <PlaceLink model={model} parsed={sample.parsed.value} span={span} />
      </span>
      {isCurrent && <Evidence model={model} one={one} />}
    </div>
  );
}
