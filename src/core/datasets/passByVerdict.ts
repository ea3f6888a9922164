import { isJsonObject } from '../records/fieldPath.ts';
import type { Sample } from '../records/sample.ts';
import type { Verdict } from '../rewards/model.ts';
import { passingOfVerdict } from './passingOfVerdict.ts';

/**
 * A sample of an evaluation whose rule is `judged`, with whether it passes by the verdict that it has now; any other
 * sample as it is.
 */
export function passByVerdict<One extends Pick<Sample, 'verdict' | 'columns' | 'record'>>(sample: One): One {
  const { record, verdict, columns } = sample;
  if (!isJsonObject(record)) return sample;
  const { evaluation, item } = record;
  if (!isJsonObject(evaluation) || ruleOf(evaluation, item) !== 'judged') return sample;
  const { passed, why } = passingOfVerdict(verdict);
  const others = Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'passed'));
  return {
    ...sample,
    columns: passed === null ? others : { ...others, passed: Number(passed) },
    record: { ...record, evaluation: { ...evaluation, why } },
  };
}

/** A sample with what a person said of it; as it is if no person has said anything. */
export function saidByPerson(sample: Sample, verdict: Verdict): Sample {
  if (verdict === 'unknown') return sample;
  const columns = { ...sample.columns, person: Number(verdict === 'right') };
  return passByVerdict({ ...sample, verdict, columns });
}

/** The rule by which a sample passes; records of earlier versions say it only if their question has its own. */
const ruleOf = ({ rule }: Readonly<Record<string, unknown>>, item: unknown): unknown =>
  rule ?? (isJsonObject(item) ? item['pass'] : undefined);
