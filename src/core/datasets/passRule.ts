import { t } from '@vscode/l10n';
import { formatNumber } from '../displayLocale.ts';
import { compareAnswer } from '../metrics/answerMetrics.ts';
import { oneLine } from '../oneLine.ts';
import type { Verdict } from '../rewards/model.ts';
import type { DatasetItem, PassRule } from './model.ts';
import { passingOfVerdict, type Passing } from './passingOfVerdict.ts';

/** What rules ask of a sample. */
export interface PassFacts {
  readonly response: string;
  /** Null if nothing says it. */
  readonly reward: number | null;
  readonly verdict: Verdict;
  /** The claims about pages that are found, of those that can be checked; null if they were not looked for. */
  readonly claims: { readonly found: number; readonly checked: number } | null;
}

/** Whether a sample passes, and by what kind of rule. */
export interface RuledPassing extends Passing {
  readonly rule: PassRule['kind'];
}

/** The longest part of a reference answer that a sentence repeats. */
const LONGEST_REFERENCE = 80;

/** Whether a sample passes by a rule. */
export function decidePass(
  rule: PassRule,
  facts: PassFacts,
  item: Pick<DatasetItem, 'references' | 'sufficient'>,
): Passing {
  switch (rule.kind) {
    case 'reward':
      return byReward(rule.atLeast, facts);
    case 'exact':
      return byReference(facts, item);
    case 'judged':
      return passingOfVerdict(facts.verdict);
    case 'grounded':
      return byClaims(rule.atLeast, facts);
  }
}

function byReward(atLeast: number, { reward }: PassFacts): Passing {
  if (reward === null) return { passed: null, why: t('The reward is not known.') };
  const passed = reward >= atLeast;
  const numbers = [decimal(reward), decimal(atLeast)] as const;
  return {
    passed,
    why: passed
      ? t('The reward is {0}; it takes {1} to pass.', ...numbers)
      : t('The reward is only {0}; it takes {1} to pass.', ...numbers),
  };
}

function byReference(
  { response }: PassFacts,
  { references, sufficient }: Pick<DatasetItem, 'references' | 'sufficient'>,
): Passing {
  const passed = compareAnswer({ response, references, sufficient }).em === 1;
  if (sufficient === false)
    return {
      passed,
      why: passed
        ? t('The answer says that the pages do not have the information.')
        : t('The answer does not say that the pages do not have the information.'),
    };
  const [first] = references;
  if (first === undefined) return { passed: null, why: t('The question has no reference answer.') };
  if (passed)
    return {
      passed,
      why:
        references.length === 1
          ? t('The answer is the reference answer.')
          : t('The answer is one of the reference answers.'),
    };
  const shown = oneLine(first, LONGEST_REFERENCE);
  return {
    passed,
    why:
      references.length === 1
        ? t('The answer is not the reference answer, “{0}”.', shown)
        : t('The answer is none of the reference answers, such as “{0}”.', shown),
  };
}

function byClaims(atLeast: number, { claims }: PassFacts): Passing {
  if (claims === null) return { passed: null, why: t('Its claims were not looked for on the pages.') };
  const { found, checked } = claims;
  if (checked === 0) return { passed: null, why: t('It has no claim that can be checked on the pages.') };
  const passed = found / checked >= atLeast;
  const values = [found, checked, percent(found / checked), percent(atLeast)] as const;
  return {
    passed,
    why: passed
      ? t('{0} of {1} claims are found on the pages ({2}); it takes {3} to pass.', ...values)
      : t('Only {0} of {1} claims are found on the pages ({2}); it takes {3} to pass.', ...values),
  };
}

const DECIMAL: Intl.NumberFormatOptions = { maximumFractionDigits: 4 };
const PERCENT: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 1 };

const decimal = (value: number): string => formatNumber(value, DECIMAL);
const percent = (share: number): string => formatNumber(share, PERCENT);
