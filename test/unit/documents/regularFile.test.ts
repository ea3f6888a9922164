import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMappedSettings } from '../../../src/asking/promptMapFile.ts';
import { trainerOfFolder } from '../../../src/asking/trainerFolder.ts';
import { findLintInputs } from '../../../src/cli/verbs/lint/promptFiles.ts';
import { folderEntries, folderEntriesSync } from '../../../src/documents/folderEntries.ts';
import { hashFile, hashFiles } from '../../../src/documents/hash.ts';
import { openRegularFile, readRegularFile } from '../../../src/documents/regularFile.ts';
import { findSource } from '../../../src/documents/worker/files/documentSource.ts';

let folder: string;
const at = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-files-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

/** Everything that is no regular file, by its path; each is only read, and only by its name. */
async function strangeFiles(): Promise<readonly string[]> {
  execFileSync('mkfifo', [at('pipe.pdf')]);
  await fs.mkdir(at('folder.pdf'));
  await fs.symlink('/dev/zero', at('zero.pdf'));
  await fs.symlink(at('pipe.pdf'), at('link.pdf'));
  return ['/dev/zero', at('pipe.pdf'), at('zero.pdf'), at('link.pdf'), at('folder.pdf')];
}

const refused = { name: 'PageTraceError', reason: 'file-unreadable' };

describe('a file that is read', () => {
  test('is a regular one: devices, named pipes and folders are refused at once', async () => {
    for (const file of await strangeFiles()) {
      await expect(openRegularFile(file), file).rejects.toMatchObject(refused);
      await expect(readRegularFile(file, 10), file).rejects.toMatchObject(refused);
      await expect(hashFile(file), file).rejects.toMatchObject(refused);
      await expect(hashFiles([file]), file).rejects.toMatchObject(refused);
      if (!file.endsWith('folder.pdf'))
        expect(() => findSource({ kind: 'path', path: file }), file).toThrow(/is not a regular file/u);
    }
  });

  test('is said to be not found if it is not there', async () => {
    for (const file of [at('none.pdf'), path.join(at('a.txt'), 'none.pdf')])
      await expect(hashFile(file)).rejects.toMatchObject({
        reason: 'file-not-found',
        message: 'none.pdf was not found.',
      });
  });

  test('may be a regular one behind a link', async () => {
    await fs.writeFile(at('a.txt'), 'abc');
    await fs.symlink(at('a.txt'), at('b.txt'));
    expect(new TextDecoder().decode(await readRegularFile(at('b.txt'), 3))).toBe('abc');
    expect(await hashFile(at('b.txt'))).toBe(createHash('sha256').update('abc').digest('hex'));
    await expect(readRegularFile(at('b.txt'), 2)).rejects.toMatchObject({ reason: 'document-too-large' });
    await expect(hashFile(at('b.txt'), { maxBytes: 2 })).rejects.toMatchObject({
      reason: 'document-too-large',
    });
  });
});

test('a folder is read only up to a number of entries', async () => {
  for (const name of ['a', 'b', 'c']) await fs.writeFile(at(name), '');
  const tooMany = {
    reason: 'document-too-large',
    message: expect.stringMatching(/ contains more than 2 files/u) as string,
  };
  await expect(folderEntries(folder, 2)).rejects.toMatchObject(tooMany);
  expect(() => folderEntriesSync(folder, 2)).toThrow(expect.objectContaining(tooMany));
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name).sort();
  expect(names(await folderEntries(folder, 3))).toEqual(['a', 'b', 'c']);
  expect(names(folderEntriesSync(folder, 3))).toEqual(['a', 'b', 'c']);
});

describe('a hash', () => {
  test('covers a file of several chunks, and for several files their names and sizes', async () => {
    const bytes = Buffer.alloc(2.5 * 1024 * 1024, 'pagetrace');
    await fs.writeFile(at('a.bin'), bytes);
    await fs.writeFile(at('empty.bin'), '');
    const sha256 = (...parts: readonly (string | Buffer)[]) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest('hex');
    };
    expect(await hashFile(at('a.bin'))).toBe(sha256(bytes));
    expect(await hashFile(at('empty.bin'))).toBe(sha256(''));
    expect(await hashFiles([at('a.bin'), at('empty.bin')])).toBe(
      sha256(`a.bin\0${bytes.length}\0`, bytes, 'empty.bin\0', '0\0'),
    );
  });

  test('ends when its view closes, however large the file is', async () => {
    const sparse = await fs.open(at('huge.pdf'), 'w');
    await sparse.truncate(64 * 1024 ** 3);
    await sparse.close();
    const view = new AbortController();
    const hashing = hashFile(at('huge.pdf'), { signal: view.signal });
    view.abort();
    await expect(hashing).rejects.toMatchObject({ reason: 'cancelled' });
  });
});

describe('files beside a prompt', () => {
  test('a map file that is no regular file is a fault of the map file', async () => {
    await fs.symlink('/dev/zero', at('pagetrace.prompts.json'));
    await expect(findMappedSettings(at('a.jinja'))).rejects.toThrow(
      /pagetrace\.prompts\.json cannot be used\. .*not a regular file/u,
    );
  });

  test('a template of a folder is looked at only if it is not larger than a prompt can be', async () => {
    await fs.writeFile(at('a.jinja'), '{{ content }}');
    await fs.writeFile(at('huge.jinja'), '{{ content }}');
    await fs.truncate(at('huge.jinja'), 64 * 1024 ** 3);
    expect(await findLintInputs([folder])).toEqual([{ file: at('a.jinja'), isFound: true }]);
  });

  test('a configuration of a trainer is read in linear time, and only if it is a regular file', async () => {
    const prompt = at('format_prompt/math.jinja');
    await fs.symlink('/dev/zero', at('a.yaml'));
    await fs.writeFile(at('b.yaml'), '\n'.repeat(400_000));
    expect(await trainerOfFolder(prompt)).toBeNull();
    await fs.writeFile(at('c.yaml'), 'worker:\n  rollout.format_prompt : x.jinja\n');
    expect(await trainerOfFolder(prompt)).toBe('easyr1');
    expect(await trainerOfFolder(prompt, () => Promise.resolve(false))).toBeNull();
    await fs.writeFile(at('c.yaml'), '\uFEFFformat_prompt: x.jinja\r\n');
    expect(await trainerOfFolder(prompt)).toBe('easyr1');
    await fs.writeFile(at('c.yaml'), '# format_prompt: x.jinja\nmy format_prompt: y\n.format_prompt: z\n');
    expect(await trainerOfFolder(prompt)).toBeNull();
  });
});
