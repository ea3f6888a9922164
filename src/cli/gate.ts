import { PageTraceError } from '../core/errors.ts';
import type { Score } from '../core/rewards/model.ts';
import { numberOption } from './arguments.ts';
import { deductions, formatHolds, type Scored } from './scoring.ts';

/** What of a score can be asked to count as a finding. */
const KINDS = ['format', 'raises', 'deduction'] as const;
type Kind = (typeof KINDS)[number];

/** Options that make findings of scores. */
export const gateOptions = {
  'fail-under': { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
} as const;

/** Says of a score what counts as a finding; null where nothing does. */
export type Gate = (scored: Scored) => string | null;

/**
 * What the options want to count; that the person's own function fails always does.
 * @throws PageTraceError `bad-input` for what is no number and no kind.
 */
export function gateAsked(values: {
  readonly 'fail-under'?: string | undefined;
  readonly 'fail-on'?: readonly string[] | undefined;
}): Gate {
  const range = { least: -1000, most: 1000 };
  const least = numberOption('fail-under', values['fail-under'], range, null);
  const kinds = new Set((values['fail-on'] ?? []).flatMap((each) => each.split(',')).map(kindOf));
  return ({ score, user }) => {
    if (user !== null && !user.ok) return user.error.message;
    // A reward that is NaN is under everything.
    if (user !== null && least !== null && !(user.overall >= least)) {
      return `The Python reward ${user.overall} is under ${least}.`;
    }
    if (score === null) return null;
    return (
      (least === null || user !== null ? null : underLeast(score, least)) ??
      (kinds.has('raises') ? raised(score) : null) ??
      (kinds.has('format') && formatHolds(score) === false ? 'The format is not paid in full.' : null) ??
      (kinds.has('deduction') ? firstDeduction(score) : null)
    );
  };
}

function kindOf(word: string): Kind {
  const kind = KINDS.find((each) => each === word.trim());
  if (kind !== undefined) return kind;
  throw new PageTraceError('bad-input', `--fail-on knows ${KINDS.join(', ')}, not "${word}".`, {
    hint: 'Write one of them, or several with commas between.',
  });
}

/** A reward that is not known is not known to reach anything: a gate must not let it pass. */
function underLeast(score: Score, least: number): string | null {
  const { overall, ifWrong, ifRight, needs } = score;
  if (score.raises !== null) return raised(score);
  if (overall !== null) return overall >= least ? null : `The reward ${overall} is under ${least}.`;
  if (ifWrong !== null && ifRight !== null && Math.min(ifWrong, ifRight) >= least) return null;
  const missing = needs.map((need) => need.replaceAll('_', ' ')).join(' and the ');
  return `The reward is not known to reach ${least}: the ${missing} is missing.`;
}

function raised({ raises }: Score): string | null {
  return raises === null ? null : `The reward function raises ${raises.name}: ${raises.reason}`;
}

function firstDeduction(score: Score): string | null {
  const count = deductions(score);
  if (count === 0) return null;
  const first = score.components.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'deduction');
  const more = count === 1 ? '' : ` (and ${count - 1} more)`;
  return `${first?.paid ?? ''} ${first?.reason ?? ''}${more}`;
}
