import { readFiles, requireApart, requireWritable } from './outputFile.ts';
import { openSink } from './sink.ts';
import { cancellation, type VerbContext } from '../terminal/verb.ts';
import { wholeText } from './numbers.ts';

/** What to write about the samples of some files. */
export interface SampleOutput<T> {
  readonly files: readonly string[];
  /** Files that options name and that are read in addition; undefined for an option that is not given. */
  readonly alsoRead: readonly (string | undefined)[];
  /** The items to write, in the order of the samples. */
  readonly portions: AsyncIterable<readonly T[]>;
  /** The file that `--out` names. */
  readonly out: string | undefined;
  /** The verb for the progress line, such as `Scored`. */
  readonly done: string;
  /** The text before all portions. */
  readonly head: string;
  /** The text of a portion. */
  readonly portion: (items: readonly T[]) => string;
  /** The text after all portions, in parts. */
  readonly tail: () => AsyncIterable<string> | Iterable<string>;
}

/**
 * Writes the text of samples portion by portion, with one portion in memory at a time.
 * @throws PageTraceError `bad-input` or `file-unwritable` for an output that cannot be written; `cancelled`
 */
export async function writeSamples<T>(
  run: SampleOutput<T>,
  { terminal, interrupted }: VerbContext,
): Promise<void> {
  const { files, alsoRead, portions, out } = run;
  const signal = writingSignal(out, { terminal, interrupted });
  if (out !== undefined) {
    await requireWritable(out);
    await requireApart([out], readFiles(files, alsoRead));
  }
  const sink = await openSink(out, terminal, signal);
  let count = 0;
  try {
    sink.write(run.head);
    for await (const items of portions) {
      sink.write(run.portion(items));
      await sink.flush();
      count += items.length;
      terminal.count(`${run.done} ${wholeText(count)}`);
      requireGoing(signal);
    }
    requireGoing(signal);
    for await (const part of run.tail()) {
      sink.write(part);
      await sink.flush();
      requireGoing(signal);
    }
    await sink.close();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

/** @throws PageTraceError `cancelled` */
function requireGoing(signal: AbortSignal): void {
  if (signal.aborted) throw cancellation();
}

/** A signal that is aborted by Ctrl+C, and without --out also if nobody reads standard output any more. */
export function writingSignal(
  out: string | undefined,
  { terminal, interrupted }: Pick<VerbContext, 'terminal' | 'interrupted'>,
): AbortSignal {
  return out === undefined ? AbortSignal.any([interrupted, terminal.unread]) : interrupted;
}
