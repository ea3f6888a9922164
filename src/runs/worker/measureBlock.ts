import { questionKey, type QuestionKey } from '../../core/runComparison/questionKey.ts';
import { bucketValues } from '../../core/runMetrics/bucketValues.ts';
import {
  MEASURES,
  SampleMeter,
  type Measure,
  type SampleMeasures,
} from '../../core/runMetrics/sampleMeasures.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { RewardProfile, Score } from '../../core/rewards/model.ts';
import { BY_THE_RECORD, rewardContext } from '../scoring/rewardContext.ts';
import { fieldsOf, isRight } from '../scoring/sampleFacts.ts';
import type { BlockReader } from './blockReader.ts';
import { DistinctColumn, NAME_SEPARATOR } from './distinctColumn.ts';
import { loadProfile } from './sampleScores.ts';
import type { MeasuredBlock, MeasureTask, RowsTask } from './scoringCalls.ts';

/** Measures rows in a thread that keeps the profiles that it has loaded. */
export class BlockMeter {
  readonly #reader: Pick<BlockReader, 'read'>;
  readonly #meter = new SampleMeter();
  readonly #profiles = new Map<string, Promise<RewardProfile>>();

  constructor(reader: Pick<BlockReader, 'read'>) {
    this.#reader = reader;
  }

  /** Measures the rows of a task. Of a row that cannot be read, nothing is known. */
  async measure(task: MeasureTask): Promise<MeasuredBlock> {
    const name = task.profiles.get(task.file);
    const profile = name === undefined ? null : await this.#profile(name);
    const count = task.starts.length;
    const measures = new Map<Measure, Float64Array<ArrayBuffer>>();
    const by = task.by.map(() => new DistinctColumn());
    let position = 0;
    for await (const found of this.#reader.read(task)) {
      if ('sample' in found) {
        const { sample } = found;
        const measured = this.#meter.measure(sample, profile === null ? null : scoreOrNull(sample, profile));
        for (const each of MEASURES) {
          const value = measured[each];
          if (value === null) continue;
          let values = measures.get(each);
          if (values === undefined) measures.set(each, (values = new Float64Array(count).fill(Number.NaN)));
          values[position] = value;
        }
        task.by.forEach((field, at) => {
          by[at]?.set(position, valuesOf(field, sample, measured).join(NAME_SEPARATOR));
        });
      }
      position += 1;
    }
    return {
      measures: Array.from(measures, ([each, values]) => ({ name: each, values })),
      by: by.map((column) => column.collect(count)),
    };
  }

  #profile(name: string): Promise<RewardProfile> {
    const profile = this.#profiles.get(name) ?? loadProfile(name);
    this.#profiles.set(name, profile);
    return profile;
  }
}

/** What the questions of rows are recognized by in another run. */
export async function readQuestionKeys(
  reader: Pick<BlockReader, 'read'>,
  task: RowsTask,
): Promise<readonly (QuestionKey | null)[]> {
  const keys: (QuestionKey | null)[] = [];
  for await (const found of reader.read(task))
    keys.push('sample' in found ? questionKey(found.sample) : null);
  return keys;
}

/** What a profile pays; null if that brings it down. */
function scoreOrNull(sample: Sample, profile: RewardProfile): Score | null {
  try {
    return profile.score(sample.response, rewardContext(sample, BY_THE_RECORD));
  } catch {
    return null;
  }
}

/** The values of a field that a record has; those that the columns of the run know are looked up there. */
function valuesOf(field: string, sample: Sample, measures: SampleMeasures): readonly string[] {
  const facts = {
    step: sample.step,
    group: null,
    right: isRight(sample),
    fields: fieldsOf(sample, null),
    tools: [],
    findings: [],
    answer: null,
    finishReason: sample.finishReason,
  };
  return bucketValues(field, sample, facts, measures);
}
