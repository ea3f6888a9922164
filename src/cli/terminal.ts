/** Where the command writes: answers to standard output, everything else to standard error. */
export interface Terminal {
  /** Does nothing once nobody reads standard output any more. */
  readonly out: (text: string) => void;
  /** A line for the person. */
  readonly say: (line: string) => void;
  /** What is going on now; on a terminal the line replaces the one before. */
  readonly progress: (line: string) => void;
  /** A count that changes all the time: only where a line can be replaced, so that it fills no log. */
  readonly count: (line: string) => void;
  /** Details, only with PAGETRACE_DEBUG set. */
  readonly debug: (line: string) => void;
  /** Whether a person watches standard output. */
  readonly watched: boolean;
  /** Aborted when standard output takes no more: its reader has gone (head, less), which is no failure, or it is full. */
  readonly unread: AbortSignal;
}

/**
 * The terminal of a process.
 * @param unwritable is told when standard output cannot be written though somebody wants it: a full disk
 */
export function processTerminal(
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  debug: boolean,
  unwritable: (error: Error) => void,
): Terminal {
  let shown = false;
  const clear = (): void => {
    if (shown && stderr.isTTY) stderr.write('\r\u001B[K');
    shown = false;
  };
  const replace = (line: string): void => {
    clear();
    // A terminal that does not know its width says 0.
    stderr.write(line.slice(0, (stderr.columns > 0 ? stderr.columns : 80) - 1));
    shown = true;
  };
  const gone = new AbortController();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !gone.signal.aborted) unwritable(error);
    gone.abort();
  });
  // What cannot be said is not worth ending for.
  stderr.on('error', () => undefined);
  return {
    out: (text) => {
      clear();
      if (!gone.signal.aborted) stdout.write(text);
    },
    say: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (line) => {
      if (stderr.isTTY) replace(line);
      else stderr.write(`${line}\n`);
    },
    count: (line) => {
      if (stderr.isTTY) replace(line);
    },
    debug: (line) => {
      if (debug) stderr.write(`${line}\n`);
    },
    watched: stdout.isTTY,
    unread: gone.signal,
  };
}
