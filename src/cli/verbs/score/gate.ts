import { PageTraceError } from '../../../core/errors.ts';
import type { Score } from '../../../core/rewards/model.ts';
import { numberOption } from '../../arguments/arguments.ts';
import { countDeductions, formatHolds, looksAtFormat } from '../../../runs/scoring/scoreFacts.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';

/** What of a score can be asked to count as a finding. */
const KINDS = ['format', 'raises', 'deduction'] as const;
type Kind = (typeof KINDS)[number];

/** Options that make findings of scores. */
export const gateOptions = {
  'fail-under': { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
} as const;

/** What is asked to count as a finding. */
export interface Gate {
  /** Says of a score what counts as a finding; null where nothing does. */
  readonly finding: (scored: ScoredSample) => string | null;
  /** Why a gate that found nothing could not have: it must not pass for one that looked. Null where it could. */
  readonly blind: () => string | null;
}

/**
 * What the options want to count; that the person's own function fails always does.
 * @throws PageTraceError `bad-input` for what is no number and no kind.
 */
export function readGate(values: {
  readonly 'fail-under'?: string | undefined;
  readonly 'fail-on'?: readonly string[] | undefined;
}): Gate {
  const range = { least: -1000, most: 1000 };
  const least = numberOption('fail-under', values['fail-under'], range, null);
  const kinds = new Set((values['fail-on'] ?? []).flatMap((each) => each.split(',')).map(kindOf));
  /** Of the scores so far: how many a profile gave, and how many of them look at a format. */
  const seen = { scores: 0, formats: 0 };
  const finding = ({ score, user }: ScoredSample): string | null => {
    if (score !== null) seen.scores += 1;
    if (score !== null && looksAtFormat(score)) seen.formats += 1;
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
  const blind = (): string | null => {
    if (kinds.size === 0) return null;
    if (seen.scores === 0) return 'No profile has scored anything, so that --fail-on had nothing to look at.';
    return kinds.has('format') && seen.formats === 0
      ? 'The profile looks at no format, so that --fail-on format had nothing to look at. Name another with --profile, or leave it out.'
      : null;
  };
  return { finding, blind };
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
  const count = countDeductions(score);
  if (count === 0) return null;
  const first = score.components.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'deduction');
  const more = count === 1 ? '' : ` (and ${count - 1} more)`;
  return `${first?.paid ?? ''} ${first?.reason ?? ''}${more}`;
}
