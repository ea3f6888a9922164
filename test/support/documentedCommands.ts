import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { Verb } from '../../src/cli/terminal/verb.ts';
import { silentTerminal } from './silentTerminal.ts';

/** How the commands of a page of the docs are run. */
export interface DocumentedCommands {
  /** The verbs by their names. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** Each command as its words, without `pagetrace`. */
  readonly commands: readonly (readonly string[])[];
  /** What stands for a word of the page; `before` is the word before it. */
  readonly place: (word: string, before: string | undefined) => string;
  /** The folder for caches. */
  readonly folder: string;
}

/** Runs commands of a page one after the other, each of which must succeed; returns their outputs by their words. */
export async function runDocumented({
  verbs,
  commands,
  place,
  folder,
}: DocumentedCommands): Promise<ReadonlyMap<string, string>> {
  const outputs = new Map<string, string>();
  for (const [verb = '', ...words] of commands) {
    const out: string[] = [];
    const said: string[] = [];
    const status = await verbs[verb]?.(
      words.map((word, at) => place(word, words[at - 1])),
      {
        terminal: silentTerminal({ out: (line) => out.push(line), say: (line) => said.push(line) }),
        stdin: Readable.from([]),
        environment: { XDG_CACHE_HOME: folder },
        interrupted: new AbortController().signal,
      },
    );
    const command = [verb, ...words].join(' ');
    const faults = said.filter((line) => status !== 0 || line.includes('option'));
    expect([command, status, faults]).toEqual([command, 0, []]);
    outputs.set(command, out.join(''));
  }
  return outputs;
}

/** The output of the first command that has a part in its words. */
export function outputOf(outputs: ReadonlyMap<string, string>, part: string): string {
  const found = [...outputs].find(([command]) => command.includes(part));
  return found?.[1] ?? `no command has ${part}`;
}
