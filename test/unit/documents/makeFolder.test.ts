import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../src/documents/makeFolder.ts';
import { temporaryFolder } from '../../support/files.ts';

const UNWRITABLE = { reason: 'file-unwritable' } as const;

describe('makeFolder', () => {
  it('makeFolder makes a folder and its parents, and accepts one that already exists', async () => {
    const folder = path.join(temporaryFolder(), 'a', 'b', 'c');
    await makeFolder(folder);
    await makeFolder(folder);
    expect(fs.statSync(folder).isDirectory()).toBe(true);
  });

  it('makeFolder can be called by several processes at once', async () => {
    const folder = path.join(temporaryFolder(), 'a', 'b', 'c');
    await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(folder)]);
    expect(fs.statSync(folder).isDirectory()).toBe(true);
  });

  it('makeFolder refuses a path where a file is in the way', async () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, 'x');
    await expect(makeFolder(file)).rejects.toMatchObject(UNWRITABLE);
    await expect(makeFolder(path.join(file, 'a'))).rejects.toMatchObject(UNWRITABLE);
  });

  it('makeFolder refuses a path through a broken link', async () => {
    const link = path.join(temporaryFolder(), 'link');
    fs.symlinkSync(path.join(link, '..', 'gone'), link);
    await expect(makeFolder(link)).rejects.toMatchObject(UNWRITABLE);
  });

  it.runIf(process.platform === 'linux')(
    'makeFolder fails at once where the system does not allow new folders',
    async () => {
      await expect(makeFolder('/proc/pagetrace')).rejects.toMatchObject({
        ...UNWRITABLE,
        message: 'The folder /proc/pagetrace cannot be made.',
      });
    },
  );
});
