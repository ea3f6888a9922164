import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { tokensPhrase } from '../../../src/core/countPhrases.ts';
import type { TokenGroup, TokenGroups } from '../../../src/core/records/tokenProbabilities.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';
import { Button } from '../../shared/controls.tsx';
import { SLOT, Sentence } from '../../shared/sentence.tsx';
import { percent, tokenText } from '../../shared/probability.ts';
import { answerOf } from '../model/answer.ts';
import type { Probabilities } from '../model/probabilities.ts';
import { LEVELS, withoutBlanks } from '../model/probabilities.ts';
import type { SampleModel } from '../model/sampleModel.ts';

interface ProbabilityBarProps {
  readonly probabilities: Probabilities;
  readonly sample: SampleModel;
  /** Null while they are hidden, not read yet, or cannot be read. */
  readonly tokens: TokenGroups | null;
  /** Why they cannot be read. */
  readonly failure: string | null;
  /** Shows a token. */
  readonly onToken: (token: TokenGroup) => void;
}

/** Above the text: shows and hides the probabilities of tokens, and says what the marks mean. */
export function ProbabilityBar(props: ProbabilityBarProps): JSX.Element | null {
  const { probabilities, sample, tokens, failure, onToken } = props;
  const meta = sample.meta.value;
  if (!meta.hasProbabilities)
    return isRunning(meta) ? null : (
      <p class="probabilities hint">
        <Sentence
          text={t('To see how likely each token was, set {0} above 0 and ask again.', SLOT)}
          elements={[<code>pagetrace.tokenProbabilities</code>]}
        />
      </p>
    );
  const shown = probabilities.shown.value;
  return (
    <div class="probabilities">
      <Button
        appearance="secondary"
        pressed={shown}
        onClick={() => {
          probabilities.show(!shown);
        }}
      >
        {t('Token Probabilities')}
      </Button>
      {shown && failure !== null && <p role="alert">{failure}</p>}
      {shown && tokens !== null && (
        <>
          <Legend />
          <AnswerProbability sample={sample} tokens={tokens} onToken={onToken} />
          <p class="dim">{t('Point at a token, or press Left and Right in the text, for alternatives.')}</p>
        </>
      )}
    </div>
  );
}

/** The marks of tokens and the probabilities that they mean. */
function Legend(): JSX.Element {
  const bounds = LEVELS.map((least) => Math.round(least * 100));
  const texts = [
    t('{0}% or more', bounds[0] ?? 0),
    ...bounds.slice(1).map((least) => t('from {0}%', least)),
    t('below {0}%', bounds.at(-1) ?? 0),
  ];
  return (
    <ul class="probability-legend" aria-label={t('Marks of probabilities')}>
      {texts.map((text, level) => (
        <li key={level}>
          <span class={`likely-${level}`}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

interface AnswerProbabilityProps {
  readonly sample: SampleModel;
  readonly tokens: TokenGroups;
  readonly onToken: (token: TokenGroup) => void;
}

/**
 * The probability that the model writes exactly this answer after what it wrote before: the product of the
 * probabilities of the answer's tokens, and the least likely of them.
 */
function AnswerProbability({ sample, tokens, onToken }: AnswerProbabilityProps): JSX.Element {
  const parsed = sample.parsed.value;
  const { span } = answerOf(parsed);
  if (span === null) return <p>{t('There is no answer whose probability could be given.')}</p>;
  const {
    logprob,
    tokens: count,
    least,
  } = tokens.joint(withoutBlanks(span, parsed.text.slice(span.start, span.end)));
  if (logprob === null || least === null)
    return <p>{t('The probability of the answer is not known, because not all of its tokens have one.')}</p>;
  return (
    <p>
      {t('Probability of the answer: {0} ({1}).', percent(logprob), tokensPhrase(count))}{' '}
      {count > 1 && (
        <Sentence
          text={t('Least likely: {0}, {1}.', SLOT, percent(least.logprob ?? 0))}
          elements={[
            <button
              type="button"
              class="link"
              onClick={() => {
                onToken(least);
              }}
            >
              {tokenText(parsed.text.slice(least.span.start, least.span.end))}
            </button>,
          ]}
        />
      )}
    </p>
  );
}
