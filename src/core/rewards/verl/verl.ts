import { t } from '../../t.ts';
import { answerChanges, answerPart, comparedScore } from '../answers/comparedScore.ts';
import { hashAnswer, lastBoxContent } from '../answers/extraction.ts';
import { sameMathText } from '../answers/mathString.ts';
import { BOXED_FORM, boxedPays, scoreBoxed } from '../easyr1/easyr1.ts';
import type { RewardProfile } from '../model.ts';

/** verl's reward for Geometry3K (volcengine/verl, verl/utils/reward_score/geo3k.py): 0.9 answer + 0.1 format. */
export const verlGeo3k: RewardProfile = {
  name: 'verl-geo3k',
  version: '1',
  title: 'verl, Geometry3K',
  get description() {
    return t(
      'Pays for a `\\boxed{...}` that is mathematically equal to the reference, and for a think block before it, as verl’s `geo3k.py` does.',
    );
  },
  form: BOXED_FORM,
  get pays() {
    return boxedPays();
  },
  score: (response, { reference }) => scoreBoxed('verl-geo3k', response, (at) => at, reference, false),
};

const hashMissing = () => ({
  code: 'answer-missing',
  reason: t('There is no number after `#### ` in the last 300 characters.'),
});

/** verl's reward for GSM8K (verl/utils/reward_score/gsm8k.py, strict): 1 for the number after `####`, without commas. */
export const verlGsm8k: RewardProfile = {
  name: 'verl-gsm8k',
  version: '1',
  title: 'verl, GSM8K',
  get description() {
    return t(
      'Pays for a number after `#### ` that is the reference, character by character except for commas, as verl’s `gsm8k.py` does.',
    );
  },
  form: { ...BOXED_FORM, tags: [], answerMark: 'hashes' },
  get pays() {
    return [
      answerPart(
        '1',
        t('The last number after `#### ` in the last 300 characters, without commas, is the reference.'),
        [...answerChanges(), { ...hashMissing(), amount: '-1' }],
      ),
    ];
  },
  score(response, { reference }) {
    const span = hashAnswer(response);
    return comparedScore({
      profile: 'verl-gsm8k',
      compared: {
        weight: '1',
        span,
        answer: span === null ? '' : response.slice(span.start, span.end).replaceAll(',', ''),
        reference,
        lost: span === null ? hashMissing() : null,
        compare: (answer, wanted) => answer === wanted,
      },
      overall: (accuracy) => accuracy,
      reported: (overall) => ({ overall }),
      others: [],
    });
  },
};

const boxMissing = () => ({
  code: 'answer-missing',
  reason: t('The last `\\boxed` has no content in balanced braces.'),
});

/** verl's reward for MATH (verl/utils/reward_score/math_reward.py): 1 for the answer in the last box. */
export const verlMath: RewardProfile = {
  name: 'verl-math',
  version: '1',
  title: 'verl, MATH',
  get description() {
    return t(
      'Pays for a `\\boxed{...}` with the text of the reference, without regard to differences in LaTeX notation, as verl’s `math_reward.py` does.',
    );
  },
  form: { ...BOXED_FORM, tags: [] },
  get pays() {
    return [
      answerPart(
        '1',
        t(
          'The content of the last `\\boxed{...}`, or what follows the last `\\boxed ` up to a `$`, is the reference, apart from spaces, units and ways to write fractions and roots.',
        ),
        [...answerChanges(), { ...boxMissing(), amount: '-1' }],
      ),
    ];
  },
  score(response, { reference }) {
    const span = lastBoxContent(response);
    return comparedScore({
      profile: 'verl-math',
      compared: {
        weight: '1',
        span,
        answer: span === null ? '' : response.slice(span.start, span.end),
        reference,
        lost: span === null ? boxMissing() : null,
        compare: sameMathText,
      },
      overall: (accuracy) => accuracy,
      reported: (overall) => ({ overall }),
      others: [],
    });
  },
};
