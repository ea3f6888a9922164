import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DocumentWatches } from '../../../src/host/document/documentWatches.ts';
import { fixture, until, useFolder } from '../support/given.ts';

const folder = useFolder();
let watches: DocumentWatches;
let pdf: string;
/** What was on disk each time that the document had changed: its bytes; null if there was none. */
let seen: (number | null)[];

async function sizeOf(file: string): Promise<number | null> {
  return fs.stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Watches a document, and waits until VS Code tells of its folder. */
async function watch(file: string): Promise<vscode.Disposable> {
  const watching = watches.watch(vscode.Uri.file(file), () => {
    void sizeOf(file).then((size) => seen.push(size));
  });
  let isReady = false;
  const other = path.join(path.dirname(file), 'other.txt');
  const listening = watches.watch(vscode.Uri.file(other), () => {
    isReady = true;
  });
  let count = 0;
  await until('the folder is watched', async () => {
    if (!isReady && count++ % 50 === 0) await fs.writeFile(other, String(count));
    return isReady;
  });
  listening.dispose();
  return watching;
}

beforeEach(async () => {
  seen = [];
  watches = new DocumentWatches({ rests: 20, poll: 20, stable: 60, limit: 5000 });
  pdf = folder.file('report.pdf').fsPath;
  await fs.copyFile(fixture('annual-report.pdf').fsPath, pdf);
});
afterEach(() => {
  watches.dispose();
});

describe('a document that is watched', () => {
  it('is told about when it is overwritten, replaced, deleted and written again, each time when it is complete', async () => {
    const second = await fs.readFile(fixture('second-report.pdf').fsPath);
    const first = await fs.readFile(pdf);
    await watch(pdf);

    await fs.writeFile(pdf, second.subarray(0, second.length / 2));
    await fs.appendFile(pdf, second.subarray(second.length / 2));
    await until('the new text is told', () => seen.at(-1) === second.length);

    await fs.writeFile(`${pdf}.tmp`, first);
    await fs.rename(`${pdf}.tmp`, pdf);
    await until('the replacement is told', () => seen.at(-1) === first.length);

    await fs.rm(pdf);
    await until('the deletion is told', () => seen.at(-1) === null);
    await fs.writeFile(pdf, second);
    await until('the document is there again', () => seen.at(-1) === second.length);
    assert.ok(!seen.includes(Math.floor(second.length / 2)), 'a part of the document was told');
  });

  it('is told about once to each listener, and to nobody who does not listen any more', async () => {
    const told = { one: 0, other: 0 };
    const uri = vscode.Uri.file(pdf);
    const watching = await watch(pdf);
    const one = watches.watch(uri, () => (told.one += 1));
    watches.watch(uri, () => (told.other += 1));
    await fs.copyFile(fixture('second-report.pdf').fsPath, pdf);
    await until('both are told', () => told.one === 1 && told.other === 1);
    one.dispose();
    one.dispose();
    watching.dispose();
    await fs.copyFile(fixture('annual-report.pdf').fsPath, pdf);
    await until('the other one is told', () => told.other === 2);
    assert.equal(told.one, 1);
    assert.equal(seen.length, 1);
  });

  it('is a folder of page images too', async () => {
    const pages = folder.file('pages').fsPath;
    await fs.mkdir(pages);
    let told = 0;
    watches.watch(vscode.Uri.file(pages), () => (told += 1));
    let count = 0;
    await until('a new page is told', async () => {
      if (count++ % 50 === 0) await fs.writeFile(path.join(pages, `${count}.png`), 'page');
      return told > 0;
    });
  });
});
