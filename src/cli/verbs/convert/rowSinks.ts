import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PageTraceError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/records/fieldPath.ts';
import { pythonJson } from '../../../core/records/writing/pythonJson.ts';
import { wellFormed } from '../../../core/records/writing/wellFormed.ts';
import { openReplacement, unwritable, type Replacement } from '../../../documents/replaceFile.ts';
import { LineSplitter } from '../../../runs/reading/lineSplitter.ts';
import { SpooledRows, TableSpool } from '../../../runs/tables/tableSpool.ts';
import { openSink } from '../../output/sink.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { cancellation } from '../../terminal/verb.ts';

/** Where records are written. */
export interface RowSink {
  add(row: JsonObject): void;
  /** Waits until there is room for more records. */
  flush(): Promise<void>;
  /** Ends the output; a file now gets its final name. */
  close(): Promise<void>;
  /** Discards what was written to a file. Never rejects. */
  abandon(): Promise<void>;
}

/** Characters that are written to a file together. */
const PORTION = 1024 * 1024;

/**
 * Records as lines of JSON: on standard output, or in what `--out` names.
 * @throws PageTraceError `file-unwritable`, also from each of the sink's functions; `cancelled`
 */
export async function openLines(
  out: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<RowSink> {
  const sink = await openSink(out, terminal, signal);
  return {
    ...sink,
    add: (row) => {
      sink.write(`${pythonJson(row)}\n`);
    },
  };
}

/**
 * Records as lines of JSON in a file that is packed with gzip.
 * @throws PageTraceError `file-unwritable`, also from each of the sink's functions
 */
export async function openPackedLines(out: string): Promise<RowSink> {
  const file = await openReplacement(out);
  const lines = new HeldText(async (text) => {
    // A packed file may have several parts, each packed by itself, so that each is packed in a thread of its own.
    await file.handle.writeFile(await promisify(gzip)(Buffer.from(text)));
  });
  return {
    add: (row) => {
      lines.add(`${pythonJson(row)}\n`);
    },
    flush: () => guarded(out, file, () => lines.flush(PORTION)),
    close: () =>
      guarded(out, file, async () => {
        // An empty text is packed too: a file without any part is not packed.
        await lines.flush(0);
        await file.complete();
      }),
    abandon: () => file.discard(),
  };
}

/** A key that readers of tables in JavaScript take for something else than a column. */
const NO_COLUMN = '__proto__';

function withoutKey(row: JsonObject, key: string): JsonObject {
  return Object.hasOwn(row, key)
    ? Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))
    : row;
}

/** What a Parquet file is written with. */
export interface ParquetOptions {
  /** Columns of numbers with fractions, even if none has one. */
  readonly measures: readonly string[];
  /** Called with the name of each column and text that has half of a character, which Parquet has no place for. */
  readonly malformed: (name: string) => void;
  /** Called with each key that cannot be the name of a column. */
  readonly nameless: (key: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Records as rows of a Parquet file with a column for each key. The columns are known after the last record, so that the
 * records are kept in a temporary file beside it until then.
 * @throws PageTraceError `file-unwritable`, also from each of the sink's functions; `bad-input` for no record
 */
export async function openParquet(
  out: string,
  { measures, malformed, nameless, signal }: ParquetOptions,
): Promise<RowSink> {
  const kept = await openReplacement(out);
  const spool = new TableSpool(measures);
  const lines = new HeldText((text) => kept.handle.writeFile(text));
  const write = async (): Promise<void> => {
    await lines.flush(0);
    const columns = spool.columns();
    if (columns.length === 0)
      throw new PageTraceError('bad-input', 'There is no sample to write, and a Parquet file needs one.', {
        hint: 'Check the files and the filter.',
      });
    const { ParquetFile } = await import('../../../runs/tables/parquetFile.ts');
    const file = await openReplacement(out);
    await guarded(out, file, async () => {
      const table = new ParquetFile((bytes) => file.handle.writeFile(bytes), columns);
      const rows = new SpooledRows();
      for await (const line of linesOf(kept)) {
        if (signal.aborted) throw cancellation();
        const cells = rows.cells(line);
        cells.forEach((cell, at) => {
          const column = columns[at];
          if (column?.kind === 'text' && typeof cell === 'string' && cell !== wellFormed(cell))
            malformed(column.name);
        });
        await table.add(cells);
      }
      await table.finish();
      await file.complete();
    });
  };
  return {
    add: (row) => {
      if (Object.hasOwn(row, NO_COLUMN)) nameless(NO_COLUMN);
      lines.add(spool.line(withoutKey(row, NO_COLUMN)));
    },
    flush: () => guarded(out, kept, () => lines.flush(PORTION)),
    close: async () => {
      await guarded(out, kept, write);
      await kept.discard();
    },
    abandon: () => kept.discard(),
  };
}

/** The lines of a file that was just written. */
async function* linesOf({ handle }: Replacement): AsyncGenerator<string> {
  const splitter = new LineSplitter({ longest: Infinity });
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>)
    for (const piece of splitter.push(chunk)) if ('text' in piece) yield piece.text;
}

/** Text that is written in portions. */
class HeldText {
  readonly #write: (text: string) => Promise<void>;
  #held: string[] = [];
  #length = 0;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(text: string): void {
    this.#held.push(text);
    this.#length += text.length;
  }

  /** Writes what is held, if it has at least so many characters. */
  async flush(least: number): Promise<void> {
    if (this.#length < least) return;
    const text = this.#held.join('');
    this.#held = [];
    this.#length = 0;
    await this.#write(text);
  }
}

/** Does a part of the work on a file; if it fails, nothing is left of the file. */
async function guarded(out: string, file: Replacement, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await file.discard();
    throw error instanceof PageTraceError ? error : unwritable(out, error);
  }
}
