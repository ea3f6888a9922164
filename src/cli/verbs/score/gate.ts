import { PageTraceError } from '../../../core/errors.ts';
import { unmetExpectations, type ExpectedScore } from '../../../core/records/expectedScore.ts';
import type { Score } from '../../../core/rewards/model.ts';
import { numberOption } from '../../arguments/arguments.ts';
import type { BaselineChange } from '../../../runs/baseline/baseline.ts';
import {
  assumedDefaults,
  countDeductions,
  formatHolds,
  looksAtFormat,
} from '../../../core/rewards/scoreFacts.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { areSameScores } from '../../../runs/statistics/recordedScores.ts';
import { changeText } from './baselineReport.ts';

/** What --fail-on can count as a finding. */
const KINDS = ['format', 'raises', 'deduction', 'defaults', 'lower', 'changed'] as const;
type Kind = (typeof KINDS)[number];

/** The kinds that are about the comparison with a baseline. */
const COMPARED: readonly Kind[] = ['lower', 'changed'];

/** Options that decide which scores are findings. */
export const gateOptions = {
  'fail-under': { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
  baseline: { type: 'string' },
} as const;

/** Decides what counts as a finding. */
export interface Gate {
  /**
   * Why a score is a finding, every reason in one text; null if it is not.
   * @param change how it compares with the baseline; null without a baseline
   */
  readonly finding: (scored: ScoredSample, change: BaselineChange | null) => string | null;
  /** Whether a sample of the baseline that is not scored again is a finding. */
  readonly countsMissing: boolean;
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
  readonly baseline?: string | undefined;
}): Gate {
  const range = { least: -1000, most: 1000 };
  const least = numberOption('fail-under', values['fail-under'], range, null);
  const kinds = new Set((values['fail-on'] ?? []).flatMap((each) => each.split(',')).map(readKind));
  const compared = COMPARED.find((kind) => kinds.has(kind));
  if (compared !== undefined && values.baseline === undefined) {
    throw new PageTraceError('bad-input', `--fail-on ${compared} is given without --baseline.`, {
      hint: 'Name the earlier output of pagetrace score with --baseline.',
    });
  }
  /** How many scores so far are from a profile, and how many of those profiles check a format. */
  const seen = { scores: 0, formats: 0, compared: 0 };
  const finding = (scored: ScoredSample, change: BaselineChange | null): string | null => {
    const { sample, score, user } = scored;
    if (change !== null && change.change !== 'new') seen.compared += 1;
    if (score !== null) seen.scores += 1;
    if (score !== null && looksAtFormat(score)) seen.formats += 1;
    if (user !== null && !user.ok) return user.error.message;
    const isChange = change !== null && change.change !== 'same';
    const isCounted = isChange && (kinds.has('changed') || (kinds.has('lower') && change.change === 'lower'));
    const reasons = [
      ...(sample.expected === null ? [] : unmetBy(sample.expected, scored)),
      least === null ? null : underLeast(scored, least),
      ...(score === null
        ? []
        : [
            kinds.has('raises') ? raiseText(score) : null,
            kinds.has('format') && formatHolds(score) === false ? 'The format is not paid in full.' : null,
            kinds.has('defaults') ? defaultsText(score) : null,
            kinds.has('deduction') ? firstDeduction(score) : null,
          ]),
      isCounted ? changeText(change) : null,
    ].filter((reason) => reason !== null);
    // An exception is the reason for --fail-under and for --fail-on raises.
    return reasons.length === 0 ? null : [...new Set(reasons)].join(' ');
  };
  const blind = (): string | null => {
    if (compared !== undefined && seen.compared === 0) {
      return `No sample of the baseline was scored again, so --fail-on ${compared} had nothing to compare.`;
    }
    const ofProfile = [...kinds].some((kind) => !COMPARED.includes(kind));
    if (ofProfile && seen.scores === 0)
      return 'No profile scored anything, so --fail-on had nothing to check.';
    return kinds.has('format') && seen.formats === 0
      ? 'The profile does not check the format, so --fail-on format had nothing to check. Choose another profile with --profile, or leave --fail-on format out.'
      : null;
  };
  return { finding, blindReason: blind, countsMissing: kinds.has('changed') };
}

function readKind(word: string): Kind {
  const kind = KINDS.find((each) => each === word.trim());
  if (kind !== undefined) return kind;
  throw new PageTraceError('bad-input', `--fail-on takes ${KINDS.join(', ')}, not "${word}".`, {
    hint: 'Write one of them, or several separated by commas.',
  });
}

/** Why the reward that counts, the person's own if there is one, is below `least`; null if it is not. */
function underLeast({ score, user }: ScoredSample, least: number): string | null {
  if (user?.ok !== true) return score === null ? null : whyUnderLeast(score, least);
  // NaN is below every limit, but a reward that does not apply to a sample pays nothing for it that could be.
  if (user.notApplicable || user.overall >= least) return null;
  return `The Python reward ${user.overall} is under ${least}.`;
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

/** What differs from the expected score, which is the profile's, or without a profile that of the person's function. */
function unmetBy(expected: ExpectedScore, { score, user }: ScoredSample): readonly string[] {
  if (score !== null) return unmetExpectations(expected, score);
  if (user?.ok !== true) return [];
  if (user.notApplicable)
    return ['A score is expected, but the Python reward does not apply to this sample.'];
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const value = name === 'overall' ? user.overall : (user.fields[name] ?? null);
    if (typeof value !== 'number') return [`The Python reward returns no number "${name}".`];
    const title = name === 'overall' ? 'The Python reward' : `The part "${name}" of the Python reward`;
    return areSameScores(value, wanted) ? [] : [`${title} is ${value}, but ${wanted} is expected.`];
  });
}

/** The defaults that a score rests on; null if there are none. */
function defaultsText({ defaults }: Score): string | null {
  const assumed = assumedDefaults(defaults).map(({ key, value }) => `${key} taken as ${value}`);
  return assumed.length === 0 ? null : `The score rests on defaults: ${assumed.join(', ')}.`;
}

function firstDeduction(score: Score): string | null {
  const count = countDeductions(score);
  if (count === 0) return null;
  const first = score.components.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'deduction');
  const more = count === 1 ? '' : ` (and ${count - 1} more)`;
  return `${first?.paid ?? ''} ${first?.reason ?? ''}${more}`;
}
