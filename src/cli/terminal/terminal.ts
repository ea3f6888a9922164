import { once } from 'node:events';
import { visibleText } from '../../core/visibleText.ts';

/** Where the command writes: answers to standard output, everything else to standard error. */
export interface Terminal {
  /** Writes to standard output; does nothing once nobody reads it any more. */
  readonly out: (text: string) => void;
  /** Waits until standard output has room for more, or cannot be written any more. */
  readonly drained: () => Promise<void>;
  /** Writes a line to standard error. */
  readonly say: (line: string) => void;
  /** Reports the current step; on a terminal, the line replaces the previous one. */
  readonly progress: (line: string) => void;
  /**
   * Shows a count that changes often. Only a terminal shows it, because there the line can be replaced; a log would
   * fill up.
   */
  readonly count: (line: string) => void;
  /** Writes details, only when PAGETRACE_DEBUG is set. */
  readonly debug: (line: string) => void;
  /** Whether standard output is a terminal. */
  readonly watched: boolean;
  /** Aborted when standard output cannot be written any more: its reader has exited, or the disk is full. */
  readonly unread: AbortSignal;
}

/**
 * The terminal of a process. A model's text or a file name could clear the screen, set the title, or reverse lines, so
 * what is hidden in a text is shown: in lines of standard error always, because a log is read in a terminal later, and
 * in standard output if it is a terminal. Programs get the true text of a result.
 * @param unwritable called if standard output cannot be written although it is read, for example because the disk is
 * full
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
    // A terminal with an unknown width reports 0 columns.
    const single = visibleText(line).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409');
    stderr.write(single.slice(0, (stderr.columns > 0 ? stderr.columns : 80) - 1));
    shown = true;
  };
  const complain = (line: string): void => {
    stderr.write(`${visibleText(line)}\n`);
  };
  const gone = new AbortController();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !gone.signal.aborted) unwritable(error);
    gone.abort();
  });
  // Messages that cannot be written do not stop the command.
  stderr.on('error', () => undefined);
  return {
    out: (text) => {
      clear();
      if (!gone.signal.aborted) stdout.write(stdout.isTTY ? visibleText(text) : text);
    },
    drained: () =>
      stdout.writableNeedDrain && !gone.signal.aborted
        ? once(stdout, 'drain', { signal: gone.signal }).then(
            () => undefined,
            () => undefined,
          )
        : Promise.resolve(),
    say: (line) => {
      clear();
      complain(line);
    },
    progress: (line) => {
      if (stderr.isTTY) replace(line);
      else complain(line);
    },
    count: (line) => {
      if (stderr.isTTY) replace(line);
    },
    debug: (line) => {
      if (debug) complain(line);
    },
    watched: stdout.isTTY,
    unread: gone.signal,
  };
}
