import path from 'node:path';
import { root } from '../../../../scripts/lib/paths.mjs';
import type { FilterSubject } from '../../../../src/core/filter/model.ts';
import { groupSpread, groupStatistics } from '../../../../src/core/groups/advantages.ts';
import { answerKey } from '../../../../src/core/metrics/answerKey.ts';
import type { SampleFacts } from '../../../../src/core/summary/sampleFacts.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { problemSubject, sampleSubject } from '../../../../src/runs/scoring/filterSubjects.ts';
import { readFacts } from '../../../../src/runs/scoring/sampleFacts.ts';

/** The run whose rows docs/filters.md filters. */
export const RUN = path.join(root, 'test/fixtures/runs/filters/rows.jsonl');

/** A row of the run, called by its id, or by its line if it has none. */
export interface ExampleRow {
  readonly name: string;
  readonly subject: FilterSubject;
}

/** The rows of the run as filters ask about them. Its pages were not searched, so it has no claims. */
export async function readExampleRun(): Promise<readonly ExampleRow[]> {
  const rows: ExampleRow[] = [];
  const groups = new Map<string, SampleFacts[]>();
  for await (const items of readInputs([RUN], WITHOUT_OPTIONS)) {
    for (const item of items) {
      const { file, line } = item.place;
      if (!('sample' in item)) {
        const subject = problemSubject(file, item.reason ?? 'json');
        rows.push({ name: `line ${line ?? 0}`, subject });
        continue;
      }
      const facts = readFacts(item.sample, 'lang2act', null);
      const key = `${facts.step ?? ''}:${facts.group?.key ?? ''}`;
      const members = groups.get(key) ?? [];
      groups.set(key, [...members, facts]);
      const group = (field: string): number | string | null =>
        field === 'name'
          ? (facts.group?.name ?? null)
          : field === 'advantage' || field === 'rloo'
            ? advantage(field, facts, groups.get(key) ?? [])
            : groupNumber(field, groups.get(key) ?? []);
      const subject = sampleSubject(item.sample, facts, { file, group });
      rows.push({ name: item.sample.id ?? '', subject });
    }
  }
  return rows;
}

/** A number of a group, as docs/filters.md defines it. */
function groupNumber(field: string, members: readonly SampleFacts[]): number | null {
  const judged = members.flatMap(({ right }) => (right === null ? [] : [right]));
  const right = judged.filter((each) => each).length;
  const answers = members.map(({ answer }) => answerKey(answer ?? '')).filter((key) => key !== '');
  const most = Math.max(...answers.map((each) => answers.filter((other) => other === each).length));
  const numbers: Readonly<Record<string, number | null>> = {
    n: members.length,
    right,
    wrong: judged.length - right,
    share: judged.length === 0 ? null : right / judged.length,
    agreement: answers.length === 0 ? null : most / members.length,
    ...spreadOf(members.map(({ fields }) => fields.get('score') ?? Number.NaN)),
  };
  const [, statistic = '', key = ''] = /^(mean|std|min|max)\.(.+)$/u.exec(field) ?? [];
  if (key === '') return numbers[field] ?? null;
  return spreadOf(members.map(({ fields }) => fields.get(key) ?? Number.NaN))[statistic] ?? null;
}

/** The advantage of a sample within its group; null if a score is missing or NaN. */
function advantage(
  field: 'advantage' | 'rloo',
  sample: SampleFacts,
  members: readonly SampleFacts[],
): number | null {
  const scores = members.map(({ fields }) => fields.get('score') ?? Number.NaN);
  if (!scores.every(Number.isFinite)) return null;
  const { grpo, rloo } = groupStatistics(scores);
  return (field === 'rloo' ? rloo : grpo)[members.indexOf(sample)] ?? null;
}

/** The numbers of a group's scores; none if one is missing or NaN. */
function spreadOf(scores: readonly number[]): Readonly<Record<string, number>> {
  if (!scores.every(Number.isFinite)) return {};
  const { mean, deviation } = groupSpread(scores);
  return { mean, std: deviation, min: Math.min(...scores), max: Math.max(...scores) };
}
