import { once } from 'node:events';
import { openReplacement, unwritable } from '../../documents/replaceFile.ts';
import { PageTraceError } from '../../core/errors.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cancellation } from '../terminal/verb.ts';
import { findOutput } from './outputFile.ts';
import { openStream, type OutputStream } from './outputStream.ts';

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
 * Opens standard output, or what `--out` names: a file, which has a temporary name until it is complete, or a pipe or
 * device, which is written to directly.
 * @param signal ends waiting for the reader of a pipe
 * @throws PageTraceError `file-unwritable`, also from each of the sink's functions; `cancelled`
 */
export async function openSink(
  out: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Sink> {
  if (out === undefined) return outputSink(terminal);
  switch (await findOutput(out)) {
    case 'standard-output':
      return outputSink(terminal);
    case 'stream': {
      const stream = await openStream(out, signal).catch((error: unknown) => {
        throw unwritableError(out, error);
      });
      return streamSink(out, stream, { signal });
    }
    case 'file': {
      const { handle, complete, discard } = await openReplacement(out);
      const stream = handle.createWriteStream();
      return streamSink(out, { stream, isTerminal: false }, { complete, discard });
    }
  }
}

/**
 * Writes a text to standard output, or to what `--out` names.
 * @throws PageTraceError `file-unwritable`, `cancelled`
 */
export async function writeOutput(
  out: string | undefined,
  text: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const sink = await openSink(out, terminal, signal);
  sink.write(text);
  await sink.close();
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

interface StreamOptions {
  /** Called when everything was written. */
  readonly complete?: () => Promise<void>;
  /** Called when nothing of it should remain. */
  readonly discard?: () => Promise<void>;
  /** Ends waiting for room in the stream. */
  readonly signal?: AbortSignal;
}

function streamSink(
  name: string,
  { stream, isTerminal }: OutputStream,
  { complete, discard, signal }: StreamOptions,
): Sink {
  const waiting = signal === undefined ? {} : { signal };
  let held: string[] = [];
  let length = 0;
  let failure: Error | null = null;
  stream.on('error', (error) => (failure ??= error));
  const abandon = async (): Promise<void> => {
    stream.destroy();
    await discard?.();
  };
  const guarded = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      if (failure !== null) throw failure;
    } catch (error) {
      await abandon();
      throw signal?.aborted === true ? cancellation() : unwritableError(name, error);
    }
  };
  const write = async (): Promise<void> => {
    const text = isTerminal ? visibleText(held.join('')) : held.join('');
    held = [];
    length = 0;
    if (text !== '' && failure === null && !stream.write(text)) await once(stream, 'drain', waiting);
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
          await once(stream, 'close', waiting);
        }
        if (failure === null) await complete?.();
      }),
    abandon,
  };
}

function unwritableError(name: string, cause: unknown): PageTraceError {
  return cause instanceof PageTraceError ? cause : unwritable(name, cause);
}
