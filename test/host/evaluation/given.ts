import fs from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { EvaluationDeps } from '../../../src/host/evaluation/evaluation.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { FilePermissions } from '../../../src/host/shared/filePermissions.ts';
import { startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import { extensionUri, fixture, rendering, useFolder, useSettings } from '../support/given.ts';
import { makeFiles, makeServers } from '../support/services.ts';

/** What the server answers. */
export const ANSWER = '481.9';

/** A response with an answer. */
export const response = (answer: string): string =>
  `<think>Image 1 shows it.</think>\n<answer>${answer}</answer>`;

/** The first line of data sets: the answer must be a reference. */
export const HEAD = { pagetrace_dataset: 1, prompt: 'think-answer', pass: 'exact' };

/** A question that passes, at a page of a document that is there. */
export const RIGHT = {
  id: 'right',
  question: 'What was revenue?',
  document: 'report.pdf',
  pages: [1],
  reference: ANSWER,
};
/** One whose answer is another. */
export const WRONG = { ...RIGHT, id: 'wrong', question: 'What was profit?', reference: '52.0' };
/** One whose document is missing. */
export const BROKEN = { ...RIGHT, id: 'broken', document: 'other.pdf' };

/** A window in which data sets are evaluated: a folder with a document, a server, and the command line that ships. */
export interface EvaluationWindow {
  readonly fake: FakeVllm;
  readonly deps: EvaluationDeps;
  isTrusted: boolean;
  /** Writes a data set. */
  write(lines: readonly object[]): Promise<vscode.Uri>;
  /** The records of the runs, by their files, in the order of their names. */
  runs(): Promise<ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** A window for each test. */
export function useEvaluations(): () => EvaluationWindow {
  const folder = useFolder();
  const configure = useSettings();
  const opened: { window: EvaluationWindow | null; files: FilePermissions | null } = {
    window: null,
    files: null,
  };
  beforeEach(async () => {
    const fake = await startFakeVllm({ trajectories: [response(ANSWER)] });
    await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
    const trusted = (): boolean => opened.window?.isTrusted ?? true;
    const files = makeFiles(trusted);
    opened.files = files;
    await fs.copyFile(fixture('data-sheet.pdf').fsPath, path.join(folder.path, 'report.pdf'));
    opened.window = {
      fake,
      isTrusted: true,
      deps: {
        script: path.join(extensionUri().fsPath, 'dist', 'cli.js'),
        servers: makeServers({ trusted }),
        prompts: new Prompts(
          path.join(extensionUri().fsPath, 'media', 'prompts'),
          files.permit,
          rendering.parsePrompt,
        ),
        permitFile: files.permit,
      },
      write: async (lines) => {
        const uri = folder.file('ledgers.dataset.jsonl');
        await fs.writeFile(uri.fsPath, lines.map((line) => JSON.stringify(line)).join('\n'));
        return uri;
      },
      runs: async () => {
        const names = (await fs.readdir(path.join(folder.path, 'runs'))).filter((name) =>
          name.endsWith('.jsonl'),
        );
        const texts = names.sort().map(async (name) => {
          const text = await fs.readFile(path.join(folder.path, 'runs', name), 'utf8');
          return [
            name,
            text
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map(parse),
          ] as const;
        });
        return new Map(await Promise.all(texts));
      },
    };
  });
  afterEach(async () => {
    opened.window?.deps.servers.dispose();
    opened.files?.dispose();
    await opened.window?.fake.close();
  });
  return () => {
    if (opened.window === null) throw new Error('No test is running.');
    return opened.window;
  };
}

const parse = (line: string) => JSON.parse(line) as Readonly<Record<string, unknown>>;
