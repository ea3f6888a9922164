import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { PageTraceError } from '../../core/errors.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Characters that a file is written in at a time: a write takes long, and a portion may be only a few rows. */
const LEAST = 64 * 1024;

/** Where a result is written, in portions. */
export interface Sink {
  write(text: string): void;
  /** Waits until there is room for another portion. A file may get the text later, together with the next. */
  flush(): Promise<void>;
  /** Ends the result; a file now gets its final name. */
  close(): Promise<void>;
  /** Discards what was written to a file. */
  abandon(): Promise<void>;
}

/**
 * Opens standard output, or the file that `--out` names, which has a temporary name until it is complete.
 * @throws PageTraceError `file-unwritable`, also from each of the sink's functions
 */
export function openSink(out: string | undefined, terminal: Terminal): Sink {
  return out === undefined ? outputSink(terminal) : fileSink(out);
}

function outputSink(terminal: Terminal): Sink {
  let held: string[] = [];
  const flush = async (): Promise<void> => {
    if (held.length > 0) terminal.out(held.join(''));
    held = [];
    await terminal.drained();
  };
  return { write: (text) => void held.push(text), flush, close: flush, abandon: () => Promise.resolve() };
}

function fileSink(file: string): Sink {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  const stream = fs.createWriteStream(temporary);
  let held: string[] = [];
  let length = 0;
  let failure: Error | null = null;
  stream.on('error', (error) => (failure ??= error));
  const abandon = async (): Promise<void> => {
    stream.destroy();
    await fs.promises.rm(temporary, { force: true });
  };
  const guarded = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      if (failure !== null) throw failure;
    } catch (error) {
      await abandon();
      throw new PageTraceError('file-unwritable', `${file} could not be written.`, {
        hint: 'Check that the folder exists and that there is room and permission.',
        cause: error,
      });
    }
  };
  const write = async (): Promise<void> => {
    const text = held.join('');
    held = [];
    length = 0;
    if (text !== '' && failure === null && !stream.write(text)) await once(stream, 'drain');
  };
  return {
    write: (text) => {
      held.push(text);
      length += text.length;
    },
    flush: () =>
      guarded(async () => {
        if (length >= LEAST) await write();
      }),
    close: () =>
      guarded(async () => {
        await write();
        if (failure === null) {
          stream.end();
          await once(stream, 'close');
        }
        if (failure === null) await fs.promises.rename(temporary, file);
      }),
    abandon,
  };
}
