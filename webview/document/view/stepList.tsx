import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { stepPhrase } from '../../../src/core/grounding/claimWords.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import { claimTitle } from '../../../src/protocol/claimFrames.ts';
import type { PageClaim } from '../../../src/protocol/document.ts';
import { LONGEST_WORD, type Claims } from '../model/claims.ts';
import { splitAtWord, type SpeakingStep } from '../model/mentions.ts';
import { IconButton } from './iconButton.tsx';
import { focusPages } from './pages.tsx';

/** The most steps that are listed, and the most claims of each. */
const MOST_STEPS = 200;
const MOST_CLAIMS = 3;
/** The most characters of a claim before the word in it. */
const BEFORE = 24;

interface StepListProps {
  readonly claims: Pick<Claims, 'mention' | 'selected' | 'selectSpeaking' | 'forgetWord'>;
}

/**
 * The steps that speak of the selected word, to choose from; nothing if there are not several. It lies over the half of
 * the pages that does not have the word.
 */
export function StepList({ claims }: StepListProps): JSX.Element | null {
  const mention = claims.mention.value;
  const list = useRef<HTMLUListElement | null>(null);
  useLayoutEffect(() => {
    if (mention?.byCommand === true) list.current?.querySelector('button')?.focus();
  }, [mention]);
  if (mention?.text == null || mention.steps.length < 2) return null;
  const { text, steps, isHigh } = mention;
  const selected = claims.selected.value;
  const title = t('Steps that mention \u201c{0}\u201d', oneLine(text, LONGEST_WORD));
  return (
    <section class={`step-list ${isHigh ? 'at-bottom' : 'at-top'}`} aria-label={title}>
      <div class="step-list-head">
        <span>{title}</span>
        <IconButton
          icon="close"
          label={t('Close')}
          title={t('Close (Escape)')}
          onClick={() => {
            claims.forgetWord();
            focusPages();
          }}
        />
      </div>
      <ul ref={list}>
        {steps.slice(0, MOST_STEPS).map((one) => (
          <li key={one.step}>
            <Step
              one={one}
              text={text}
              isSelected={one.claims.some(({ claim }) => claim === selected?.claim)}
              onChoose={claims.selectSpeaking}
            />
          </li>
        ))}
      </ul>
      {steps.length > MOST_STEPS && (
        <p class="step-list-more">{t('and {0} more', wholeNumber(steps.length - MOST_STEPS))}</p>
      )}
    </section>
  );
}

interface StepProps {
  readonly one: SpeakingStep;
  readonly text: string;
  readonly isSelected: boolean;
  readonly onChoose: (step: SpeakingStep) => void;
}

/** A step, with the word marked in its claims. */
function Step({ one, text, isSelected, onChoose }: StepProps): JSX.Element {
  const { claims } = one;
  const [first] = claims;
  const more = claims.length - MOST_CLAIMS;
  return (
    <button
      type="button"
      class="step-choice"
      title={claims.slice(0, MOST_CLAIMS).map(claimTitle).join('\n')}
      aria-current={isSelected}
      onClick={() => {
        onChoose(one);
      }}
    >
      <b>{stepPhrase(first)}</b>
      {claims.slice(0, MOST_CLAIMS).map((claim) => (
        <Said key={claim.claim} claim={claim} text={text} />
      ))}
      {more > 0 && <span class="step-said">{t('and {0} more', wholeNumber(more))}</span>}
    </button>
  );
}

/** What a claim says, from a little before the word on. */
function Said({ claim, text }: { readonly claim: PageClaim; readonly text: string }): JSX.Element {
  const [before = '', ...others] = splitAtWord(claim.said, text);
  const isCut = others.length > 0 && before.length > BEFORE;
  return (
    <span class="step-said">
      {isCut ? `\u2026${before.slice(-BEFORE)}` : before}
      {others.map((piece, index) => (index % 2 === 0 ? <mark key={index}>{piece}</mark> : piece))}
    </span>
  );
}
