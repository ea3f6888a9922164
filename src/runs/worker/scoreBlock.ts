import type { ProblemReason } from '../../core/records/problemReason.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import { NumberColumn } from '../../core/summary/numberColumn.ts';
import { GOLD_SENT, type SampleFacts } from '../../core/summary/sampleFacts.ts';
import { answerText } from './answerText.ts';
import type { BlockReader } from './blockReader.ts';
import { DistinctColumn, NAME_SEPARATOR } from './distinctColumn.ts';
import { loadProfile, scoreSample } from './sampleScores.ts';
import type { ScoredBlock, ScoringTask } from './scoringCalls.ts';

/** Scores rows in a thread that keeps the profiles that it has loaded. */
export class BlockScorer {
  readonly #reader: Pick<BlockReader, 'read'>;
  readonly #profiles = new Map<string, Promise<RewardProfile>>();

  constructor(reader: Pick<BlockReader, 'read'>) {
    this.#reader = reader;
  }

  /** Scores the rows of a task. A row that cannot be read is a problem; one that brings scoring down is not scored. */
  async score(task: ScoringTask): Promise<ScoredBlock> {
    const profile = task.profile === null ? null : await this.#profile(task.profile);
    const result = new BlockColumns(task.starts.length);
    let position = 0;
    for await (const found of this.#reader.read(task)) {
      if ('problem' in found) result.addProblem(position, found.reason);
      else {
        const facts = factsOrNull(found.sample, task.dialect, profile);
        if (facts === null) result.addUnscored(position);
        else result.add(position, facts);
      }
      position += 1;
    }
    return result.block();
  }

  #profile(name: string): Promise<RewardProfile> {
    const profile = this.#profiles.get(name) ?? loadProfile(name);
    this.#profiles.set(name, profile);
    return profile;
  }
}

function factsOrNull(...given: Parameters<typeof scoreSample>): SampleFacts | null {
  try {
    return scoreSample(...given);
  } catch {
    return null;
  }
}

/** Collects what scoring finds out. */
class BlockColumns {
  readonly #count: number;
  readonly #reasons: [number, ProblemReason][] = [];
  readonly #unscored: number[] = [];
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #tools = new DistinctColumn();
  readonly #findings = new DistinctColumn();
  readonly #answers = new DistinctColumn();

  constructor(count: number) {
    this.#count = count;
  }

  addProblem(position: number, reason: ProblemReason): void {
    this.#reasons.push([position, reason]);
  }

  addUnscored(position: number): void {
    this.#unscored.push(position);
  }

  add(position: number, { fields, tools, findings, answer }: SampleFacts): void {
    for (const [name, value] of fields) {
      if (name !== GOLD_SENT && name !== 'reward' && !name.startsWith('reward.')) continue;
      let values = this.#numbers.get(name);
      if (values === undefined) this.#numbers.set(name, (values = new NumberColumn()));
      values.set(position, value);
    }
    this.#tools.set(position, tools.join(NAME_SEPARATOR));
    this.#findings.set(position, findings.join(NAME_SEPARATOR));
    this.#answers.set(position, answerText(answer));
  }

  block(): ScoredBlock {
    return {
      count: this.#count,
      reasons: this.#reasons,
      unscored: this.#unscored,
      numbers: Array.from(this.#numbers, ([name, values]) => ({ name, values: values.collect(this.#count) })),
      tools: this.#tools.collect(this.#count),
      findings: this.#findings.collect(this.#count),
      answers: this.#answers.collect(this.#count),
    };
  }
}
