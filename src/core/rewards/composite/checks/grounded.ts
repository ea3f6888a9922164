import * as v from 'valibot';
import { claimsPhrase } from '../../../countPhrases.ts';
import { ofNumber } from '../../../decimal.ts';
import { wholeNumber } from '../../../displayLocale.ts';
import { checkedClaims, claimsAboutPages } from '../../../grounding/shares.ts';
import type { RewardGrounding } from '../../../grounding/rewardGrounding.ts';
import { t } from '../../../t.ts';
import type { EntryParts } from '../../explanation/entry.ts';
import type { Check, Finding } from '../check.ts';
import { common } from './fields.ts';

export const groundedSchema = v.strictObject({ ...common, check: v.literal('grounded') });
export const citedPageSchema = v.strictObject({ ...common, check: v.literal('cited-page') });
export const computedRightSchema = v.strictObject({ ...common, check: v.literal('computed-right') });

/** Pays for the share of the claims about pages that are found. */
export function grounded(): Check {
  return {
    title: t('Claims found'),
    sentence: t('The claims of the response are found on the pages.'),
    changes: [
      {
        code: 'claims-not-found',
        amount: t('-1 to 0'),
        reason: t('Claims are not found: minus their share.'),
      },
      { code: 'no-claims', amount: '-1', reason: t('The response has no claims about the pages.') },
    ],
    reads: [],
    readsPages: true,
    find: ({ context }) => withGrounding(context.grounding, findGrounded),
  };
}

function findGrounded(grounding: RewardGrounding): Finding {
  const claims = claimsAboutPages(grounding);
  if (claims.length === 0) {
    return deduction('no-claims', '-1', t('The response has no claims about the pages.'));
  }
  const checked = checkedClaims(grounding);
  const unknown = claims.length - checked.length;
  if (checked.length === 0)
    return deduction('no-claims', '-1', t('None of {0} can be checked.', claimsPhrase(unknown)));
  const bad = checked.filter(({ status }) => status !== 'found');
  const [first] = bad;
  if (first === undefined) return { scope: null, changes: [] };
  const total = claimsPhrase(checked.length);
  const missing =
    bad.length === 1
      ? t('1 of {0} is not found on the pages.', total)
      : t('{0} of {1} are not found on the pages.', wholeNumber(bad.length), total);
  const reason = unknown === 0 ? missing : t('{0} {1} cannot be checked.', missing, wholeNumber(unknown));
  return deduction('claims-not-found', ofNumber(-bad.length / checked.length), reason, first.span);
}

/** Pays for an answer that is on a page that the response cites. */
export function citedPage(): Check {
  return {
    title: t('Answer on a cited page'),
    sentence: t('A page that the response cites has its answer.'),
    changes: [
      {
        code: 'answer-not-on-cited-page',
        amount: '-1',
        reason: t('No page that the response cites has its answer.'),
      },
    ],
    reads: [],
    readsPages: true,
    find: ({ context }) => withGrounding(context.grounding, findCited),
  };
}

function findCited({ answer }: RewardGrounding): Finding {
  const code = 'answer-not-on-cited-page';
  if (answer === null) return deduction(code, '-1', t('There is no answer.'));
  if (answer.onCitedPage === true) return { scope: answer.span, changes: [] };
  const reason =
    answer.onCitedPage === null
      ? t('The response cites no page that can be checked.')
      : t('No page that the response cites has its answer.');
  return deduction(code, '-1', reason, answer.span);
}

/** Pays for arithmetic that is right: what the response writes out, and how its answer is computed. */
export function computedRight(): Check {
  return {
    title: t('Computations'),
    sentence: t('What the response computes is right.'),
    changes: [
      {
        code: 'computed-wrong',
        amount: t('-1 to 0'),
        reason: t('Computations are wrong: minus their share.'),
      },
    ],
    reads: [],
    readsPages: true,
    find: ({ context }) => withGrounding(context.grounding, findComputed),
  };
}

function findComputed({ computations, answer }: RewardGrounding): Finding {
  const wrong = computations.filter(({ right }) => !right);
  if (answer?.verdict === 'computed-wrong') {
    const text = answer.computation?.text;
    const reason =
      text === undefined
        ? t('The answer is computed incorrectly.')
        : t('The answer is computed incorrectly: {0}.', text);
    return deduction('computed-wrong', '-1', reason, answer.span);
  }
  const [first] = wrong;
  if (first === undefined) return { scope: null, changes: [] };
  const reason = t('A computation is wrong; it comes to this: {0}.', first.computation.text);
  return deduction('computed-wrong', ofNumber(-wrong.length / computations.length), reason, first.span);
}

function withGrounding(
  grounding: RewardGrounding | undefined,
  find: (grounding: RewardGrounding) => Finding,
): Finding {
  return grounding === undefined ? { needs: ['grounding'] } : find(grounding);
}

function deduction(code: string, amount: string, reason: string, span: EntryParts['span'] = null): Finding {
  return { scope: null, changes: [{ code, amount, reason, span, tool: null }] };
}
