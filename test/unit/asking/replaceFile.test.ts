import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendToFile, replaceFile } from '../../../src/asking/replaceFile.ts';
import { temporaryFolder } from '../../support/files.ts';

const UNWRITABLE = { reason: 'file-unwritable' } as const;

/** A folder with a file that is not to be changed, and one in which a link of the given name leads to it. */
function plant(name: string): { readonly link: string; readonly profile: string } {
  const profile = path.join(temporaryFolder(), 'profile');
  fs.writeFileSync(profile, 'export A=1');
  const link = path.join(temporaryFolder(), name);
  fs.symlinkSync(profile, link);
  return { link, profile };
}

describe('writing a file as a whole', () => {
  it('replaces a link by the file, and does not change what it leads to', async () => {
    const { link, profile } = plant('a.trajectory');
    await replaceFile(link, 'text');
    expect(fs.readFileSync(profile, 'utf8')).toBe('export A=1');
    expect(fs.lstatSync(link).isFile()).toBe(true);
    expect(fs.readFileSync(link, 'utf8')).toBe('text');
  });

  it('replaces a link that leads nowhere, and creates nothing there', async () => {
    const gone = path.join(temporaryFolder(), 'gone');
    const link = path.join(temporaryFolder(), 'a.trajectory');
    fs.symlinkSync(gone, link);
    await replaceFile(link, 'text');
    expect(fs.existsSync(gone)).toBe(false);
    expect(fs.readFileSync(link, 'utf8')).toBe('text');
  });

  it('writes under another temporary name each time, none of which the name of the file tells', async () => {
    const folder = temporaryFolder();
    const names = new Set<string>();
    const watcher = fs.watch(folder, (_event, name) => names.add(name ?? ''));
    try {
      for (const text of ['1', '2', '3']) await replaceFile(path.join(folder, 'a.trajectory'), text);
      await expect.poll(() => names.size).toBeGreaterThanOrEqual(4);
    } finally {
      watcher.close();
    }
    names.delete('a.trajectory');
    expect(names.size).toBe(3);
    for (const name of names) expect(name).toMatch(/^\.pagetrace-[0-9a-f]{24}\.tmp$/);
  });

  it('leaves no temporary file if the file cannot be replaced', async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, 'taken', 'in'), { recursive: true });
    await expect(replaceFile(path.join(folder, 'missing', 'a'), 'text')).rejects.toMatchObject(UNWRITABLE);
    await expect(replaceFile(path.join(folder, 'taken'), 'text')).rejects.toMatchObject(UNWRITABLE);
    expect(fs.readdirSync(folder)).toEqual(['taken']);
  });

  it.skipIf(process.platform === 'win32')('does not replace a pipe', async () => {
    const pipe = path.join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(replaceFile(pipe, 'text')).rejects.toMatchObject({
      ...UNWRITABLE,
      message: 'pipe is not a file that can be replaced.',
    });
    expect(fs.lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('accepts a name that is as long as the system allows', async () => {
    const file = path.join(temporaryFolder(), 'a'.repeat(255));
    await replaceFile(file, 'text');
    expect(fs.readFileSync(file, 'utf8')).toBe('text');
  });
});

describe('appending to a file', () => {
  it('appends to a file, and creates it if there is none', async () => {
    const file = path.join(temporaryFolder(), 'sample-0.txt');
    await appendToFile(file, 'a');
    await appendToFile(file, 'b');
    expect(fs.readFileSync(file, 'utf8')).toBe('ab');
  });

  it.skipIf(process.platform === 'win32')('refuses a link', async () => {
    const { link, profile } = plant('sample-0.txt');
    await expect(appendToFile(link, 'text')).rejects.toThrow();
    expect(fs.readFileSync(profile, 'utf8')).toBe('export A=1');
  });
});
