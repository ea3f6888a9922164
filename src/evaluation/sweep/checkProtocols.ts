import { t } from '@vscode/l10n';
import type { Protocol } from '../../protocols/model.ts';
import type { Cell, Sweep, SweepProblem } from './model.ts';
import type { SweepPath } from './readSweep.ts';

/** The prompt of a sweep that begins a conversation. */
export interface ConversationPrompt {
  /** As the sweep's file has it; null for that of the data set. */
  readonly written: string | null;
  readonly name: string;
  readonly protocol: Pick<Protocol, 'name' | 'isSearching' | 'growsPool'>;
}

/**
 * What cells have beside a prompt that does not go with its conversation, each said once at its line: a choice of pages for
 * a model that searches all pages itself, and several requests at a time for questions that build on each other.
 */
export function checkProtocols(
  { written, name, protocol }: ConversationPrompt,
  sweep: Pick<Sweep, 'servers' | 'pages' | 'concurrency'>,
  cells: readonly Cell[],
  placeOf: (path: SweepPath) => number,
): readonly SweepProblem[] {
  const found = new Map<string, SweepProblem>();
  const add = (path: SweepPath, message: string): void => {
    found.set(path.join(' '), { line: placeOf(path), message });
  };
  for (const { choice } of cells) {
    const { server, pages } = choice;
    // The offline reader answers in one turn.
    if (choice.prompt !== written || server.url === null) continue;
    if (protocol.isSearching && pages !== null)
      add(
        ['pages', sweep.pages.indexOf(pages)],
        t(
          '“{0}” does not go with the prompt {1}, whose model searches all pages itself ({2}). Exclude the two together, or leave one of them out.',
          pages,
          name,
          protocol.name,
        ),
      );
    const concurrency = server.concurrency ?? sweep.concurrency;
    if (protocol.growsPool === true && concurrency !== null && concurrency !== 1)
      add(
        server.concurrency === null
          ? ['concurrency']
          : ['servers', sweep.servers.indexOf(server), 'concurrency'],
        t(
          '“concurrency” must be 1 with the prompt {0}, whose questions build on each other ({1}). Write 1, or leave it out.',
          name,
          protocol.name,
        ),
      );
  }
  return [...found.values()];
}
