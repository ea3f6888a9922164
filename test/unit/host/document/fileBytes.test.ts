import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isPageTraceError } from '../../../../src/core/errors.ts';
import { memoryBytes, openLocalBytes } from '../../../../src/host/document/fileBytes.ts';
import { temporaryFolder } from '../../../support/files.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return isPageTraceError(error) ? error.reason : 'another error';
  }
  return 'none';
}

describe('bytes of a local file', () => {
  it('a local file is read in ranges that are cut at its end', async () => {
    const file = path.join(folder, 'a.pdf');
    fs.writeFileSync(file, 'abcdefghij');
    const bytes = await openLocalBytes(file, 'a.pdf');
    const text = async (begin: number, end: number): Promise<string> =>
      Buffer.from(await bytes.read(begin, end)).toString();
    expect(bytes.size).toBe(10);
    expect(await text(2, 5)).toBe('cde');
    expect(await text(8, 99)).toBe('ij');
    expect(await text(50, 60)).toBe('');
    await bytes.close();
  });

  it('an opened file keeps its bytes when another file takes its name', async () => {
    const file = path.join(folder, 'a.pdf');
    fs.writeFileSync(file, 'first');
    const bytes = await openLocalBytes(file, 'a.pdf');
    fs.writeFileSync(`${file}.new`, 'other');
    fs.renameSync(`${file}.new`, file);
    expect(Buffer.from(await bytes.read(0, 5)).toString()).toBe('first');
    await bytes.close();
  });

  it('reading fails if the file was overwritten in place, and never mixes two versions', async () => {
    const file = path.join(folder, 'a.pdf');
    fs.writeFileSync(file, 'first version');
    const bytes = await openLocalBytes(file, 'a.pdf');
    fs.writeFileSync(file, 'second');
    expect(await reasonOf(bytes.read(0, 6))).toBe('file-unreadable');
    await bytes.close();
  });

  it('reading reports what is wrong with a local file', async () => {
    expect(await reasonOf(openLocalBytes(path.join(folder, 'none.pdf'), 'none.pdf'))).toBe('file-not-found');
    expect(await reasonOf(openLocalBytes(folder, 'folder'))).toBe('file-unreadable');
  });
});

describe('bytes in memory', () => {
  it('bytes in memory are returned as copies that can be posted', async () => {
    const pool = Buffer.from('abcdef');
    const bytes = memoryBytes(pool, 1);
    const part = await bytes.read(1, 3);
    expect(Buffer.from(part).toString()).toBe('bc');
    expect(part.byteLength).toBe(part.buffer.byteLength);
  });
});
