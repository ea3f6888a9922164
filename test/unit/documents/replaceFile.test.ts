import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendToFile, replaceFile, unwritable } from '../../../src/documents/replaceFile.ts';
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

  it.skipIf(process.platform === 'win32')('keeps the permissions of the file that it replaces', async () => {
    const file = path.join(temporaryFolder(), 'key.trajectory');
    for (const mode of [0o600, 0o644, 0o666, 0o755]) {
      fs.writeFileSync(file, 'old');
      fs.chmodSync(file, mode | 0o4000);
      await replaceFile(file, 'new');
      expect(fs.statSync(file).mode & 0o7777).toBe(mode);
    }
    // Those of a file that a link leads to are not its own.
    const { link, profile } = plant('b.trajectory');
    fs.chmodSync(profile, 0o777);
    await replaceFile(link, 'text');
    fs.writeFileSync(path.join(path.dirname(link), 'new'), '');
    expect(fs.statSync(link).mode).toBe(fs.statSync(path.join(path.dirname(link), 'new')).mode);
  });

  it.skipIf(process.platform === 'win32')(
    'says why a file could not be written, and leaves nothing',
    async () => {
      const folder = temporaryFolder();
      fs.mkdirSync(path.join(folder, 'taken'));
      fs.writeFileSync(path.join(folder, 'file'), '');
      const messageOf = (file: string) =>
        replaceFile(path.join(folder, file), 'text').catch((error: unknown) => (error as Error).message);
      expect(await messageOf('taken')).toBe('taken is a folder, not a file.');
      for (const parent of ['missing', 'file'])
        expect(await messageOf(`${parent}/a`)).toBe(
          `a could not be written, because there is no folder ${path.join(folder, parent)}.`,
        );
      expect(await messageOf('a'.repeat(256))).toMatch(
        /^a+ could not be written, because its name is too long\.$/,
      );
      expect(fs.readdirSync(folder).sort()).toEqual(['file', 'taken']);
      expect(unwritable('/read/only/a', Object.assign(new Error(), { code: 'EROFS' })).message).toBe(
        'a could not be written, because /read/only is read-only for you.',
      );
    },
  );

  it.skipIf(process.platform === 'win32')(
    'says that there is no room, keeps the old file, and leaves nothing',
    () => {
      const folder = temporaryFolder();
      fs.writeFileSync(path.join(folder, 'a'), 'old');
      const module = (file: string) => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url));
      const script = `
      const { replaceFile } = await import(${module('documents/replaceFile.ts')});
      const { openSink } = await import(${module('cli/output/sink.ts')});
      const failed = (error) => console.log(error.reason, error.message);
      await replaceFile('a', 'x'.repeat(100_000)).catch(failed);
      const sink = await openSink('a', null, new AbortController().signal);
      sink.write('x'.repeat(100_000));
      await sink.close().catch(failed);`;
      const said = execFileSync(
        'sh',
        [
          '-c',
          'ulimit -f 8; exec "$@"',
          '-',
          process.execPath,
          '--no-warnings',
          '--input-type=module',
          '-e',
          script,
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      const sentence = 'file-unwritable a could not be written, because there is not enough room for it.\n';
      expect(said).toBe(sentence + sentence);
      expect(fs.readdirSync(folder)).toEqual(['a']);
      expect(fs.readFileSync(path.join(folder, 'a'), 'utf8')).toBe('old');
    },
  );

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
