import { Buffer } from 'node:buffer';
import { asPageTraceError } from '../../core/errors.ts';
import type { ProblemReason } from '../../core/records/problemReason.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { SampleFacts } from '../../core/summary/sampleFacts.ts';
import { answerText } from './answerText.ts';
import { DistinctColumn, NAME_SEPARATOR } from './distinctColumn.ts';
import { NO_NUMBER } from './numberTable.ts';
import { loadProfile, scoreSample } from './sampleScores.ts';
import type { ScoredBlock, ScoringTask } from './scoringCalls.ts';
import { SourceFile, type ReadAgain } from './sourceFile.ts';

/** Scores rows in a thread that keeps the files that it reads open. */
export class BlockScorer {
  readonly #files = new Map<string, Promise<SourceFile>>();
  readonly #profiles = new Map<string, Promise<RewardProfile>>();

  /** Scores the rows of a task. A row that cannot be read is a problem. */
  async score(task: ScoringTask): Promise<ScoredBlock> {
    const count = task.starts.length;
    const file = await this.#open(task);
    const profile = task.profile === null ? null : await this.#profile(task.profile);
    const result = new BlockColumns(count);
    const text = await readAll(file, task);
    for (let position = 0; position < count; position += 1) {
      const found = await readRow(file, task, position, text);
      if ('problem' in found) result.addProblem(position, found.reason);
      else result.add(position, scoreSample(found.sample, task.dialect, profile));
    }
    return result.block();
  }

  async #open({ file, fields }: ScoringTask): Promise<SourceFile> {
    let open = this.#files.get(file);
    if (open === undefined) {
      const source = new SourceFile(file, fields);
      open = source.recognize().then(() => source);
      for (const before of this.#files.values()) await (await before.catch(() => null))?.close();
      this.#files.clear();
      this.#files.set(file, open);
    }
    return open;
  }

  async #profile(name: string): Promise<RewardProfile> {
    const profile = this.#profiles.get(name) ?? loadProfile(name);
    this.#profiles.set(name, profile);
    return profile;
  }
}

/** The bytes from the first to the last row of a task, if they are lines; otherwise null. */
async function readAll(file: SourceFile, { starts, lengths, longest }: ScoringTask): Promise<Buffer | null> {
  if (!file.hasPlainLines) return null;
  const first = starts[0] ?? 0;
  const length = (starts.at(-1) ?? 0) + (lengths.at(-1) ?? 0) - first;
  let known = 0;
  for (const each of lengths) if (each <= longest) known += each;
  // Long lines between them are not loaded.
  if (length > 2 * known + 1024 * 1024) return null;
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await (await file.handle()).read(bytes, 0, length, first);
  return bytesRead === length ? bytes : null;
}

async function readRow(
  file: SourceFile,
  { starts, lengths, lines, samples, longest }: ScoringTask,
  position: number,
  text: Buffer | null,
): Promise<ReadAgain> {
  const start = starts[position] ?? 0;
  const length = lengths[position] ?? 0;
  const sample = samples[position] ?? 0;
  const place = {
    file: 0,
    line: lines[position] ?? 1,
    bytes: { start, length },
    sample: sample === 0 ? null : sample,
  };
  try {
    if (text === null) return await file.sampleAt(place, longest);
    const from = start - (starts[0] ?? 0);
    return file.sampleIn(place, text.subarray(from, from + length));
  } catch (error) {
    return { problem: asPageTraceError(error).message, reason: 'no_response' };
  }
}

/** Collects what scoring finds out. */
class BlockColumns {
  readonly #count: number;
  readonly #reasons: [number, ProblemReason][] = [];
  readonly #numbers = new Map<string, Float64Array>();
  readonly #tools = new DistinctColumn();
  readonly #findings = new DistinctColumn();
  readonly #answers = new DistinctColumn();

  constructor(count: number) {
    this.#count = count;
  }

  addProblem(position: number, reason: ProblemReason): void {
    this.#reasons.push([position, reason]);
  }

  add(position: number, { fields, tools, findings, answer }: SampleFacts): void {
    for (const [name, value] of fields) {
      if (name !== 'reward' && !name.startsWith('reward.')) continue;
      let values = this.#numbers.get(name);
      if (values === undefined)
        this.#numbers.set(name, (values = new Float64Array(this.#count).fill(NO_NUMBER)));
      values[position] = value;
    }
    this.#tools.set(position, tools.join(NAME_SEPARATOR));
    this.#findings.set(position, findings.join(NAME_SEPARATOR));
    this.#answers.set(position, answerText(answer));
  }

  block(): ScoredBlock {
    return {
      count: this.#count,
      reasons: this.#reasons,
      numbers: Array.from(this.#numbers, ([name, values]) => ({ name, values })),
      tools: this.#tools.collect(this.#count),
      findings: this.#findings.collect(this.#count),
      answers: this.#answers.collect(this.#count),
    };
  }
}
