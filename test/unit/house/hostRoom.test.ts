import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

/** Files of the host that do not need VS Code, with the reason why they are in the host. */
const REASONS: Readonly<Record<string, string>> = {
  'shared/contributions.ts': 'what package.json declares, for the host alone',
  'shared/editorHint.ts': 'advice that only the editor can give',
  'document/fileBytes.ts': 'how the document view reads a file, which only it does',
  'document/textHeightInSentImage.ts': 'what the document view says of a page, loaded when it first does',
  'document/wholeFile.ts': 'how the document view waits for a file that is being written',
  'evaluation/commandLine.ts': 'how the editor starts the command line that ships with it',
  'evaluation/questionResult.ts': 'what the Testing view shows of a question',
  'grounding/documentNotices.ts': 'what views of claims say of their documents',
  'inspector/keptGoldBoxes.ts': 'where the editor alone keeps what a person draws',
  'inspector/panelTitle.ts': 'how panels that show trajectories are titled',
  'inspector/recordedFacts.ts': 'what a view says of a response that was recorded',
  'inspector/responseDialect.ts': 'what sources of inspectors alone tell their views',
  'links/link.ts': 'what addresses of links consist of, which only the editor opens',
  'recent/recentGroups.ts': 'how the list of recent trajectories is grouped',
  'rewards/compositeScores.ts': 'what an inspector keeps of its scores',
  'runs/runIdentity.ts': 'how samples of runs are named as sources of inspectors',
  'runs/runStateShown.ts': 'what the view of a run says of an index',
  'runs/sentRows.ts': 'how rows of an index are sent to the view of a run',
  'runs/viewMessage.ts': 'the type of the messages that change what a view of a run shows',
  'runs/whatIfHandlers.ts': 'what an index answers to the what-ifs of a view',
  'trajectories/claimPictures.ts': 'what hovers in editors show of a page',
  'trajectories/claimPlace.ts': 'where editors lead to from a claim',
};

const HOST = path.join(root, 'src/host');
const files = fs.globSync('**/*.ts', { cwd: HOST }).map((file) => file.replaceAll(path.sep, '/'));

/** The files of the host that a file imports, and whether it imports vscode. */
function importsOf(file: string): { readonly vscode: boolean; readonly host: readonly string[] } {
  const text = fs.readFileSync(path.join(HOST, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return {
    vscode: specifiers.includes('vscode'),
    host: specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
      .filter((imported) => !imported.startsWith('..')),
  };
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** Whether a file or one of its imports needs VS Code. */
function needsVscode(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const { vscode = false, host = [] } = imports.get(file) ?? {};
  return vscode || host.some((imported) => needsVscode(imported, seen));
}

describe('the host', () => {
  it('every file of src/host imports VS Code, or is listed with a reason', () => {
    expect(files.filter((file) => !needsVscode(file)).toSorted()).toEqual(Object.keys(REASONS).toSorted());
  });
});
