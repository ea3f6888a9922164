import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDocument, listFiles } from '../../../src/documents/findDocument.ts';
import { hashFile } from '../../../src/documents/hash.ts';

describe('the document that a record names', () => {
  let root = '';

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'find-document-'));
    for (const [file, text] of Object.entries({
      'run/page.png': 'beside',
      'pages/a/1.png': 'one',
      'pages/b/1.png': 'other',
      'pages/report.pdf': 'report',
      'pages/all.parquet': 'table',
      'outside/secret.png': 'secret',
    })) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    fs.symlinkSync(path.join(root, 'outside'), path.join(root, 'pages/link'));
  });

  afterEach(() => {
    fs.rmSync(root, { recursive: true, force: true });
  });

  const find = async (named: string, sha256: string | null = null, chosen = ['pages']) => {
    const folders = chosen.map((folder) => path.join(root, folder));
    const found = await findDocument(
      { path: named.replace('ROOT', root), sha256 },
      { beside: path.join(root, 'run'), chosen: folders },
      () => listFiles(folders),
    );
    return found === null ? null : path.relative(root, found);
  };

  it.each([
    ['page.png', 'run/page.png'],
    ['some/where/page.png', 'run/page.png'],
    ['a/1.png', 'pages/a/1.png'],
    ['/data/images/b/1.png', 'pages/b/1.png'],
    ['C:\\data\\report.pdf', 'pages/report.pdf'],
    ['file:///mnt/report.pdf', 'pages/report.pdf'],
    ['ROOT/pages/report.pdf', 'pages/report.pdf'],
    // An image in a Parquet file is where that file is.
    ['/data/all.parquet#row=2&column=image', 'pages/all.parquet#row=2&column=image'],
  ])('%s is found at %s', async (named, place) => {
    expect(await find(named)).toBe(place);
  });

  it('a path may lead into a folder of the workspace, in which nothing is looked for', async () => {
    const inWorkspace = (named: string): Promise<string | null> =>
      findDocument(
        { path: named, sha256: null },
        { beside: path.join(root, 'run'), chosen: [], open: [path.join(root, 'pages')] },
        () => Promise.resolve(new Map()),
      );
    const file = path.join(root, 'pages/a/1.png');
    expect(await inWorkspace(file)).toBe(file);
    expect(await inWorkspace('../pages/a/1.png')).toBe(file);
    expect(await inWorkspace('a/1.png')).toBeNull();
    expect(await inWorkspace(path.join(root, 'pages/link/secret.png'))).toBeNull();
    expect(await inWorkspace(path.join(root, 'outside/secret.png'))).toBeNull();
  });

  it.each([
    ['a path out of the folders', '../outside/secret.png'],
    ['an absolute path elsewhere', 'ROOT/outside/secret.png'],
    ['a path through a link', 'link/secret.png'],
    ['a name that nothing has', 'nothing.png'],
    ['an empty name', ''],
    ['a folder itself', '.'],
    ['a malformed URL', 'file://%zz/x.png'],
  ])('nothing is found for %s', async (_, named) => {
    expect(await find(named)).toBeNull();
  });

  it('a document that was renamed is found by its content', async () => {
    const sha256 = await hashFile(path.join(root, 'pages/report.pdf'));
    expect(await find('renamed.pdf', sha256)).toBe('pages/report.pdf');
    expect(await find('renamed.pdf', '0'.repeat(64))).toBeNull();
    expect(await find('renamed.png', sha256)).toBeNull();
  });

  it('without chosen folders, only the folder of the records is looked at', async () => {
    expect(await find('report.pdf', null, [])).toBeNull();
    expect(await find('page.png', null, [])).toBe('run/page.png');
  });
});
