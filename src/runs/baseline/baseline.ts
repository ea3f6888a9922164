import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import { openInput } from '../reading/bytes.ts';
import type { Place } from '../reading/inputs.ts';
import { recognizeInput } from '../reading/recognize.ts';
import { isTableKind, type PlacedRecord } from '../reading/placedRecord.ts';
import { readTable } from '../reading/tableRecords.ts';
import { LONGEST_PIECE } from '../reading/pieces.ts';
import { createRecordSource } from '../reading/recordSource.ts';
import type { ScoredSample } from '../scoring/scorer.ts';
import { compareParts, partsOfRow, partsOfScore, type PartChange, type ScoreParts } from './scoreParts.ts';

/** How the score of a sample compares with that of the baseline; `new` if the baseline does not have the sample. */
export interface BaselineChange {
  readonly change: 'same' | 'lower' | 'higher' | 'changed' | 'new';
  readonly parts: readonly PartChange[];
}

/** What a sample is recognized by. */
type SamplePlace = Pick<Place, 'file' | 'line' | 'sample'>;

/** A sample of the baseline. */
interface BaselineEntry {
  readonly id: string | null;
  readonly place: SamplePlace;
  readonly parts: ScoreParts;
  isFound: boolean;
}

/** An earlier scoring, to which another one is compared sample by sample. */
export class Baseline {
  readonly #entries: BaselineEntry[] = [];
  readonly #byId = new Map<string, BaselineEntry>();
  readonly #byPlace = new Map<string, BaselineEntry>();
  readonly #added = new Map<string, number>();
  readonly #compared = new Map<string, number>();

  /** Adds a sample with its earlier score. */
  add(id: string | null, place: SamplePlace, parts: ScoreParts): void {
    const entry: BaselineEntry = { id, place, parts, isFound: false };
    this.#entries.push(entry);
    if (id !== null) this.#byId.set(occurrence(this.#added, id), entry);
    this.#byPlace.set(placeKey(place), entry);
  }

  /** Whether it has no sample. */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** The samples that were not compared, because they were not scored again. */
  missing(): readonly { readonly id: string | null; readonly place: SamplePlace }[] {
    return this.#entries.filter(({ isFound }) => !isFound);
  }

  /** Compares a sample, found by its id, otherwise by its place. Samples that share an id are in the same order. */
  compare({ place, sample, score, user }: ScoredSample): BaselineChange {
    const entry = this.#find(sample.id, place);
    if (entry === null) return { change: 'new', parts: [] };
    entry.isFound = true;
    return compareParts(entry.parts, partsOfScore({ score, user }));
  }

  /** Marks the sample of a record that cannot be read now. */
  leaveOut(place: Place): void {
    const entry = this.#byPlace.get(placeKey(place));
    if (entry !== undefined) entry.isFound = true;
  }

  #find(id: string | null, place: Place): BaselineEntry | null {
    const known = id === null ? undefined : this.#byId.get(occurrence(this.#compared, id));
    if (known !== undefined) return known;
    const placed = this.#byPlace.get(placeKey(place));
    // A sample with another id at the same place is another sample.
    return placed === undefined || (id !== null && placed.id !== null) ? null : placed;
  }
}

/** The key of an id's next occurrence. */
function occurrence(counts: Map<string, number>, id: string): string {
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return `${count}:${id}`;
}

function placeKey({ file, line, sample }: SamplePlace): string {
  return JSON.stringify([file, line, sample]);
}

/**
 * Reads a baseline: the output of `pagetrace score` as JSON, or a run whose records hold scores.
 * @param files the files that are scored now. If there is one, the records of a run without ids are those of that file
 * @throws PageTraceError `bad-input` for a file that cannot be read as either; `file-not-found`, `file-unreadable` or
 * `cancelled`
 */
export async function readBaseline(
  file: string,
  files: readonly string[],
  stdin: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<Baseline> {
  const baseline = new Baseline();
  const runFile = files.length === 1 ? (files[0] ?? file) : file;
  const take = (found: readonly PlacedRecord[]): void => {
    for (const each of found) {
      if ('problem' in each) {
        throw new PageTraceError('bad-input', `${file}:${each.line}: ${each.problem}`, {
          hint: t(
            'Give --baseline the output of pagetrace score --format jsonl, or a run that records scores.',
          ),
        });
      }
      addRecord(baseline, each.record, runFile, each.line);
    }
  };
  const input = await openInput(file, stdin, signal);
  try {
    const { kind, encoding } = recognizeInput(file, input, 'records');
    if (isTableKind(kind)) {
      for await (const found of readTable(file, kind, input.bytes, LONGEST_PIECE)) take(found);
    } else {
      const source = createRecordSource(kind === 'trajectory' ? 'lines' : kind, { encoding });
      for await (const chunk of input.bytes) take(source.push(chunk));
      take(source.end());
    }
  } finally {
    await input.close();
  }
  if (!baseline.isEmpty) return baseline;
  throw new PageTraceError('bad-input', t('{0} contains no scores.', file), {
    hint: t('Give --baseline the output of pagetrace score --format jsonl, or a run that records scores.'),
  });
}

function addRecord(baseline: Baseline, record: unknown, runFile: string, line: number): void {
  if (isJsonObject(record) && Array.isArray(record['samples']) && isJsonObject(record['summary'])) {
    for (const row of record['samples'] as readonly unknown[]) if (isJsonObject(row)) addRow(baseline, row);
  } else if (isJsonObject(record) && isRow(record)) addRow(baseline, record);
  else {
    const reading = readRecord(record);
    const samples = 'samples' in reading ? reading.samples : [];
    for (const [index, { id, score }] of samples.entries()) {
      const sample = samples.length > 1 ? index + 1 : null;
      if (score !== null) baseline.add(id, { file: runFile, line, sample }, { overall: score });
    }
  }
}

/** Whether an object is a row of `pagetrace score`. */
function isRow(row: JsonObject): boolean {
  return typeof row['file'] === 'string' && ('profile' in row || 'python' in row || 'error' in row);
}

function addRow(baseline: Baseline, row: JsonObject): void {
  const { file, line, sample, id, error } = row;
  // A record that could not be read has no score.
  if (typeof file !== 'string' || error !== undefined) return;
  const place: SamplePlace = {
    file,
    line: typeof line === 'number' ? line : null,
    sample: typeof sample === 'number' ? sample : null,
  };
  baseline.add(typeof id === 'string' ? id : null, place, partsOfRow(row));
}
