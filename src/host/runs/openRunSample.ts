import path from 'node:path';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { readFieldMap } from '../../core/records/fieldMap.ts';
import { recordedResponse } from '../../core/records/recordedResponse.ts';
import { namedPages } from '../../core/records/namedPages.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { Place } from '../../runs/reading/inputs.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { TrajectorySourceDeps } from '../inspector/sourceDeps.ts';
import { RunDocuments } from './runDocuments.ts';
import { RunSampleSource, type ReadGroup } from './runSampleSource.ts';
import { RUN_SAMPLE } from './runIdentity.ts';
import { readSample } from '../shared/runThread.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const range = v.object({ start: count, length: count });

const identitySchema = v.object({
  file: v.string(),
  line: v.nullable(count),
  bytes: v.nullable(range),
  sample: v.nullable(count),
  entry: v.exactOptional(v.string()),
  unpacked: v.exactOptional(range),
  fields: v.exactOptional(v.array(v.string()), []),
});

/** A sample of a run, by where it is and how it is read. */
export interface PlacedSample {
  readonly place: Place;
  readonly sample: Sample;
  /** Where the fields of its record are, if its form does not say it: `response=output`. */
  readonly fields: readonly string[];
  /** Reads its group; missing if its run is not open. */
  readonly group?: ReadGroup;
}

/** The identity of a sample. It names the file that a person has, wherever its text is kept. */
export function runSampleIdentity({ place, fields }: Pick<PlacedSample, 'place' | 'fields'>): SourceIdentity {
  const { file, line, bytes, sample, entry, unpacked } = place;
  return { kind: RUN_SAMPLE, id: JSON.stringify({ file, line, bytes, sample, entry, unpacked, fields }) };
}

/**
 * Opens the source of a sample of a run by its id.
 * @throws PageTraceError `file-not-found` or `file-unreadable`; `bad-input` for fields that another version knows
 */
export async function openRunSample(
  id: string,
  extensionUri: vscode.Uri,
  deps: TrajectorySourceDeps,
): Promise<InspectorSource | null> {
  const known = readId(id);
  if (known === null) return null;
  const { fields, ...place } = known;
  const sample = await readSample(extensionUri, place, readFieldMap(fields));
  return showRunSample({ place, sample, fields }, deps);
}

/** The source of a sample of a run, with the documents that can be found where the person allows to look. */
export async function showRunSample(
  { place, sample, fields, group }: PlacedSample,
  deps: TrajectorySourceDeps,
): Promise<InspectorSource> {
  const { documents: named, images } = namedPages(sample);
  const uri = vscode.Uri.file(place.file);
  const { documents, missing } = await new RunDocuments(uri).find(named);
  const [first] = missing;
  return new RunSampleSource(
    {
      identity: runSampleIdentity({ place, fields }),
      uri,
      place: place.line === null ? path.basename(place.file) : `${path.basename(place.file)}:${place.line}`,
      recorded: recordedResponse(sample, documents, images),
      ...(group === undefined ? {} : { group }),
      notices: first === undefined ? [] : [missingSentence(first, missing.length)],
    },
    deps,
  );
}

function missingSentence(first: string, count: number): string {
  const advice = t(
    'Choose the folders with the documents of runs in the setting pagetrace.runs.documentFolders.',
  );
  const what =
    count === 1
      ? t('{0} was not found.', first)
      : t('{0} and {1} more documents or images were not found.', first, count - 1);
  return `${what} ${advice}`;
}

function readId(id: string): v.InferOutput<typeof identitySchema> | null {
  let value: unknown;
  try {
    value = JSON.parse(id);
  } catch {
    return null;
  }
  const read = v.safeParse(identitySchema, value);
  return read.success ? read.output : null;
}
