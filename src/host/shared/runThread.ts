import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { HeldImage } from '../../core/datasets/model.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { Sample } from '../../core/records/sample.ts';
import { RunIndex, type RunIndexOptions } from '../../runs/index/runIndex.ts';
import type { Place } from '../../runs/reading/inputs.ts';
import { stringsLanguage } from './displayLanguage.ts';

/** What the threads of runs need that does not depend on the run. */
export function runThread(extensionUri: vscode.Uri): Pick<RunIndexOptions, 'worker' | 'strings' | 'locale'> {
  return {
    worker: pathToFileURL(vscode.Uri.joinPath(extensionUri, 'dist', 'runs-worker.js').fsPath),
    strings: vscode.l10n.bundle ?? {},
    locale: stringsLanguage(),
  };
}

/**
 * Reads an image in a Parquet file, in a thread of its own, which has what it takes to read such files.
 * @throws PageTraceError `file-unreadable`
 */
export async function readHeldImage(extensionUri: vscode.Uri, held: HeldImage): Promise<Uint8Array> {
  const index = new RunIndex(runThread(extensionUri));
  try {
    return await index.heldImage(held);
  } finally {
    await index.dispose();
  }
}

/**
 * Reads one sample of a file again, in a thread of its own: much of the file may have to be read before it.
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readSample(extensionUri: vscode.Uri, place: Place, fields: FieldMap): Promise<Sample> {
  const index = new RunIndex(runThread(extensionUri));
  try {
    return await index.sampleAt(place, fields);
  } finally {
    await index.dispose();
  }
}
