import fs from 'node:fs';
import { Readable } from 'node:stream';

/** Watches whether the program at the other end of standard input is still there. */
export interface InputWatch {
  /**
   * From now on, an end of the input aborts `gone`. An input that has ended before says nothing: many programs start
   * others with an empty one.
   */
  begin(): void;
  readonly gone: AbortSignal;
  /** Ends watching, so that an open input does not keep the process from ending. */
  end(): void;
}

/** Watches a standard input that is a pipe. A terminal sends a signal instead, and a file has no other end. */
export function watchInput(stdin: unknown): InputWatch {
  const gone = new AbortController();
  let hasBegun = false;
  const onEnd = (): void => {
    if (hasBegun) gone.abort();
  };
  const pipe = stdin instanceof Readable && isPipe(stdin) ? stdin : null;
  // Nothing is expected from it, but its end is only noticed while it is read.
  pipe?.on('end', onEnd).on('error', onEnd).resume();
  return {
    begin: () => {
      hasBegun = true;
    },
    gone: gone.signal,
    end: () => {
      pipe?.off('end', onEnd).pause();
    },
  };
}

function isPipe(stdin: Readable): boolean {
  const fd: unknown = 'fd' in stdin ? stdin.fd : null;
  if (typeof fd !== 'number') return true;
  const stats = fs.fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}
