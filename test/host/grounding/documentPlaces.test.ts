import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { isPageTraceError } from '../../../src/core/errors.ts';
import { DocumentPlaces } from '../../../src/host/grounding/documentPlaces.ts';
import { fixture, memento, useFolder, useStubs } from '../support/given.ts';
import { makeLibrary } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();

let chosen: vscode.Uri | undefined;
let agrees: boolean;
let titles: (string | undefined)[];
let asked: string[];
let memory: vscode.Memento;
let sha256: string;
const library = makeLibrary();
const hash = (uri: vscode.Uri): Promise<string> => library.hash(uri);
const places = (): DocumentPlaces => new DocumentPlaces({ memory, hash });

beforeEach(async () => {
  chosen = undefined;
  agrees = false;
  [titles, asked] = [[], []];
  memory = memento();
  sha256 = await hash(fixture('annual-report.pdf'));
  await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('moved.pdf').fsPath);
  await fs.copyFile(fixture('second-report.pdf').fsPath, folder.file('other.pdf').fsPath);
  stub(vscode.window, 'showOpenDialog', (options: vscode.OpenDialogOptions) => {
    titles.push(options.title);
    return Promise.resolve(chosen && [chosen]);
  });
  stub(
    vscode.window,
    'showWarningMessage',
    (message: string, { detail }: vscode.MessageOptions, button: string) => {
      asked.push(`${message} ${detail ?? ''}`);
      return Promise.resolve(agrees ? button : undefined);
    },
  );
});
after(() => library.dispose());

const missing = () => ({ uri: folder.file('reports/annual-report.pdf'), sha256 });

describe('asking where a document is', () => {
  it('names the document, accepts a file with the same content, and remembers its place', async () => {
    chosen = folder.file('moved.pdf');
    const { uri } = missing();
    assert.equal(places().current(uri), uri);
    assert.equal((await places().ask(missing()))?.toString(), chosen.toString());
    assert.deepEqual(titles, ['Where Is annual-report.pdf?']);
    assert.deepEqual(asked, []);
    assert.equal(places().current(uri).toString(), chosen.toString());
  });

  it('says that another file differs, and does not use it unless the person wants that', async () => {
    chosen = folder.file('other.pdf');
    const { uri } = missing();
    assert.equal(await places().ask(missing()), null);
    assert.deepEqual(asked, [
      'other.pdf is not the document that was read: its content differs. Claims are looked for in it all the same, and the inspector says so.',
    ]);
    assert.equal(places().current(uri), uri);
    agrees = true;
    assert.equal((await places().ask(missing()))?.toString(), chosen.toString());
    assert.equal(places().current(uri).toString(), chosen.toString());
    // A later choice takes the place of the earlier one.
    chosen = folder.file('moved.pdf');
    await places().ask(missing());
    assert.equal(places().current(uri).toString(), chosen.toString());
  });

  it('accepts any file for a document whose content is not known', async () => {
    chosen = folder.file('other.pdf');
    assert.equal((await places().ask({ ...missing(), sha256: null }))?.toString(), chosen.toString());
    assert.deepEqual(asked, []);
  });

  it('changes nothing if the person chooses no file, or one that cannot be read', async () => {
    const { uri } = missing();
    assert.equal(await places().ask(missing()), null);
    chosen = folder.file('gone.pdf');
    await assert.rejects(places().ask(missing()), (error) => {
      assert.ok(isPageTraceError(error));
      assert.equal(error.reason, 'file-not-found');
      return true;
    });
    assert.equal(places().current(uri), uri);
  });
});
