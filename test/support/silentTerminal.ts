import type { Terminal } from '../../src/cli/terminal/terminal.ts';

/** A terminal that shows nothing and is never closed, but for what `change` replaces. */
export function silentTerminal(change: Partial<Terminal> = {}): Terminal {
  const nothing = (): void => undefined;
  return {
    out: nothing,
    drained: () => Promise.resolve(),
    say: nothing,
    progress: nothing,
    count: nothing,
    debug: nothing,
    watched: false,
    unread: new AbortController().signal,
    ...change,
  };
}
