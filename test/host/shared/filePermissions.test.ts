import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { FilePermissions, type Asks } from '../../../src/host/shared/filePermissions.ts';
import { resolveReference } from '../../../src/host/shared/resolvePath.ts';
import { memento, useFolder, useStubs, workspaceFolder } from '../support/given.ts';

const outside = useFolder();
const stub = useStubs();

/** A trajectory of the workspace, and what it plants there. */
let trajectory: vscode.Uri;
let planted: string;
let trusted: boolean;
let files: FilePermissions;
let asked: string[];
let answers: boolean;
let chosen: readonly string[];

beforeEach(async () => {
  planted = await fs.mkdtemp(path.join(workspaceFolder().fsPath, 'planted-'));
  trajectory = vscode.Uri.file(path.join(planted, 'a.trajectory'));
  await fs.writeFile(outside.file('secret.txt').fsPath, 'secret');
  await fs.writeFile(outside.file('other.txt').fsPath, 'other');
  trusted = true;
  asked = [];
  answers = true;
  chosen = [];
  files = new FilePermissions({
    memory: memento(),
    trusted: () => trusted,
    chosenFolders: () => Promise.resolve(chosen),
  });
  stub(vscode.window, 'showWarningMessage', (message: string, _options: object, button: string) => {
    asked.push(message);
    return Promise.resolve(answers ? button : undefined);
  });
});
afterEach(async () => {
  files.dispose();
  await fs.rm(planted, { recursive: true });
});

/** Links a name in the workspace to `target`, and returns the name. */
async function link(name: string, target: string): Promise<string> {
  await fs.symlink(target, path.join(planted, name));
  return name;
}
const permit = (name: string, asks: Asks = 'never', from = trajectory) =>
  files.permit(resolveReference(from, name), from, asks);
const messageOf = (name: string, asks: Asks = 'never', from = trajectory) =>
  permit(name, asks, from).then(
    () => null,
    (error: unknown) => asPageTraceError(error).message,
  );

