import { sum } from '../../../src/core/decimal.ts';
import type { Component, Decimal, Entry, Score } from '../../../src/core/rewards/model.ts';
import type { Finding, Span } from '../../../src/core/span.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { decimal, reward } from '../../shared/format.ts';
import { FindingIndex } from './findingIndex.ts';
import { stepAt } from './stepIndex.ts';

/** One line under the reward: what is lost or gained, why, and where. */
export interface RewardLine {
  readonly key: string;
  readonly code: string;
  /** In the reward's own units, signed (`-0.01`). */
  readonly paid: Decimal;
  readonly reason: string;
  readonly span: Span | null;
  /** Index of the step that it is about; null when it is about the whole. */
  readonly step: number | null;
}

/** A reward, ready to be shown. */
export interface Explained {
  readonly score: Score;
  /** `0.18`, or `0.18 or 0.98` while the verdict is unknown. */
  readonly headline: string;
  readonly lines: readonly RewardLine[];
  readonly notes: readonly Finding[];
  /** What each step costs, by the step's index, in the reward's own units. */
  readonly costs: ReadonlyMap<number, Decimal>;
  /** Findings of the parser by the index of the step that they are about. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  /** The same findings by place. */
  readonly ordered: FindingIndex;
  /** Another number for every explanation. */
  readonly serial: number;
}

let serial = 0;

/** What a score and the parser's findings say of the steps that the response was parsed into. */
export function explain(score: Score, steps: ListView<Step>, found: readonly Finding[]): Explained {
  const lines: RewardLine[] = [];
  const costs = new Map<number, Decimal>();
  const take = (entry: Entry, owner: string): void => {
    if (/^-?0*\.?0*$/.test(entry.paid)) return;
    const step = entry.span === null ? null : (stepAt(steps, entry.span.start)?.index ?? null);
    lines.push({
      key: `${owner}-${lines.length}`,
      code: entry.code,
      paid: entry.paid,
      reason: entry.reason,
      span: entry.span,
      step,
    });
    if (step !== null) costs.set(step, sum([costs.get(step) ?? '0', entry.paid]));
  };
  for (const component of score.components) for (const entry of component.entries) take(entry, component.key);
  for (const entry of score.adjustments) take(entry, 'sum');
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
    headline: headline(score),
    lines,
    notes: score.notes,
    costs,
    findings,
    ordered: new FindingIndex(found),
    serial,
  };
}

/** The reward as a number, or as the two numbers that it can become. */
export function headline(score: Score): string {
  if (score.overall !== null) return reward(score.overall);
  return score.ifWrong === score.ifRight
    ? reward(score.ifWrong)
    : `${reward(score.ifWrong)} or ${reward(score.ifRight)}`;
}

/** `answer 0.00 of 0.80`, or the part's full pay alone where nothing is missing. */
export function componentLabel(component: Component): string {
  const name = component.title.toLowerCase();
  if (component.paid === null) return `${name} ? of ${decimal(component.most)}`;
  return Number(component.paid) === Number(component.most)
    ? `${name} ${decimal(component.paid)}`
    : `${name} ${decimal(component.paid)} of ${decimal(component.most)}`;
}

/** How full a component's bar is, 0 to 1; null while the verdict is unknown. */
export function fill(component: Component): number | null {
  if (component.paid === null) return null;
  const most = Number(component.most);
  return most === 0 ? 0 : Math.min(1, Math.max(0, Number(component.paid) / most));
}
