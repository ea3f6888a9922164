import { t } from '@vscode/l10n';
import { sum } from '../../../src/core/decimal.ts';
import { causesFirst, isConsequence } from '../../../src/core/rewards/explanation/causes.ts';
import { eitherWay } from '../../../src/core/rewards/explanation/wording.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import type { ScoreSoFar } from '../../../src/core/rewards/explanation/soFar.ts';
import type { Component, Decimal, Entry, Score } from '../../../src/core/rewards/model.ts';
import type { Finding, Span } from '../../../src/core/span.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { decimal } from '../../shared/format.ts';
import { FindingIndex } from './findingIndex.ts';
import { stepAt } from './stepIndex.ts';

/** One line below the reward: what is lost or gained, why, and where. */
export interface RewardLine {
  readonly key: string;
  readonly code: string;
  /** In the reward's own units, signed (`-0.01`). */
  readonly paid: Decimal;
  readonly reason: string;
  readonly span: Span | null;
  /** Index of the step that it is about; null if it is about the whole response. */
  readonly step: number | null;
  /** Whether it only follows from another line. */
  readonly isConsequence: boolean;
}

/** A reward, prepared for display. */
export interface Explained {
  /** Null if no profile scores the response. */
  readonly score: Score | null;
  /** `0.18`, or `0.18 if wrong, 0.98 if right` while the verdict is unknown; a dash if there is no score. */
  readonly headline: string;
  /** Causes before what only follows from them. */
  readonly lines: readonly RewardLine[];
  readonly notes: readonly Finding[];
  /** The cost of each step, by the step's index, in the reward's own units. */
  readonly costs: ReadonlyMap<number, Decimal>;
  /** Findings of the parser, by the index of the step that they are about. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  /** The same findings by place. */
  readonly ordered: FindingIndex;
  /** Whether the response is not complete, so that only what is lost for good counts. */
  readonly isSoFar: boolean;
  /** Different for each explanation. */
  readonly serial: number;
}

/** Shown instead of a number if there is none. */
export const NO_SCORE = '\u2013';

let serial = 0;

/** The score of a response that is not complete: what it has lost for good, and the most that it can become. */
export function explainSoFar(
  profile: string,
  { components, most }: ScoreSoFar,
  steps: ListView<Step>,
  found: readonly Finding[],
): Explained {
  const explained = explain({ ...UNKNOWN, profile, components }, steps, found);
  const headline = explained.lines.length === 0 ? NO_SCORE : t('At most {0}', decimal(most));
  return { ...explained, headline, isSoFar: true };
}

/** The same for a reward that can only be computed as if the response ended here: its parts are not known yet. */
export function explainIfEnded(
  score: Score | null,
  steps: ListView<Step>,
  found: readonly Finding[],
): Explained {
  const components = (score?.components ?? []).map((component): Component => ({
    ...component,
    value: null,
    paid: null,
    entries: [],
  }));
  const explained = explain(score && { ...UNKNOWN, profile: score.profile, components }, steps, found);
  return { ...explained, headline: score === null ? NO_SCORE : headline(score), isSoFar: true };
}

/** A score of which nothing is known. */
const UNKNOWN: Omit<Score, 'profile' | 'components'> = {
  overall: null,
  ifWrong: null,
  ifRight: null,
  reported: {},
  raises: null,
  defaults: [],
  needs: [],
  adjustments: [],
  notes: [],
};

/** Relates a score and the parser's findings to the steps of the response. */
export function explain(score: Score | null, steps: ListView<Step>, found: readonly Finding[]): Explained {
  const lines: RewardLine[] = [];
  const costs = new Map<number, Decimal>();
  const take = (entry: Entry, owner: string): void => {
    if (/^-?0*(?:\.0*)?$/.test(entry.paid)) return;
    const step = entry.span === null ? null : (stepAt(steps, entry.span.start)?.index ?? null);
    lines.push({
      key: `${owner}-${lines.length}`,
      code: entry.code,
      paid: entry.paid,
      reason: entry.reason,
      span: entry.span,
      step,
      isConsequence: isConsequence(entry),
    });
    if (step !== null) costs.set(step, sum([costs.get(step) ?? '0', entry.paid]));
  };
  for (const component of score?.components ?? [])
    for (const entry of component.entries) take(entry, component.key);
  for (const entry of score?.adjustments ?? []) take(entry, 'sum');
  const findings = new Map<number, Finding[]>();
  for (const finding of found) {
    const step = stepAt(steps, finding.span.start)?.index ?? -1;
    const list = findings.get(step);
    if (list === undefined) findings.set(step, [finding]);
    else list.push(finding);
  }
  serial += 1;
  return {
    score,
    headline: score === null ? NO_SCORE : headline(score),
    lines: causesFirst(lines),
    notes: score === null ? [] : notesWithoutDefaults(score),
    costs,
    findings,
    ordered: new FindingIndex(found),
    isSoFar: false,
    serial,
  };
}

