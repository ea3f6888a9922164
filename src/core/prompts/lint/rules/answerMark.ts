import { t } from '@vscode/l10n';
import type { AnswerMark } from '../../../rewards/model.ts';
import type { Span } from '../../../span.ts';
import { lossOfAnswerMark } from '../losses.ts';
import { isForbidden } from '../reading/refusals.ts';
import type { RewardRule } from '../rule.ts';
import { joinSentences, sayLoss } from '../wording.ts';
import { placeOfForm } from './tags.ts';

/** The marks as they are written in a message. */
const QUOTED: Readonly<Record<AnswerMark, string>> = { box: '`\\boxed{...}`', hashes: '`#### ...`' };

/** How prompts name the marks: as they are written, or in words. */
const NAMED: Readonly<Record<AnswerMark, RegExp>> = {
  box: /(?<!\\)\\*boxed(?:\{[^{}\n]*\})?|\bbox\s+(?:your|the|its?|that|this|final|answers?)\b|\b(?:in|inside|within|into) a box\b|方框/gi,
  hashes: /(?<!#)####(?!#)|\b(?:four|4) (?:hash|pound|number|sharp)(?:es|s)?\b/gi,
};

/** A heading in Markdown, which is no mark of an answer where the prompt has other headings. */
const HEADING = /^####[ \t]+[^\W\d_]/;
const OTHER_HEADING = /^#{1,3} \S/m;

/** Where a prompt first names a mark of the answer; null if it does not name it, or only forbids it. */
export function findAnswerMark(text: string, mark: AnswerMark): Span | null {
  const hasHeadings = mark === 'hashes' && OTHER_HEADING.test(text);
  for (const { 0: named, index } of text.matchAll(NAMED[mark])) {
    const span = { start: index, end: index + named.length };
    const isLineStart = index === 0 || text[index - 1] === '\n';
    if (hasHeadings && isLineStart && HEADING.test(text.slice(index))) continue;
    if (!isForbidden(text, span)) return span;
  }
  return null;
}

/** Finds prompts that do not name the mark that the reward reads the answer from. */
export const answerMarkRule: RewardRule = function* ({ form, reading, reward }) {
  const { answerMark } = form;
  if (answerMark === undefined || findAnswerMark(reading.text, answerMark) !== null) return;
  const other = answerMark === 'box' ? 'hashes' : 'box';
  const otherPlace = findAnswerMark(reading.text, other);
  const answer = reading.asked.find(({ name }) => name.toLowerCase() === 'answer');
  const loss = lossOfAnswerMark(reward);
  yield {
    code: 'tag-missing',
    span: otherPlace ?? answer?.span ?? placeOfForm(form, reading),
    loss,
    message: joinSentences(
      otherPlace === null
        ? t(
            'The reward {0} reads the answer from {1}, but the prompt never names it. Ask for it where the form of the response is described.',
            reward.name,
            QUOTED[answerMark],
          )
        : t(
            'The reward {0} reads the answer from {1}, but the prompt names {2} instead.',
            reward.name,
            QUOTED[answerMark],
            QUOTED[other],
          ),
      sayLoss(loss),
    ),
  };
};
