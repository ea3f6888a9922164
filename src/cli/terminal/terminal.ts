import { once } from 'node:events';

/** Where the command writes: answers to standard output, everything else to standard error. */
export interface Terminal {
  /** Does nothing once nobody reads standard output any more. */
  readonly out: (text: string) => void;
  /** Waits until standard output has room for more, or takes no more. */
  readonly drained: () => Promise<void>;
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

/** Controls, and the marks that turn the direction of text. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text in which nothing acts on a terminal: what a model or a file's name says could else clear the screen, set its
 * title or turn its lines around. Newlines and tabs stay. ASCII controls become the pictures that Unicode has for
 * them; the others `\u` and four digits, which JSON reads as what they were.
 */
export function escapeControls(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.charCodeAt(0);
    return code < 0x20
      ? String.fromCharCode(0x2400 + code)
      : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/**
 * The terminal of a process. What it is given is made visible where a person watches, and else passed on as it is.
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
    const single = escapeControls(line).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409');
    stderr.write(single.slice(0, (stderr.columns > 0 ? stderr.columns : 80) - 1));
    shown = true;
  };
  const complain = (line: string): void => {
    stderr.write(`${stderr.isTTY ? escapeControls(line) : line}\n`);
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
      if (!gone.signal.aborted) stdout.write(stdout.isTTY ? escapeControls(text) : text);
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
