import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { countClaims, markCountPhrase } from '../../../src/core/grounding/claimCounts.ts';
import { isProblem } from '../../../src/core/grounding/claimMark.ts';
import { cellSentence } from '../../../src/core/grounding/claimWords.ts';
import { claimsPhrase, stepsPhrase } from '../../../src/core/countPhrases.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import type { ClaimStatus } from '../../../src/core/grounding/model.ts';
import type { DocumentClaims, PageClaim } from '../../../src/protocol/document.ts';
import { Button } from '../../shared/controls.tsx';
import { LONGEST_WORD, type Claims } from '../model/claims.ts';
import type { FrameShape } from '../../../src/protocol/claimFrames.ts';
import { IconButton } from './iconButton.tsx';
import { claimTitle } from '../../../src/protocol/claimFrames.ts';

type ShownClaims = Omit<Claims, 'receive'>;

/** The line above the pages that counts the claims of a trajectory and goes through them; nothing without one. */
export function ClaimsBar({ claims }: { readonly claims: ShownClaims }): JSX.Element | null {
  const shown = claims.shown.value;
  if (shown === null) return null;
  const hidden = claims.hidden.value;
  const isEmpty = shown.claims.length === 0;
  return (
    <section class="claims-bar" aria-label={t('Claims of {0}', shown.title)}>
      <div class="claims-line">
        <span class="claims-summary" role="status" title={shown.title}>
          <Summary shown={shown} />
        </span>
        <IconButton
          icon="previous"
          label={t('Previous claim')}
          title={t('Previous claim (Shift+F7)')}
          disabled={isEmpty}
          onClick={() => {
            claims.move('previous');
          }}
        />
        <IconButton
          icon="next"
          label={t('Next claim')}
          title={t('Next claim (F7)')}
          disabled={isEmpty}
          onClick={() => {
            claims.move('next');
          }}
        />
        <IconButton
          icon="warning"
          label={t('Next claim with a problem')}
          title={t('Next claim with a problem (F8; the previous one: Shift+F8)')}
          disabled={!shown.claims.some(isProblem)}
          onClick={() => {
            claims.move('next-bad');
          }}
        />
        <Button
          pressed={claims.allDrawn.value}
          title={t('Show the claims of all steps, or only those of the selected step')}
          onClick={() => {
            claims.allDrawn.value = !claims.allDrawn.peek();
          }}
        >
          {t('All claims')}
        </Button>
        <Button
          pressed={claims.legendShown.value}
          title={t('Show or hide what the frames mean')}
          onClick={() => {
            claims.legendShown.value = !claims.legendShown.peek();
          }}
        >
          {t('Legend')}
        </Button>
        {hidden > 0 && (
          <span class="claims-note">
            {hidden === 1
              ? t('1 more frame is not shown.')
              : t('{0} more frames are not shown.', wholeNumber(hidden))}
          </span>
        )}
      </div>
      {shown.notice !== null && (
        <p class="claims-notice" role="status">
          {shown.notice}
        </p>
      )}
      {claims.legendShown.value && <Legend />}
      <div class="claims-selected" role="status">
        <Selected claims={claims} />
      </div>
    </section>
  );
}

function Summary({ shown }: { readonly shown: DocumentClaims }): JSX.Element {
  const { claims, running, activity } = shown;
  if (claims.length === 0) {
    if (activity !== undefined) return <>{`${t('No claims so far.')} ${activity}`}</>;
    return <>{running ? t('Looking for claims on the pages') : t('No claims')}</>;
  }
  return (
    <>
      {`${claimsPhrase(claims.length)}: `}
      {[...countClaims(claims).byMark].map(([mark, count], index) => (
        <>
          {index > 0 && ', '}
          <b class={`claim-status is-${mark}`}>{markCountPhrase(mark, count)}</b>
        </>
      ))}
      {activity !== undefined && `. ${activity}`}
      {running && activity === undefined && ` ${t('(still looking)')}`}
    </>
  );
}

/** How many steps speak of the selected word, and what the selected claim says and the page has. */
function Selected({ claims }: { readonly claims: ShownClaims }): JSX.Element {
  const mention = claims.mention.value;
  const selected = claims.selected.value;
  if (mention?.text === null) return <>{t('Select a word on a page first.')}</>;
  const word = oneLine(mention?.text ?? '', LONGEST_WORD);
  if (mention?.steps.length === 0) return <>{t('No step mentions \u201c{0}\u201d.', word)}</>;
  const said = selected === null ? [] : [selectedSentence(selected)];
  if (mention !== null && mention.steps.length > 1) {
    said.unshift(t('{0} mention \u201c{1}\u201d.', stepsPhrase(mention.steps.length), word));
  }
  return <>{said.join(' ')}</>;
}

function selectedSentence(claim: PageClaim): string {
  const sentence = claimTitle(claim);
  const { difference, source, status, page, place } = claim;
  const facts = [sentence];
  if (place?.cell !== undefined) facts.push(cellSentence(place.cell));
  // What a cell of another document has is not what this page has.
  else if (difference !== null && (status === 'near' || status === 'found'))
    facts.push(t('The page has: {0}', difference.pageHas));
  if (page === null && place === null) facts.push(t('It has no place in this document.'));
  if (source === 'ocr') facts.push(t('Read by text recognition.'));
  return facts.join(' \u00b7 ');
}

interface LegendEntry {
  readonly shape: FrameShape;
  readonly status: ClaimStatus;
  readonly text: string;
}

function Legend(): JSX.Element {
  const entries: readonly LegendEntry[] = [
    { shape: 'solid', status: 'found', text: t('Found where the trajectory says') },
    { shape: 'dashed', status: 'near', text: t('The page has something that differs') },
    { shape: 'dotted', status: 'elsewhere', text: t('In another place than the trajectory says') },
    { shape: 'crossed', status: 'not-found', text: t('Named place that does not have what the claim says') },
    { shape: 'corners', status: 'found', text: t('Box or crop that the trajectory names') },
    { shape: 'thin', status: 'unknown', text: t('Place that the selected claim names') },
  ];
  return (
    <ul class="claims-legend" aria-label={t('Legend')}>
      {entries.map(({ shape, status, text }) => (
        <li key={shape}>
          <span class="legend-paper" aria-hidden="true">
            <span class={`claim-frame ${shape} is-${status}`} />
          </span>
          {text}
        </li>
      ))}
      <li>{t('Labels: the number of a step, A for the answer, E for evidence, T for think')}</li>
    </ul>
  );
}