describe('a path that a file of the workspace names', () => {
  it('may lead anywhere in the workspace', async () => {
    await fs.writeFile(path.join(planted, 'in.txt'), 'in');
    await link('near.txt', path.join(planted, 'in.txt'));
    for (const name of [
      'in.txt',
      'near.txt',
      `../${path.basename(planted)}/in.txt`,
      path.join(planted, 'in.txt'),
    ])
      assert.equal(await messageOf(name), null, name);
    assert.equal(await files.readText(resolveReference(trajectory, 'near.txt'), trajectory, 'never'), 'in');
    assert.deepEqual(asked, []);
  });

  it('is not followed out of the workspace without consent, directly or through links', async () => {
    const secret = outside.file('secret.txt').fsPath;
    const names = [
      secret,
      vscode.Uri.file(secret).toString(),
      path.relative(planted, secret),
      await link('link.txt', secret),
      path.join(await link('folder', outside.path), 'secret.txt'),
      // Images in Parquet files are where these files are.
      `${await link('near.parquet', secret)}#row=1&column=image`,
      await link('folder.images', outside.path),
      // Other ways to write the same paths.
      `/proc/self/root${secret}`,
      `${planted}/../..//./..${'/..'.repeat(20)}${secret}`,
      vscode.Uri.file(planted).toString() + `${'/%2e%2E'.repeat(20)}${secret}`,
      `/proc/self/cwd${'/..'.repeat(20)}${secret}`,
      '/proc/self/environ',
    ];
    await fs.mkdir(path.join(planted, 'images'));
    await link('images/1.png', secret);
    for (const name of [...names, 'images']) {
      assert.match((await messageOf(name)) ?? '', /is outside of this workspace, in /, name);
      await assert.rejects(files.readText(resolveReference(trajectory, name), trajectory, 'never'));
    }
    assert.deepEqual(asked, []);
    assert.equal(await files.isInWorkspace(resolveReference(trajectory, 'link.txt')), false);
  });

  it('is followed once the person allows its folder, until they take that back', async () => {
    const [secret, other] = ['secret.txt', 'other.txt'].map((name) => outside.file(name).fsPath);
    let changes = 0;
    files.onDidChange(() => changes++);
    await Promise.all([permit(secret ?? '', 'once'), permit(secret ?? '', 'once')]);
    await permit(other ?? '');
    assert.equal(asked.length, 1);
    assert.ok(asked[0]?.includes(await fs.realpath(outside.path)), asked[0]);
    assert.equal(changes, 1);
    // Permission for a folder is none for those in it.
    await fs.mkdir(path.join(outside.path, 'inner'));
    await fs.writeFile(path.join(outside.path, 'inner', 'x.txt'), 'x');
    assert.notEqual(await messageOf(path.join(outside.path, 'inner', 'x.txt')), null);
    await files.forget();
    assert.notEqual(await messageOf(secret ?? ''), null);
  });

  it('is followed without a question into the folders that the person chose, but not in Restricted Mode', async () => {
    const inner = path.join(outside.path, 'pages');
    await fs.mkdir(inner);
    await fs.writeFile(path.join(inner, 'page.txt'), 'page');
    chosen = [outside.path];
    assert.equal(await messageOf(path.join(inner, 'page.txt')), null);
    chosen = [inner];
    assert.equal(await messageOf(path.join(inner, 'page.txt')), null);
    assert.notEqual(await messageOf(outside.file('secret.txt').fsPath), null);
    trusted = false;
    assert.notEqual(await messageOf(path.join(inner, 'page.txt')), null);
    assert.deepEqual(asked, []);
  });

  it('is asked about once by a view, and again when the person wants the file', async () => {
    answers = false;
    const secret = outside.file('secret.txt').fsPath;
    assert.notEqual(await messageOf(secret, 'once'), null);
    assert.notEqual(await messageOf(secret, 'once'), null);
    assert.equal(asked.length, 1);
    answers = true;
    assert.equal(await messageOf(secret, 'again'), null);
    assert.equal(asked.length, 2);
  });

  it('cannot make a view ask about one folder after the other once the person has refused', async () => {
    answers = false;
    const folders = await Promise.all(
      [1, 2, 3, 4].map((count) => fs.mkdir(path.join(outside.path, `${count}`), { recursive: true })),
    );
    const names = folders.map((folder) => path.join(folder ?? '', 'x.png'));
    for (const name of names) await fs.writeFile(name, '');
    const said = await Promise.all(names.map((name) => messageOf(name, 'once')));
    assert.ok(said.every((message) => message !== null));
    assert.equal(asked.length, 1);
  });

  it('is looked at again after the person was asked, because a link may lead elsewhere by then', async () => {
    const inner = path.join(await fs.realpath(outside.path), 'inner');
    await fs.mkdir(inner);
    await fs.writeFile(path.join(inner, 'harmless.txt'), 'harmless');
    const name = await link('changing.txt', path.join(inner, 'harmless.txt'));
    const swap = async () => {
      await fs.rm(path.join(planted, name));
      await link(name, outside.file('secret.txt').fsPath);
    };
    stub(vscode.window, 'showWarningMessage', async (message: string, _options: object, button: string) => {
      asked.push(message);
      if (asked.length > 1) return undefined;
      await swap();
      return button;
    });
    await assert.rejects(
      files.readText(resolveReference(trajectory, name), trajectory, 'once'),
      /changing\.txt is outside of this workspace, in /,
    );
    const [first, second] = [inner, path.dirname(inner)].map(
      (folder) => `May PageTrace read files in ${folder}?`,
    );
    assert.deepEqual(asked, [first, second]);
  });

  it('gives no text of a file to which a link leads only after the path was checked', async () => {
    await fs.writeFile(path.join(planted, 'in.txt'), 'in');
    const name = await link('changing.txt', path.join(planted, 'in.txt'));
    stub(vscode.workspace, 'textDocuments', {
      // Open documents are looked at after the check, and before the file is opened.
      find: () => {
        rmSync(path.join(planted, name));
        symlinkSync(outside.file('secret.txt').fsPath, path.join(planted, name));
      },
    });
    await assert.rejects(
      files.readText(resolveReference(trajectory, name), trajectory, 'never'),
      /changing\.txt is outside of this workspace, in /,
    );
  });

  it('leads to no file that only another process has open', async () => {
    const file = await fs.open(path.join(outside.path, 'gone.txt'), 'w+');
    await fs.rm(path.join(outside.path, 'gone.txt'));
    assert.match((await messageOf(`/proc/self/fd/${file.fd}`, 'again')) ?? '', /could not be read/);
    await file.close();
  });

  it('is never followed out of the workspace in Restricted Mode, and nothing is asked', async () => {
    await permit(outside.file('secret.txt').fsPath, 'once');
    trusted = false;
    const error: unknown = await permit(outside.file('secret.txt').fsPath, 'again').catch(
      (raised: unknown) => raised,
    );
    const { reason, hint } = asPageTraceError(error);
    assert.equal(reason, 'untrusted');
    assert.match(hint ?? '', /Trust this workspace/);
    assert.equal(asked.length, 1);
  });

  it('never makes this machine contact another one', async () => {
    for (const name of [
      '\\\\host.invalid\\share\\a.pdf',
      '//host.invalid/share/a.pdf',
      'file://host.invalid/share/a.pdf',
      'FILE://host.invalid/share/a.pdf',
      '\\\\?\\UNC\\host.invalid\\share\\a.pdf',
      '\\\\.\\pipe\\a',
      'https://host.invalid/a.pdf',
      'vscode-vfs://github/owner/name/a.pdf',
      'vscode-remote://ssh-remote+host.invalid/a.pdf',
    ])
      for (const from of [trajectory, outside.file('a.trajectory')])
        assert.match((await messageOf(name, 'again', from)) ?? '', /is on another machine/, name);
    // A workspace on another machine may name more of that machine.
    const remote = vscode.Uri.parse('file://host.invalid/share/a.trajectory');
    assert.equal(await messageOf('file://host.invalid/other/a.pdf', 'never', remote), null);
    assert.match(
      (await messageOf('file://other.invalid/a.pdf', 'never', remote)) ?? '',
      /is on another machine/,
    );
    // Not an address at all: a file of this name, which does not exist.
    assert.equal(await messageOf('file:////host.invalid/share/a.pdf'), null);
    assert.deepEqual(asked, []);
  });

  it('leads to no device, named pipe, or file without end', async () => {
    execFileSync('mkfifo', [path.join(planted, 'pipe.pdf')]);
    assert.match((await messageOf('pipe.pdf')) ?? '', /not a regular file/);
    await link('zero.pdf', '/dev/zero');
    await link('loop.pdf', 'loop.pdf');
    assert.match((await messageOf('zero.pdf')) ?? '', /is outside of this workspace/);
    assert.match((await messageOf('loop.pdf')) ?? '', /could not be read/);
    assert.match((await messageOf('zero.pdf', 'again')) ?? '', /not a regular file/);
    assert.match((await messageOf('/dev/zero', 'again')) ?? '', /not a regular file/);
    const sparse = await fs.open(path.join(planted, 'huge.pdf'), 'w');
    await sparse.truncate(5 * 1024 ** 3);
    await sparse.close();
    assert.match((await messageOf('huge.pdf')) ?? '', /larger than 4,096 MB/);
    await fs.truncate(path.join(planted, 'huge.pdf'), 6 * 1024 ** 2);
    await assert.rejects(
      files.readText(resolveReference(trajectory, 'huge.pdf'), trajectory, 'never'),
      /larger than 5 MB/,
    );
  });

  it('may lead into the folder of its file if that is in no workspace folder, and nowhere else', async () => {
    const loose = outside.file('loose.trajectory');
    assert.equal(await messageOf('secret.txt', 'never', loose), null);
    await fs.symlink(os.tmpdir(), path.join(outside.path, 'up'));
    // On this system, these are other names than secret.txt, and a name with a zero byte is none.
    for (const name of ['secret.txt. ', 'secret.txt::$DATA'])
      await assert.rejects(
        files.readText(resolveReference(loose, name), loose, 'never'),
        /could not be read/,
      );
    assert.match((await messageOf('secret.txt\0.jinja', 'never', loose)) ?? '', /could not be read/);
    for (const name of ['../x.txt', 'up/x.txt']) {
      await fs.writeFile(path.join(os.tmpdir(), 'x.txt'), '');
      assert.match((await messageOf(name, 'never', loose)) ?? '', /is outside of this workspace/, name);
    }
    await fs.rm(path.join(os.tmpdir(), 'x.txt'));
  });

  it('is not restricted if the person chose it', async () => {
    await files.permit(outside.file('secret.txt'), null, 'never');
    assert.deepEqual(asked, []);
  });
});
