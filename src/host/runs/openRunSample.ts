import path from 'node:path';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { recordedResponse } from '../../core/records/recordedResponse.ts';
import { namedPages } from '../../core/records/namedPages.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { Place } from '../../runs/reading/inputs.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { TrajectorySourceDeps } from '../inspector/sourceDeps.ts';
import { RunDocuments } from './runDocuments.ts';
import { RunSampleSource } from './runSampleSource.ts';
import { RUN_SAMPLE } from './runIdentity.ts';
import { readSample } from './runThread.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const range = v.object({ start: count, length: count });

const placeSchema = v.object({
  file: v.string(),
  line: v.nullable(count),
  bytes: v.nullable(range),
  sample: v.nullable(count),
  entry: v.exactOptional(v.string()),
  unpacked: v.exactOptional(range),
});

/** The identity of the sample at a place. It names the file that a person has, wherever its text is kept. */
export function runSampleIdentity({ file, line, bytes, sample, entry, unpacked }: Place): SourceIdentity {
  return { kind: RUN_SAMPLE, id: JSON.stringify({ file, line, bytes, sample, entry, unpacked }) };
}

/**
 * Opens the source of a sample of a run by its id.
 * @throws PageTraceError `file-not-found` or `file-unreadable`
 */
export async function openRunSample(
  id: string,
  extensionUri: vscode.Uri,
  deps: TrajectorySourceDeps,
): Promise<InspectorSource | null> {
  const place = readPlace(id);
  return place === null ? null : showRunSample(place, await readSample(extensionUri, place), deps);
}

/** The source of a sample of a run, with the documents that can be found where the person allows to look. */
export async function showRunSample(
  place: Place,
  sample: Sample,
  deps: TrajectorySourceDeps,
): Promise<InspectorSource> {
  const { documents: named, images } = namedPages(sample);
  const uri = vscode.Uri.file(place.file);
  const { documents, missing } = await new RunDocuments(uri).find(named);
  const [first] = missing;
  return new RunSampleSource(
    {
      identity: runSampleIdentity(place),
      uri,
      place: place.line === null ? path.basename(place.file) : `${path.basename(place.file)}:${place.line}`,
      recorded: recordedResponse(sample, documents, images),
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

function readPlace(id: string): Place | null {
  let value: unknown;
  try {
    value = JSON.parse(id);
  } catch {
    return null;
  }
  const read = v.safeParse(placeSchema, value);
  return read.success ? read.output : null;
}