/** The notes of a score, except those that repeat its defaults. */
function notesWithoutDefaults({ notes, defaults }: Score): readonly Finding[] {
  return defaults.length === 0 ? notes : notes.filter(({ code }) => !code.endsWith('-default'));
}

/**
 * `answer 0.00 of 0.80`; only the pay if nothing is missing; `evidence -0.10` or `evidence (nothing lost)` if
 * the part can only cost; `answer 0.00 if wrong, 0.80
 * if right` if only the verdict is missing.
 */
export function componentLabel(
  { title, paid, most, entries }: Component,
  { needs, ifWrong }: Pick<Score, 'needs' | 'ifWrong'>,
): string {
  const name = title.toLowerCase();
  const full = Number(most);
  if (paid === null) {
    if (needs.includes('verdict') && ifWrong !== null)
      return `${name} ${eitherWay(decimal('0'), decimal(most))}`;
    return full === 0
      ? t('{0} not known', name)
      : t('{0} up to {1}', name, decimal(sum([most, ...entries.map((entry) => entry.paid)])));
  }
  if (full === 0 && isNothing(paid)) return t('{0} (nothing lost)', name);
  return Number(paid) === full || full === 0
    ? `${name} ${decimal(paid)}`
    : t('{0} {1} of {2}', name, decimal(paid), decimal(most));
}

/** The line that costs the most, among those that do not only follow from another; null if nothing is lost. */
export function mainCause({ lines }: Pick<Explained, 'lines'>): RewardLine | null {
  let main: RewardLine | null = null;
  for (const line of lines) {
    if (line.isConsequence || !line.paid.startsWith('-') || isNothing(line.paid)) continue;
    if (main === null || Number(line.paid) < Number(main.paid)) main = line;
  }
  const hasConsequences = lines.some((line) => line.isConsequence);
  // Everything that follows from a cause is part of what it costs.
  return hasConsequences ? (lines.find((line) => !line.isConsequence) ?? main) : main;
}

/** Whether an amount is shown as zero: it is zero, or too small, such as the rounding of a sum. */
export function isNothing(paid: Decimal): boolean {
  return decimal(paid) === decimal('0');
}

/** The bar of a component. */
export interface Bar {
  /** Its width relative to the others, in the reward's own units. */
  readonly extent: number;
  /** The filled part of it, 0 to 1; null while the pay is not known. */
  readonly fill: number | null;
  readonly look: 'whole' | 'part' | 'taken';
}

/** The smallest share of the widest bar: a narrower bar would look like a line. */
const LEAST_SHARE = 0.03;

/**
 * The bars of a score: as wide as the most that a part can pay, or can cost if it pays nothing; filled by what is paid
 * or, from the other end, by what is deducted.
 */
export function bars(components: readonly Component[]): readonly Bar[] {
  const extents = components.map(({ most, weight, paid }) => {
    const full = Math.max(Number(most), 0);
    return Math.max(full === 0 ? Math.abs(Number(weight)) : full, Math.abs(Number(paid ?? 0)));
  });
  const least = Math.max(...extents, 0) * LEAST_SHARE || 1;
  return components.map(({ most, paid }, index) => {
    const extent = Math.max(extents[index] ?? 0, least);
    if (paid === null) return { extent, fill: null, look: 'part' };
    const value = Number(paid);
    const fill = Math.min(1, Math.abs(value) / extent);
    if (value < 0) return { extent, fill, look: 'taken' };
    return { extent, fill, look: value >= Number(most) && value > 0 ? 'whole' : 'part' };
  });
}
