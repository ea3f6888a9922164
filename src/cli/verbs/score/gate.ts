import { PageTraceError } from '../../../core/errors.ts';
import type { Score } from '../../../core/rewards/model.ts';
import { numberOption } from '../../arguments/arguments.ts';
import { countDeductions, formatHolds, looksAtFormat } from '../../../runs/scoring/scoreFacts.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';

/** What --fail-on can count as a finding. */
const KINDS = ['format', 'raises', 'deduction'] as const;
type Kind = (typeof KINDS)[number];

/** Options that decide which scores are findings. */
export const gateOptions = {
  'fail-under': { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
} as const;

/** Decides what counts as a finding. */
export interface Gate {
  /** Why a score is a finding; null if it is not. */
  readonly finding: (scored: ScoredSample) => string | null;
  /** Why the gate could not find anything, so that passing it would mean nothing; null if it could. */
  readonly blindReason: () => string | null;
}

/**
 * Reads the options that decide what counts. A failure of the person's own function always counts.
 * @throws PageTraceError `bad-input` for text that is not a number, or for an unknown kind
 */
export function readGate(values: {
  readonly 'fail-under'?: string | undefined;
  readonly 'fail-on'?: readonly string[] | undefined;
}): Gate {
  const range = { least: -1000, most: 1000 };
  const least = numberOption('fail-under', values['fail-under'], range, null);
  const kinds = new Set((values['fail-on'] ?? []).flatMap((each) => each.split(',')).map(readKind));
  /** How many scores so far are from a profile, and how many of those profiles check a format. */
  const seen = { scores: 0, formats: 0 };
  const finding = ({ score, user }: ScoredSample): string | null => {
    if (score !== null) seen.scores += 1;
    if (score !== null && looksAtFormat(score)) seen.formats += 1;
    if (user !== null && !user.ok) return user.error.message;
    // NaN is below every limit.
    if (user !== null && least !== null && !(user.overall >= least)) {
      return `The Python reward ${user.overall} is under ${least}.`;
    }
    if (score === null) return null;
    return (
      (least === null || user !== null ? null : whyUnderLeast(score, least)) ??
      (kinds.has('raises') ? raiseText(score) : null) ??
      (kinds.has('format') && formatHolds(score) === false ? 'The format is not paid in full.' : null) ??
      (kinds.has('deduction') ? firstDeduction(score) : null)
    );
  };
  const blind = (): string | null => {
    if (kinds.size === 0) return null;
    if (seen.scores === 0) return 'No profile has scored anything, so that --fail-on had nothing to look at.';
    return kinds.has('format') && seen.formats === 0
      ? 'The profile looks at no format, so that --fail-on format had nothing to look at. Name another with --profile, or leave it out.'
      : null;
  };
  return { finding, blindReason: blind };
}

function readKind(word: string): Kind {
  const kind = KINDS.find((each) => each === word.trim());
  if (kind !== undefined) return kind;
  throw new PageTraceError('bad-input', `--fail-on knows ${KINDS.join(', ')}, not "${word}".`, {
    hint: 'Write one of them, or several with commas between.',
  });
}

/** Why a reward is below `least`; null if it is not. An unknown reward does not pass, because it may be below. */
function whyUnderLeast(score: Score, least: number): string | null {
  const { overall, ifWrong, ifRight, needs } = score;
  if (score.raises !== null) return raiseText(score);
  if (overall !== null) return overall >= least ? null : `The reward ${overall} is under ${least}.`;
  if (ifWrong !== null && ifRight !== null && Math.min(ifWrong, ifRight) >= least) return null;
  const missing = needs.map((need) => need.replaceAll('_', ' ')).join(' and the ');
  return `The reward is not known to reach ${least}: the ${missing} is missing.`;
}

function raiseText({ raises }: Score): string | null {
  return raises === null ? null : `The reward function raises ${raises.name}: ${raises.reason}`;
}

function firstDeduction(score: Score): string | null {
  const count = countDeductions(score);
  if (count === 0) return null;
  const first = score.components.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'deduction');
  const more = count === 1 ? '' : ` (and ${count - 1} more)`;
  return `${first?.paid ?? ''} ${first?.reason ?? ''}${more}`;
}
