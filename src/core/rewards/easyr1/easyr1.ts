import { t } from '../../t.ts';
import { answerPart, comparedScore, formatComponent, formatPart } from '../answers/comparedScore.ts';
import { answerOnOneLine, boxedContent } from '../answers/extraction.ts';
import { mathEqual } from '../answers/mathEquality.ts';
import { thinkAnswerFault, thinkBoxedFault } from '../answers/thinkForm.ts';
import { strip } from '../../python/strip.ts';
import type { Decimal, PaidPart, RewardForm, RewardProfile, Score } from '../model.ts';
import { withoutSpaceAroundMarks } from '../vgRefiner/bareText.ts';

const tag = (name: string) => ({ name, required: true, caseSensitive: true });

/** What rewards read of a response with one think block and one answer block. */
export const THINK_ANSWER_FORM: RewardForm = {
  tags: [tag('think'), tag('answer')],
  order: ['think', 'answer'],
  closed: true,
  tools: null,
  length: null,
  judged: false,
  reads: ['ground_truth'],
};

/** What rewards read of a response that answers in `\boxed{...}`. */
export const BOXED_FORM: RewardForm = {
  ...THINK_ANSWER_FORM,
  tags: [tag('think')],
  order: [],
  closed: false,
  answerMark: 'box',
};

/** What the rewards for `\boxed{...}` pay for. */
export const boxedPays = (): readonly PaidPart[] => [
  answerPart(
    '0.9',
    t(
      'The content of the last `\\boxed{...}` is equal to the reference: as text after mathruler’s normalization, as a number, or for SymPy.',
    ),
  ),
  formatPart(
    '0.1',
    t('The response begins with a think block, and a `\\boxed{...}` follows it.'),
    t('The response does not begin with `<think>`, or there is no `</think>` and `\\boxed{...}` after it.'),
  ),
];

/** What rewards for one think block and one answer block pay for the format. */
export function thinkAnswerPart(weight: Decimal): PaidPart {
  return formatPart(
    weight,
    t('The response is one think block and one answer block, with only white space between them.'),
    t(
      'There is something before `<think>`, between `</think>` and `<answer>`, or after `</answer>`, or one of them is missing.',
    ),
  );
}

/** EasyR1's example for R1-V (hiyouga/EasyR1, examples/reward_function/r1v.py): 0.5 answer + 0.5 format. */
export const easyr1R1v: RewardProfile = {
  name: 'easyr1-r1v',
  version: '1',
  get title() {
    return t('EasyR1, R1-V example');
  },
  get description() {
    return t(
      'Pays for an answer that is mathematically equal to the reference, and for one think block followed by one answer block, as EasyR1’s `r1v.py` does.',
    );
  },
  form: THINK_ANSWER_FORM,
  get pays() {
    return [
      answerPart(
        '0.5',
        t(
          'The content of the first `<answer>` on a single line, or else the whole response, is equal to the reference: as text after mathruler’s normalization, as a number, or for SymPy.',
        ),
      ),
      thinkAnswerPart('0.5'),
    ];
  },
  score(response, { reference }) {
    const span = answerOnOneLine(response);
    const format = thinkAnswerFault(response);
    const formatScore = format === null ? 1 : 0;
    return comparedScore({
      profile: 'easyr1-r1v',
      compared: {
        weight: '0.5',
        span,
        answer: span === null ? strip(response) : response.slice(span.start, span.end),
        reference: reference === null ? null : strip(reference),
        lost: null,
        compare: mathEqual,
      },
      overall: (accuracy) => (1 - 0.5) * accuracy + 0.5 * formatScore,
      reported: (overall, accuracy) => ({ overall, format: formatScore, accuracy }),
      others: [formatComponent('0.5', format)],
    });
  },
};

/** EasyR1's example for mathematics (examples/reward_function/math.py): 0.9 answer + 0.1 format. */
export const easyr1Math: RewardProfile = {
  name: 'easyr1-math',
  version: '1',
  get title() {
    return t('EasyR1, mathematics example');
  },
  get description() {
    return t(
      'Pays for a `\\boxed{...}` that is mathematically equal to the reference, and for a think block before it, as EasyR1’s `math.py` does, which removes white space around `<`, `>` and `/` first.',
    );
  },
  form: BOXED_FORM,
  get pays() {
    return boxedPays();
  },
  score(response, { reference }) {
    const { text, origin } = withoutSpaceAroundMarks(response);
    return scoreBoxed('easyr1-math', text, origin, reference, true);
  },
};

/**
 * The score of a response that answers in `\boxed{...}`: 0.9 answer + 0.1 format.
 * @param origin the offset in the response of an offset of the text
 * @param reportsParts whether the reference returns the parts, and not only their sum
 */
export function scoreBoxed(
  profile: string,
  text: string,
  origin: (at: number) => number,
  reference: string | null,
  reportsParts: boolean,
): Score {
  const place = boxedContent(text);
  const format = thinkBoxedFault(text);
  const formatScore = format === null ? 1 : 0;
  return comparedScore({
    profile,
    compared: {
      weight: '0.9',
      span:
        place === null
          ? null
          : { start: origin(place.start), end: Math.max(origin(place.start), origin(place.end)) },
      // What mathruler returns if there is no complete box.
      answer: place === null ? 'None' : text.slice(place.start, place.end),
      reference,
      lost: null,
      compare: mathEqual,
    },
    overall: (accuracy) => (1 - 0.1) * accuracy + 0.1 * formatScore,
    reported: (overall, accuracy) =>
      reportsParts ? { overall, format: formatScore, accuracy } : { overall },
    others: [formatComponent('0.1', format)],
  });
}
