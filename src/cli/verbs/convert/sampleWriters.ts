import type { FieldMap } from '../../../core/records/fieldMap.ts';
import type { WrittenForm } from '../../../core/records/writing/forms.ts';
import { keptRow } from '../../../core/records/writing/keptRow.ts';
import { lossesOf, type LossCounts } from '../../../core/records/writing/losses.ts';
import { SampleSources, type SampleSource } from '../../../core/records/writing/sampleSource.ts';
import { writeRow } from '../../../core/records/writing/writeRow.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import type { RowSink } from './rowSinks.ts';
import type { TrajectoryFolder } from './trajectoryFolder.ts';

/** Writes samples in a form, and counts what the form has no place for. */
export interface SampleWriter {
  add(sample: ScoredSample): Promise<void>;
  /** Waits until there is room for more samples. */
  flush(): Promise<void>;
  /** Ends the output, which now gets its final name. */
  close(): Promise<void>;
  /** Discards the output. Never rejects. */
  abandon(): Promise<void>;
}

/** Writes a record of a form for each sample. */
export function formWriter(
  form: WrittenForm,
  sink: RowSink,
  losses: LossCounts,
  fields: FieldMap,
): SampleWriter {
  const sources = new SampleSources(fields);
  return {
    ...sink,
    add: (scored) => {
      const { row, losses: own } = writeRow(form, scored, sourceOf(sources, scored));
      losses.add(own);
      sink.add(row);
      return Promise.resolve();
    },
  };
}

/**
 * Writes records that keep whole samples.
 * @param isTable whether each sample is a row; otherwise the samples of a record are in one record
 */
export function keptWriter(sink: RowSink, losses: LossCounts, isTable: boolean): SampleWriter {
  let held: readonly ScoredSample[] = [];
  const write = (): void => {
    const [first, ...more] = held.map(({ sample }) => sample);
    if (first !== undefined) sink.add(keptRow([first, ...more]));
    held = [];
  };
  return {
    ...sink,
    add: (scored) => {
      const last = held.at(-1);
      if (isTable || last === undefined || !isSameRecord(last.sample, scored.sample)) write();
      held = [...held, scored];
      // Only the front matter of a trajectory file says more than its sample.
      if (scored.info !== undefined) losses.add(lossesOf(scored, { sample: scored.sample }));
      return Promise.resolve();
    },
    close: () => {
      write();
      return sink.close();
    },
  };
}

/** Writes a trajectory file for each sample. */
export function trajectoryWriter(
  folder: TrajectoryFolder,
  losses: LossCounts,
  fields: FieldMap,
): SampleWriter {
  const sources = new SampleSources(fields);
  return {
    add: async (scored) => {
      losses.add(await folder.add(scored, sourceOf(sources, scored)));
    },
    flush: () => Promise.resolve(),
    close: () => folder.close(),
    abandon: () => folder.abandon(),
  };
}

function sourceOf(sources: SampleSources, { place, sample, format }: ScoredSample): SampleSource {
  return sources.of(sample, format, (place.sample ?? 1) - 1);
}

function isSameRecord(one: Sample, other: Sample): boolean {
  return one.record !== null && one.record === other.record;
}
