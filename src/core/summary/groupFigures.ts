import { groupSpread, groupStatistics } from '../groups/advantages.ts';
import { passAtK, reportedKs } from '../groups/passAtK.ts';
import { isGenerationNumber } from './generationNumbers.ts';
import { countRight, differsWithin, knownNumbers, majorityOf } from './groupMembers.ts';
import type { Numbers, RowColumns } from './groupMembers.ts';
import { CLAIM_NUMBERS } from './sampleFacts.ts';

/** What groups are described from. */
export interface GroupSource {
  readonly columns: RowColumns;
  /** The numbers that are compared within groups: rewards, or recorded scores. */
  readonly compared: Numbers | undefined;
  /** The numbers that the compared ones are made of. */
  readonly components: readonly Numbers[];
  /** A column of numbers by its name; undefined if no row has one of this name. */
  readonly numbers: (name: string) => Numbers | undefined;
}

/** What is said of a group of samples. */
export interface GroupFigures {
  readonly n: number;
  /** Samples that are known to be right or wrong, and those that are right. */
  readonly judged: number;
  readonly right: number;
  readonly wrong: number;
  /** The share of right ones among those; null without any. */
  readonly share: number | null;
  /** The share of samples that give the answer that most give; null without answers. */
  readonly agreement: number | null;
  /** Of the compared numbers, with the sample deviation; null if one is missing or not finite. */
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Whether several samples have the same number, so that no advantage tells them apart. */
  readonly isZeroVariance: boolean;
  /** Whether those samples differ in a component all the same. */
  readonly hasOtherComponents: boolean;
  /** The first row that gives the answer that most rows give, and how many do; null without answers. */
  readonly majority: { readonly row: number; readonly count: number } | null;
}

/** How the numbers of a group are distributed. */
export interface NumberFigures {
  readonly mean: number;
  /** The sample deviation. */
  readonly std: number;
  readonly min: number;
  readonly max: number;
}

/** Describes the numbers of a column in a group; null if one is missing or not finite. */
export function numberFigures(column: Numbers | undefined, rows: Uint32Array): NumberFigures | null {
  const numbers = knownNumbers(column, rows);
  if (numbers === null) return null;
  const { mean, deviation } = groupSpread(numbers);
  return {
    mean,
    std: deviation,
    min: numbers.reduce((one, other) => Math.min(one, other)),
    max: numbers.reduce((one, other) => Math.max(one, other)),
  };
}

/** Describes the group that consists of some rows. */
export function groupFigures(
  { columns, compared, components }: GroupSource,
  rows: Uint32Array,
): GroupFigures {
  const { length: n } = rows;
  const { right, wrong } = countRight(columns, rows);
  const judged = right + wrong;
  const majority = majorityOf(columns, rows);
  const counts = {
    n,
    judged,
    right,
    wrong,
    share: judged === 0 ? null : right / judged,
    agreement: majority === null ? null : majority.count / n,
    majority,
  };
  const figures = numberFigures(compared, rows) ?? { mean: null, std: null, min: null, max: null };
  const isZeroVariance = n > 1 && figures.min !== null && figures.min === figures.max;
  return {
    ...counts,
    ...figures,
    isZeroVariance,
    hasOtherComponents: isZeroVariance && components.some((component) => differsWithin(component, rows)),
  };
}

/** A number of a group as filters name it (docs/filters.md), such as `share`; null if the group does not have it. */
export function groupStatistic(figures: GroupFigures, name: string): number | null {
  switch (name) {
    case 'n':
    case 'mean':
    case 'std':
    case 'min':
    case 'max':
    case 'right':
    case 'wrong':
    case 'share':
    case 'agreement':
      return figures[name];
    default:
      return null;
  }
}

/** Unbiased pass@k for the reported k; none unless it is known of every sample whether it is right. */
export function passesAt({ n, judged, right }: Pick<GroupFigures, 'n' | 'judged' | 'right'>): readonly {
  readonly k: number;
  readonly share: number;
}[] {
  return judged < n ? [] : reportedKs(n).map((k) => ({ k, share: passAtK(n, right, k) }));
}

/** The advantages of the rows of a group, in the order of the rows; null if a compared number is missing or not finite. */
export interface GroupAdvantages {
  readonly grpo: readonly number[];
  readonly rloo: readonly number[];
}

/** How the rows of a group compare with each other, as GRPO and RLOO compute it. */
export function groupAdvantages(
  { compared }: Pick<GroupSource, 'compared'>,
  rows: Uint32Array,
): GroupAdvantages | null {
  const numbers = knownNumbers(compared, rows);
  return numbers === null ? null : groupStatistics(numbers);
}

/** Whether a field is a part of the number that is compared, rather than a number of another kind. */
export function isComponent(name: string, compared: string): boolean {
  if (compared === 'reward') return name.startsWith('reward.');
  const isOther = name === 'reward' || CLAIM_NUMBERS.includes(name) || isGenerationNumber(name);
  return name !== compared && !isOther && !name.startsWith('reward.');
}
