import { Buffer } from 'node:buffer';
import { saidByPerson } from '../../core/datasets/passByVerdict.ts';
import { asPageTraceError } from '../../core/errors.ts';
import type { RowsTask } from './scoringCalls.ts';
import { SourceFile, type ReadAgain } from './sourceFile.ts';

/** Bytes between rows that are read with them. */
const GAP = 1024 * 1024;

/** Reads rows again in a thread that keeps the last file that it read open. */
export class BlockReader {
  #path: string | null = null;
  #file: Promise<SourceFile> | null = null;

  /** The samples of the rows of a task, in order. A row that cannot be read is a problem. */
  async *read(task: RowsTask): AsyncGenerator<ReadAgain> {
    const file = await this.#open(task);
    const text = await readAll(file, task);
    for (let position = 0; position < task.starts.length; position += 1) {
      const found = await readRow(file, task, position, text);
      const verdict = task.said?.get(position) ?? 'unknown';
      yield 'problem' in found ? found : { ...found, sample: saidByPerson(found.sample, verdict) };
    }
  }

  #open({ file, unpacked, fields }: RowsTask): Promise<SourceFile> {
    const path = unpacked?.path ?? file;
    if (this.#file !== null && this.#path === path) return this.#file;
    void this.#file?.then((before) => before.close()).catch(() => undefined);
    const source = new SourceFile(file, fields);
    source.readFrom(unpacked);
    this.#path = path;
    this.#file = unpacked === null ? source.recognize().then(() => source) : Promise.resolve(source);
    return this.#file;
  }
}

/** The bytes from the first to the last row of a task, if they are lines close to each other; otherwise null. */
async function readAll(file: SourceFile, { starts, lengths, longest }: RowsTask): Promise<Buffer | null> {
  if (!file.hasPlainLines) return null;
  const first = starts[0] ?? 0;
  const length = (starts.at(-1) ?? 0) + (lengths.at(-1) ?? 0) - first;
  let known = 0;
  for (const each of lengths) if (each <= longest) known += each;
  if (length > 2 * known + GAP) return null;
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await (await file.lines()).read(bytes, 0, length, first);
  return bytesRead === length ? bytes : null;
}

async function readRow(
  file: SourceFile,
  { starts, lengths, lines, samples, longest }: RowsTask,
  position: number,
  text: Buffer | null,
): Promise<ReadAgain> {
  const start = starts[position] ?? 0;
  const length = lengths[position] ?? 0;
  const sample = samples[position] ?? 0;
  const place = {
    file: 0,
    line: lines[position] ?? 1,
    bytes: start < 0 ? null : { start, length },
    sample: sample === 0 ? null : sample,
    item: start < 0 ? -1 - start : null,
  };
  try {
    if (text === null || length > longest) return await file.sampleAt(place, longest);
    const from = start - (starts[0] ?? 0);
    return file.sampleIn(place, text.subarray(from, from + length));
  } catch (error) {
    return { problem: asPageTraceError(error).message, reason: 'no_response' };
  }
}
