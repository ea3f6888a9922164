import { createHash } from 'node:crypto';
import { ExportTally } from '../../../core/training/exportTally.ts';
import type { TrainingSample } from '../../../core/training/model.ts';
import type { Pairs } from '../../../core/training/pairs.ts';
import { markedText } from '../../../core/training/trainingPrompt.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { groupKey } from '../../../runs/statistics/groupKey.ts';
import { placeJson } from '../../output/json.ts';
import type { AskedExport } from './exportOptions.ts';
import type { TrainingFolder } from './trainingFolder.ts';
import { trainingSample, type TrainingSamplesDeps } from './trainingSamples.ts';
import type { TrainingWriter } from './trainingWriter.ts';

/** What a sample is paid: by the profile, or else what its record says. */
export function rewardOf({ score, sample }: ScoredSample): number | null {
  const reward = score === null ? sample.score : score.overall;
  return reward === null || Number.isNaN(reward) ? null : reward;
}

/** A sample that waits for the other one of its pair. */
interface HeldSample {
  readonly item: ScoredSample;
  readonly sample: TrainingSample;
}

/** Makes records of samples and writes them. */
export class ExportedRecords {
  readonly tally = new ExportTally();
  written = 0;
  questionsAlone = 0;
  readonly #asked: AskedExport;
  readonly #writer: TrainingWriter;
  readonly #folder: TrainingFolder;
  readonly #deps: TrainingSamplesDeps;
  readonly #pairs: Pairs | null;
  /** What is in the export: hashes of records, or the groups of questions. */
  readonly #seen = new Set<string>();
  readonly #held = new Map<string, HeldSample>();
  #position = 0;

  constructor(
    asked: AskedExport,
    writer: TrainingWriter,
    folder: TrainingFolder,
    deps: TrainingSamplesDeps,
    pairs: Pairs | null,
  ) {
    this.#asked = asked;
    this.#writer = writer;
    this.#folder = folder;
    this.#deps = deps;
    this.#pairs = pairs;
  }

  /** Takes the next sample. */
  async take(item: ScoredSample, isChosen: boolean, signal: AbortSignal): Promise<void> {
    const position = this.#position++;
    this.tally.read();
    if (!isChosen) {
      this.tally.leaveOut('filter');
      return;
    }
    const group = groupKey(item.sample)?.key ?? null;
    if (this.#asked.form.kind === 'questions' && group !== null && this.#seen.has(group)) {
      this.tally.leaveOut('same-question');
      return;
    }
    const role = this.#pairs === null ? null : this.#roleOf(item, group, position);
    if (this.#pairs !== null && role === null) return;
    const sample = await trainingSample(item, this.#deps, signal);
    if (typeof sample === 'string') {
      this.tally.leaveOut(sample);
      return;
    }
    if (role === null || group === null) {
      await this.#write({ item, sample }, null, group);
      return;
    }
    const other = this.#held.get(group);
    if (other === undefined) {
      this.#held.set(group, { item, sample });
      return;
    }
    this.#held.delete(group);
    const own = { item, sample };
    await (role === 'chosen' ? this.#write(own, other, group) : this.#write(other, own, group));
  }

  /** Counts the samples whose other one did not come, after all samples were taken. */
  end(): void {
    for (const group of this.#held.keys()) {
      this.#held.delete(group);
      this.tally.leaveOut('no-pair');
    }
  }

  /** What a sample is in a pair; null, and counted, if it is in none. */
  #roleOf(item: ScoredSample, group: string | null, position: number): 'chosen' | 'rejected' | null {
    if (group === null) this.tally.leaveOut('no-group');
    else if (rewardOf(item) === null) this.tally.leaveOut('no-reward');
    else if (this.#pairs?.has(group) !== true) this.tally.leaveOut('no-pair');
    else {
      const role = this.#pairs.roleOf(group, position);
      if (role === null) this.tally.leaveOut('not-best-or-worst');
      return role;
    }
    return null;
  }

  async #write(better: HeldSample, worse: HeldSample | null, group: string | null): Promise<void> {
    const key =
      this.#asked.form.kind === 'questions' ? (group ?? hashOf(better, null)) : hashOf(better, worse);
    if (this.#seen.has(key)) {
      this.tally.leaveOut('duplicate');
      return;
    }
    this.#seen.add(key);
    const index = this.written++;
    await this.#writer.add({ sample: better.sample, rejected: worse?.sample ?? null }, index);
    const source = {
      record: index,
      ...sourceJson(better),
      ...(worse === null ? {} : { rejected: sourceJson(worse) }),
    };
    await this.#folder.addLine('sources.jsonl', JSON.stringify(source));
    this.tally.write(better.item.place.file, group, rewardOf(better.item));
    const lacksPrompt = this.#deps.prompt === null && better.item.sample.sentPrompt === null;
    if (lacksPrompt && this.#asked.form.isBare !== true) this.questionsAlone += 1;
  }
}

/** Where a sample of a record comes from. */
function sourceJson({ item }: HeldSample): Readonly<Record<string, unknown>> {
  const { id, group } = item.sample;
  return { ...placeJson(item.place), id, group, reward: rewardOf(item) };
}

/** Tells records apart by what a model is trained on. */
function hashOf({ sample }: HeldSample, worse: HeldSample | null): string {
  const images = sample.images.map(({ path }) => path);
  const parts = [markedText(sample.prompt), images, sample.response, worse?.sample.response ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
