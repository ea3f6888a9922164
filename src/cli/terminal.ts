/** Where the command writes: answers to standard output, everything else to standard error. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** A line for the person. */
  readonly say: (line: string) => void;
  /** What is going on now; on a terminal the line replaces the one before. */
  readonly progress: (line: string) => void;
  /** Details, only with PAGETRACE_DEBUG set. */
  readonly debug: (line: string) => void;
}

/** The terminal of a process. */
export function processTerminal(
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  debug: boolean,
): Terminal {
  let shown = false;
  const clear = (): void => {
    if (shown && stderr.isTTY) stderr.write('\r\u001B[K');
    shown = false;
  };
  return {
    out: (text) => {
      clear();
      stdout.write(text);
    },
    say: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (line) => {
      clear();
      if (stderr.isTTY) stderr.write(line.slice(0, Math.max(20, stderr.columns - 1)));
      else stderr.write(`${line}\n`);
      shown = true;
    },
    debug: (line) => {
      if (debug) stderr.write(`${line}\n`);
    },
  };
}
