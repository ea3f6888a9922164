import { upperMedian } from '../median.ts';
import { areEqual } from '../summary/groupMembers.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import { cutOff } from './rowTests.ts';

/** What is said of a step. Shares are null where nothing is known. */
export interface StepFigures {
  readonly samples: number;
  /** The mean of what is compared within groups, over the samples that have it. */
  readonly mean: number | null;
  readonly judged: number;
  readonly right: number;
  readonly rightShare: number | null;
  /** Groups of at least two samples whose numbers are all known, and those of them whose numbers are all the same. */
  readonly groups: number;
  readonly zeroVariance: number;
  readonly zeroVarianceShare: number | null;
  /** The median length in tokens. */
  readonly tokens: number | null;
  /** The share of responses that were cut off. */
  readonly cutOff: number;
}

/** Describes the samples of a step. */
export function stepFigures(
  table: SampleTable,
  rows: readonly number[],
  compared: 'reward' | 'score',
): StepFigures {
  const column = table.numbers(compared);
  const lengths = table.numbers('length');
  const isCut = cutOff(table);
  const { ofRow } = table.groups(false);
  const groups = new Map<number, (number | null)[]>();
  const tokens: number[] = [];
  let sum = 0;
  let valued = 0;
  let judged = 0;
  let right = 0;
  let cut = 0;
  for (const row of rows) {
    const value = column?.at(row) ?? null;
    const known = value !== null && Number.isFinite(value) ? value : null;
    if (known !== null) {
      sum += known;
      valued += 1;
    }
    const isRight = table.isRight(row);
    if (isRight !== null) judged += 1;
    if (isRight === true) right += 1;
    const length = lengths?.at(row) ?? null;
    if (length !== null && Number.isFinite(length)) tokens.push(length);
    if (isCut(row)) cut += 1;
    const group = ofRow[row] ?? -1;
    const own = groups.get(group);
    if (group >= 0 && own === undefined) groups.set(group, [known]);
    else own?.push(known);
  }
  const spreads = [...groups.values()].flatMap((values) => {
    const known = values.flatMap((value) => value ?? []);
    return known.length === values.length && known.length > 1 ? [known] : [];
  });
  const zeroVariance = spreads.filter(areEqual).length;
  return {
    samples: rows.length,
    mean: valued === 0 ? null : sum / valued,
    judged,
    right,
    rightShare: judged === 0 ? null : right / judged,
    groups: spreads.length,
    zeroVariance,
    zeroVarianceShare: spreads.length === 0 ? null : zeroVariance / spreads.length,
    tokens: tokens.length === 0 ? null : upperMedian(tokens),
    cutOff: rows.length === 0 ? 0 : cut / rows.length,
  };
}
