import * as vscode from 'vscode';
import { parsedJson } from '../../core/parsedJson.ts';
import { isJsonObject, valueAt } from '../../core/records/fieldPath.ts';
import { pythonJson } from '../../core/records/writing/pythonJson.ts';
import { fileBytes } from '../../runs/reading/bytes.ts';
import { LineSplitter } from '../../runs/reading/lineSplitter.ts';
import type { ByteRange, Piece } from '../../runs/reading/pieces.ts';
import type { EvaluatedPlace } from './evaluatedTrajectory.ts';
import { runsFolder } from './evaluation.ts';

/** The runs beside a data set, the one that was written last first. */
export async function runsBeside(dataset: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const { fs } = vscode.workspace;
  const folder = runsFolder(dataset);
  const entries = await fs.readDirectory(folder).then(undefined, () => []);
  const runs = entries.map(([name]) => vscode.Uri.joinPath(folder, name));
  const dated = await Promise.all(
    runs
      .filter(({ path }) => path.endsWith('.jsonl'))
      .map(async (uri) => ({ uri, time: (await fs.stat(uri).then(undefined, () => null))?.mtime ?? 0 })),
  );
  return dated.sort((one, other) => other.time - one.time).map(({ uri }) => uri);
}

/** A question of a data set. */
export interface KeptQuestion {
  readonly dataset: vscode.Uri;
  /** What the records of its runs call the data set. */
  readonly name: string;
  readonly id: string;
}

/**
 * The trajectory of a question in the last run that has one: of several samples, of the first that does not pass. Null if
 * no run beside the data set has one.
 */
export async function findTrajectory(question: KeptQuestion): Promise<EvaluatedPlace | null> {
  for (const { fsPath: file } of await runsBeside(question.dataset)) {
    const range = await findRecord(file, question);
    if (range !== null) return { file, at: range.start, length: range.length };
  }
  return null;
}

/** A record of the question in a run. */
interface FoundRecord {
  readonly range: ByteRange;
  readonly sample: number;
  readonly fails: boolean;
}

async function findRecord(file: string, question: KeptQuestion): Promise<ByteRange | null> {
  let best: FoundRecord | null = null;
  const look = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      const found = 'text' in piece ? readRecord(piece.text, piece.bytes, question) : null;
      if (found !== null && (best === null || isBetter(found, best))) best = found;
    }
  };
  const splitter = new LineSplitter();
  for await (const chunk of fileBytes(file, undefined)) look(splitter.push(chunk));
  look(splitter.end());
  return (best as FoundRecord | null)?.range ?? null;
}

function readRecord(text: string, range: ByteRange, { id, name }: KeptQuestion): FoundRecord | null {
  // Most records are of other questions, and need not be parsed.
  if (!text.includes(`"item":${pythonJson(id)}`)) return null;
  const record = parsedJson(text);
  if (!isJsonObject(record) || record['error'] !== undefined) return null;
  const sample = valueAt(record, 'record.evaluation.sample');
  const isIts =
    valueAt(record, 'record.evaluation.item') === id &&
    valueAt(record, 'record.dataset') === name &&
    typeof sample === 'number';
  return isIts ? { range, sample, fails: valueAt(record, 'numbers.passed') === 0 } : null;
}

const isBetter = (one: FoundRecord, other: FoundRecord): boolean =>
  one.fails === other.fails ? one.sample < other.sample : one.fails;
