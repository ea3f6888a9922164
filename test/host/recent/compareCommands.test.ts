import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import type { ComparedSide } from '../../../src/host/inspector/comparedSides.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import {
  compareSamples,
  compareTrajectories,
  compareWithSaved,
  type CompareCommandsDeps,
} from '../../../src/host/recent/compareCommands.ts';
import { SavedFileSource } from '../../../src/host/trajectories/savedFileSource.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { sourceDeps, until, useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
let shown: (readonly ComparedSide[])[];
let missing: Set<string>;
let disposed: string[];

beforeEach(() => {
  shown = [];
  missing = new Set();
  disposed = [];
});

/** A source that is only told apart. */
const sourceOf = (kind: string, id: string, sampleCount = 1): InspectorSource =>
  ({
    identity: { kind, id },
    uri: kind === 'file' ? vscode.Uri.parse(id) : null,
    sampleCount,
    onDidSend: () => ({ dispose: () => undefined }),
    sample: () => null,
    dispose: () => disposed.push(id),
  }) as unknown as InspectorSource;

const deps = (active: InspectorSource | null = null): CompareCommandsDeps => ({
  recent: { list: () => Promise.resolve([]) },
  comparisons: { showSides: (sides) => shown.push(sides) },
  open: ({ kind, id }) => Promise.resolve(missing.has(id) ? null : sourceOf(kind, id)),
  active: () => active && { source: active, sample: 0 },
});
const titles = (): readonly string[] => shown.at(-1)?.map(({ title }) => title) ?? [];

describe('commands that compare trajectories', () => {
  it('show the files that are selected, and refuse one and nine', async () => {
    const files = Array.from({ length: 9 }, (_, index) => vscode.Uri.parse(`memfs:/a/${index}.trajectory`));
    await compareTrajectories(files.slice(0, 8), deps());
    assert.deepEqual(
      shown[0]?.map(({ source, isSample }) => [source.identity.kind, source.identity.id, isSample]),
      files.slice(0, 8).map((uri) => ['file', uri.toString(), false]),
    );
    await assert.rejects(compareTrajectories(files.slice(0, 1), deps()), /Select two or more trajectories/);
    await assert.rejects(compareTrajectories(files, deps()), /At most 8 trajectories are compared at once\./);
    assert.equal(shown.length, 1);
  });

  it('close again what was opened if one can no longer be read', async () => {
    const files = ['a', 'b', 'c'].map((name) => vscode.Uri.parse(`memfs:/${name}.trajectory`));
    missing.add('memfs:/c.trajectory');
    await assert.rejects(compareTrajectories(files, deps()), /can no longer be read/);
    assert.deepEqual(disposed, ['memfs:/a.trajectory', 'memfs:/b.trajectory']);
  });

  it('show all samples of two, and let the person choose of more', async () => {
    await compareSamples(sourceOf('question', '1', 2), deps());
    assert.deepEqual(titles(), ['Sample 1', 'Sample 2']);
    assert.equal(new Set(shown[0]?.map(({ source }) => source)).size, 1, 'the samples share a source');
    stub(vscode.window, 'showQuickPick', (items: readonly { label: string; picked?: boolean }[]) =>
      Promise.resolve(items.filter(({ picked }) => picked === true)),
    );
    await compareSamples(undefined, deps(sourceOf('question', '1', 12)));
    assert.deepEqual(
      shown.at(-1)?.map(({ sample, isSample }) => [sample, isSample]),
      Array.from({ length: 8 }, (_, sample) => [sample, true]),
    );
    await assert.rejects(
      compareSamples(sourceOf('question', '1'), deps()),
      /There are no samples to compare\./,
    );
    await assert.rejects(compareSamples(undefined, deps()), /There are no samples to compare\./);
  });

  it('show a file as it is saved beside its editor', async () => {
    const uri = vscode.Uri.parse('memfs:/a.trajectory');
    await compareWithSaved(uri, deps());
    assert.deepEqual(
      shown[0]?.map(({ source, title }) => [title, source.identity.kind]),
      [
        ['Saved', 'saved-file'],
        ['Edited', 'file'],
      ],
    );
    await assert.rejects(
      compareWithSaved(vscode.Uri.parse('untitled:a'), deps()),
      /no saved trajectory file/,
    );
  });
});

describe('a trajectory file as it is saved', () => {
  it('is refused with its size if it has more than 50 MB', async () => {
    const uri = folder.file('large.trajectory');
    await fs.writeFile(uri.fsPath, '');
    await fs.truncate(uri.fsPath, 50 * 1024 * 1024 + 1);
    await assert.rejects(SavedFileSource.open(uri, sourceDeps()), {
      reason: 'document-too-large',
      message: 'large.trajectory is larger than 50 MB.',
    });
  });

  it('does not follow what is typed, but what is saved, and cannot be changed', async () => {
    const uri = folder.file('a.trajectory');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('<answer>1</answer>\n'));
    const source = await SavedFileSource.open(uri, sourceDeps());
    const sent: ToInspector[] = [];
    source.onDidSend((message) => sent.push(message));
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 8, 0, 9), '2');
    await vscode.workspace.applyEdit(edit);
    assert.equal(source.sample(0)?.response, '<answer>1</answer>');
    await assert.rejects(source.setVerdict(), /saved text of a file cannot be changed/);
    await document.save();
    await until('the saved text', () => source.sample(0)?.response === '<answer>2</answer>');
    assert.ok(sent.some(({ type }) => type === 'state'));
    source.dispose();
  });
});
