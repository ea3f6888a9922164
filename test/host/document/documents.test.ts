import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import * as vscode from 'vscode';
import { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import { Passwords, type AskPassword } from '../../../src/host/document/passwords.ts';
import { PAPER_BUDGET } from '../../../src/core/geometry/pixelBudget.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import { extensionUri, fixture, useFolder } from '../support/given.ts';

const MB = 1024 * 1024;

/** A virtual file system in which every file has the same bytes and a size that the test sets. */
class ElsewhereFiles implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  bytes: Uint8Array = new Uint8Array();
  size: number | null = null;
  reads = 0;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  stat(uri: vscode.Uri): vscode.FileStat {
    if (uri.path.includes('missing')) throw vscode.FileSystemError.FileNotFound(uri);
    const type = uri.path.endsWith('/folder') ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 1, size: this.size ?? this.bytes.length };
  }
  readFile(uri: vscode.Uri): Uint8Array {
    if (uri.path.includes('missing')) throw vscode.FileSystemError.FileNotFound(uri);
    this.reads++;
    return this.bytes;
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

const folder = useFolder();
const elsewhere = new ElsewhereFiles();
let registration: vscode.Disposable;
let asked: boolean[];
let answers: (string | undefined)[];
let library: DocumentLibrary;

before(() => {
  registration = vscode.workspace.registerFileSystemProvider('elsewhere', elsewhere, { isReadonly: true });
});
after(() => {
  registration.dispose();
});
beforeEach(async () => {
  asked = [];
  answers = [];
  elsewhere.bytes = await vscode.workspace.fs.readFile(fixture('annual-report.pdf'));
  elsewhere.size = null;
  elsewhere.reads = 0;
  const ask: AskPassword = (_name, wrong) => {
    asked.push(wrong);
    return Promise.resolve(answers.shift());
  };
  library = new DocumentLibrary({
    extensionUri: extensionUri(),
    passwords: new Passwords(ask),
    log: () => undefined,
  });
});
afterEach(() => library.dispose());

describe('the hash of a document', () => {
  it('opens an image that is in a Parquet file, and hashes it', async () => {
    const photo = new Uint8Array(
      await fs.readFile(vscode.Uri.joinPath(extensionUri(), 'media', 'sample', 'people-page.jpg').fsPath),
    );
    const columnData: ColumnSource[] = [{ name: 'image', data: [photo], type: 'BYTE_ARRAY' }];
    await fs.writeFile(folder.file('all.parquet').fsPath, new Uint8Array(parquetWriteBuffer({ columnData })));
    const uri = vscode.Uri.file(`${folder.file('all.parquet').fsPath}#row=1&column=image`);
    assert.equal(await library.with(uri, (document) => Promise.resolve(document.pageCount)), 1);
    assert.equal(await library.hash(uri), createHash('sha256').update(photo).digest('hex'));
    const missing = vscode.Uri.file(`${folder.file('all.parquet').fsPath}#row=2&column=image`);
    await assert.rejects(library.open(missing), { reason: 'file-unreadable' });
  });

  it('computes the hash from the bytes of the file, and asks for no password', async () => {
    for (const name of ['password-protected.pdf', 'annual-report.pdf']) {
      const bytes = await fs.readFile(fixture(name).fsPath);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      assert.equal(await library.hash(fixture(name)), sha256);
      elsewhere.bytes = bytes;
      assert.equal(await library.hash(vscode.Uri.parse(`elsewhere:/${name}`)), sha256);
    }
    assert.deepEqual(asked, []);
  });

  it('returns the same hash as opening the document does', async () => {
    const uri = fixture('annual-report.pdf');
    assert.equal(await library.hash(uri), await library.with(uri, (document) => document.hash()));
    await fs.mkdir(folder.file('pages').fsPath);
    await fs.copyFile(
      vscode.Uri.joinPath(extensionUri(), 'media', 'sample', 'people-page.jpg').fsPath,
      folder.file('pages/1.jpg').fsPath,
    );
    const pages = folder.file('pages');
    assert.equal(await library.hash(pages), await library.with(pages, (document) => document.hash()));
  });

  it('says when the file has been deleted', async () => {
    await assert.rejects(library.hash(folder.file('gone.pdf')), { reason: 'file-not-found' });
  });
});

const remote = (name: string) => vscode.Uri.from({ scheme: 'elsewhere', path: `/${name}` });
const pageCount = (uri: vscode.Uri) => library.with(uri, ({ pageCount: count }) => Promise.resolve(count));

describe('the document library', () => {
  it('opens a document from the disk and from other file systems as the same document', async () => {
    const hash = (uri: vscode.Uri) => library.with(uri, (document) => document.hash());
    assert.equal(await pageCount(fixture('annual-report.pdf')), 10);
    assert.equal(await pageCount(remote('report.pdf')), 10);
    assert.equal(await hash(remote('report.pdf')), await hash(fixture('annual-report.pdf')));
  });

  it('says when a document does not exist', async () => {
    await assert.rejects(pageCount(folder.file('missing.pdf')), { reason: 'file-not-found' });
    await assert.rejects(pageCount(remote('missing.pdf')), { reason: 'file-not-found' });
  });

  it('refuses a document of another file system that is too large before reading it', async () => {
    elsewhere.size = 513 * MB;
    await assert.rejects(pageCount(remote('report.pdf')), { reason: 'document-too-large' });
    assert.equal(elsewhere.reads, 0);
  });

  it('refuses a folder of another file system, and says so', async () => {
    await assert.rejects(pageCount(remote('folder')), { reason: 'document-unsupported' });
  });

  it('asks for the password of a protected document until it is right, and not again afterwards', async () => {
    answers = ['wrong', 'tarnholm'];
    const uri = fixture('password-protected.pdf');
    const count = await pageCount(uri);
    assert.ok(count > 0);
    assert.deepEqual(asked, [false, true]);
    assert.equal(await pageCount(uri), count);
    assert.equal(asked.length, 2);
  });

  it('keeps a protected document closed when no password is given', async () => {
    answers = [undefined];
    await assert.rejects(pageCount(fixture('password-protected.pdf')), {
      reason: 'document-password-missing',
    });
    assert.deepEqual(asked, [false]);
  });
});

describe('the page images of a question', () => {
  const base64 = (src: string) => src.replace(/^data:image\/(?:jpeg|png);base64,/, '');

  it('returns the bytes that were sent, even when the document has changed since', async () => {
    const images = new PageImages(library);
    const question = preparedQuestion();
    images.remember(question);
    const uri = folder.file('a.pdf');
    await fs.copyFile(fixture('annual-report.pdf').fsPath, uri.fsPath);
    const sent = await images.get(uri, 'hash of a.pdf', 2, PAPER_BUDGET);
    assert.deepEqual([...Buffer.from(base64(sent.src), 'base64')], [...(question.images[0]?.bytes ?? [])]);
    const now = await images.get(uri, null, 2, PAPER_BUDGET);
    assert.notEqual(now.src, sent.src);
    assert.ok(now.width * now.height <= PAPER_BUDGET.maxPixels);
    assert.ok((now.textHeight ?? 0) > 0);
  });

  it('renders page images again with the same bytes as those of the document', async () => {
    const images = new PageImages(library);
    const uri = remote('report.pdf');
    const [shown, direct] = [
      await images.get(uri, null, 3, PAPER_BUDGET),
      await library.with(uri, (document) => document.render(3, { budget: PAPER_BUDGET, format: 'jpeg' })),
    ];
    assert.equal(base64(shown.src), Buffer.from(direct.bytes).toString('base64'));
  });

  it('refuses the image of a page that does not exist', async () => {
    const images = new PageImages(library);
    await assert.rejects(images.get(remote('report.pdf'), null, 11, PAPER_BUDGET), {
      reason: 'page-out-of-range',
    });
  });
});
