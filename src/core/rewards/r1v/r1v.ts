import { t } from '../../t.ts';
import { answerPart, comparedScore, formatComponent } from '../answers/comparedScore.ts';
import { answerOnOneLine } from '../answers/extraction.ts';
import { thinkAnswerFault } from '../answers/thinkForm.ts';
import { strip } from '../../python/strip.ts';
import { THINK_ANSWER_FORM, thinkAnswerPart } from '../easyr1/easyr1.ts';
import { mathVerified } from '../mathVerify/mathVerify.ts';
import type { RewardProfile } from '../model.ts';

/** The content of the first answer on a single line, or else the whole text, stripped. */
function answerText(text: string): string {
  const span = answerOnOneLine(text);
  return span === null ? strip(text) : text.slice(span.start, span.end);
}

/**
 * R1-V's reward (Deep-Agent/R1-V, src/r1-v/src/open_r1/grpo.py, `accuracy_reward` and `format_reward`, which its trainer
 * adds): Math-Verify compares the whole response with the whole reference, and if it finds no equality, the texts of the
 * answers are compared.
 */
export const r1v: RewardProfile = {
  name: 'r1v',
  version: '1',
  title: 'R1-V',
  get description() {
    return t(
      'Pays for an answer that Math-Verify finds equal to the reference or that has the same text, and for one think block followed by one answer block, as R1-V’s `grpo.py` does.',
    );
  },
  form: THINK_ANSWER_FORM,
  get pays() {
    return [
      answerPart(
        '1',
        t(
          'What Math-Verify extracts from the whole response, think block included, is equal to what it extracts from the reference, or the answer has the same text as the reference.',
        ),
      ),
      thinkAnswerPart('1'),
    ];
  },
  score(response, { reference }) {
    const format = thinkAnswerFault(response);
    const formatScore = format === null ? 1 : 0;
    return comparedScore({
      profile: 'r1v',
      compared: {
        weight: '1',
        span: answerOnOneLine(response),
        answer: answerText(response),
        reference: reference === null ? null : answerText(reference),
        lost: null,
        compare: (answer, wanted) => answer === wanted || mathVerified(response, reference ?? ''),
        undecided: 'math_verify',
      },
      overall: (accuracy) => accuracy + formatScore,
      reported: (overall, accuracy) => ({ overall, accuracy, format: formatScore }),
      others: [formatComponent('1', format)],
    });
  },
};
