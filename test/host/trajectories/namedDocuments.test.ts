import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../../src/core/errors.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import { DocumentPlaces } from '../../../src/host/grounding/documentPlaces.ts';
import type { GroundingServices } from '../../../src/host/grounding/groundings.ts';
import type { FilePermissions } from '../../../src/host/shared/filePermissions.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import {
  fixture,
  memento,
  noGroundings,
  sourceDeps,
  until,
  useStubs,
  workspaceFolder,
} from '../support/given.ts';
import { makeFiles, makeLibrary } from '../support/services.ts';

describe('the documents that a trajectory file of the workspace names', () => {
  const stub = useStubs();
  let planted: string;
  let library: DocumentLibrary;
  let trusted: boolean;
  let files: FilePermissions;
  let rendered: string[];
  let hashed: { readonly name: string; readonly signal: AbortSignal }[];
  let asked: string[];
  let answers: boolean;
  let groundings: GroundingServices;
  let source: FileSource;

  /** Opens a trajectory of the workspace whose only document is at `path`. */
  async function plant(path: string): Promise<void> {
    const text = `---\nquestion: Why?\ndocuments: [{ path: ${JSON.stringify(path)}, sha256: "00" }]\nimages: [{ image: 1, page: 1 }]\n---\n<think>t</think>\n`;
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'planted', `${Math.random()}.trajectory`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    const images = new PageImages(library);
    source = new FileSource(
      await vscode.workspace.openTextDocument(uri),
      sourceDeps({
        permitFile: files.permit,
        groundings,
        renderPage: (document, sha256, page, pixels) => {
          rendered.push(document.toString(true));
          return images.get(document, sha256, page, pixels);
        },
        hashNow: (document, signal) => {
          hashed.push({ name: document.path, signal });
          return library.hash(document, signal).catch(() => null);
        },
      }),
    );
  }
  const failure = () =>
    source.image(1).then(
      () => null,
      (error: unknown) => asPageTraceError(error),
    );

  beforeEach(async () => {
    planted = vscode.Uri.joinPath(workspaceFolder(), 'planted').fsPath;
    await fs.mkdir(planted);
    library = makeLibrary();
    trusted = true;
    files = makeFiles(() => trusted);
    [rendered, hashed, asked, answers] = [[], [], [], true];
    const moved = new vscode.EventEmitter<void>();
    files.onDidChange(() => {
      moved.fire();
    });
    const places = new DocumentPlaces({ memory: memento(), hash: (uri) => library.hash(uri) });
    groundings = {
      ...noGroundings,
      places,
      onDidChange: moved.event,
      findMissing: async ([first]) => {
        if (first !== undefined) await places.ask({ uri: first.uri, sha256: first.document.sha256 });
        moved.fire();
      },
    };
    stub(vscode.window, 'showWarningMessage', (message: string, _options: object, button: string) => {
      asked.push(message);
      return Promise.resolve(answers ? button : undefined);
    });
  });
  afterEach(async () => {
    source.dispose();
    files.dispose();
    await library.dispose();
    await fs.rm(planted, { recursive: true });
  });

  it('are drawn from elsewhere only after the person has allowed their folder', async () => {
    const elsewhere = fixture('annual-report.pdf').fsPath;
    answers = false;
    await plant(elsewhere);
    assert.deepEqual([asked, hashed], [[], []]);
    assert.match((await failure())?.message ?? '', /annual-report\.pdf is outside of this workspace, in /);
    assert.match((await failure())?.message ?? '', /annual-report\.pdf is outside of this workspace, in /);
    assert.deepEqual([asked.length, rendered.length, hashed.length], [1, 0, 0]);
    answers = true;
    await files.forget();
    assert.match((await source.image(1)).src, /^data:image\/jpeg/);
    assert.equal(asked.length, 2);
    // What was not compared before is compared now.
    await until('the document is compared', () => source.state().documents[0]?.changed);
    assert.equal(hashed.length, 1);
  });

  it('are neither drawn nor hashed from elsewhere in Restricted Mode, whatever the path looks like', async () => {
    trusted = false;
    const elsewhere = fixture('annual-report.pdf');
    await fs.symlink(elsewhere.fsPath, `${planted}/link.pdf`);
    await fs.symlink(vscode.Uri.joinPath(elsewhere, '..').fsPath, `${planted}/folder`);
    for (const path of [
      elsewhere.fsPath,
      elsewhere.toString(),
      'link.pdf',
      'folder/annual-report.pdf',
      'folder',
      '/dev/zero',
    ]) {
      await plant(path);
      const error = await failure();
      source.dispose();
      assert.equal(error?.reason, 'untrusted', path);
      assert.match(error.hint ?? '', /Trust this workspace/, path);
    }
    for (const path of [
      'file://host.invalid/share/a.pdf',
      '\\\\host.invalid\\share\\a.pdf',
      'https://host.invalid/a.pdf',
    ]) {
      await plant(path);
      assert.match((await failure())?.message ?? '', /is on another machine/, path);
      source.dispose();
    }
    assert.deepEqual([asked, rendered, hashed], [[], [], []]);
  });

  it('are no longer read when the view closes or the front matter changes', async () => {
    const sparse = await fs.open(`${planted}/huge.pdf`, 'w');
    await sparse.truncate(4 * 1024 ** 3);
    await sparse.close();
    await plant('huge.pdf');
    const first = await until('the document is hashed', () => hashed[0]);
    assert.equal(first.signal.aborted, false);
    source.dispose();
    assert.equal(first.signal.aborted, true);
  });

  it('are named as the file where the person has found them, and drawn from there', async () => {
    await plant('reports/moved.pdf');
    const found = vscode.Uri.joinPath(workspaceFolder(), 'planted', 'found.pdf');
    await fs.copyFile(fixture('annual-report.pdf').fsPath, found.fsPath);
    const names = () => {
      const { documents, images } = source.state();
      return [...documents, ...images].map((one) => ('name' in one ? one.name : one.document));
    };
    await until('the document is looked for', () => source.state().documents[0]?.missing);
    assert.deepEqual(names(), ['moved.pdf', 'moved.pdf']);
    assert.equal((await failure())?.reason, 'file-not-found');
    const { edition } = source.state();
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve([found]));
    await source.receive({ type: 'findDocument' });
    assert.deepEqual(names(), ['found.pdf', 'found.pdf']);
    // Another file was accepted: it is compared, and images that could not be drawn are requested again.
    await until('the document is compared', () => source.state().documents[0]?.changed);
    assert.ok(source.state().edition > edition);
    assert.equal(source.state().documents[0]?.missing, false);
    assert.match((await source.image(1)).src, /^data:image\/jpeg/);
  });
});
