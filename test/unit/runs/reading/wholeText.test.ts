import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_INPUT } from '../../../../src/runs/reading/bytes.ts';
import { readWholeFile, readWholeText } from '../../../../src/runs/reading/wholeText.ts';
import { temporaryFolder } from '../../../support/files.ts';

function fileWith(content: Uint8Array | string): string {
  const file = path.join(temporaryFolder(), 'ids.txt');
  fs.writeFileSync(file, content);
  return file;
}

describe('a file that is read as a whole', () => {
  it('may be UTF-8 or, with its mark, UTF-16', async () => {
    for (const content of ['a\u00e9', '\uFEFFa\u00e9', Buffer.from('\uFEFFa\u00e9', 'utf16le')])
      expect(await readWholeText(fileWith(content), NO_INPUT)).toBe('a\u00e9');
  });

  it('is named, with what to do, if it is not UTF-8, too long, a folder, or not there', async () => {
    const latin = fileWith(Buffer.from([0x61, 0xff, 0x62]));
    const folder = path.dirname(latin);
    await expect(readWholeText(latin, NO_INPUT)).rejects.toMatchObject({
      message: `${latin} is not UTF-8 text.`,
      hint: 'Save it as UTF-8, or name another file.',
    });
    await expect(readWholeText(folder, NO_INPUT)).rejects.toMatchObject({
      message: `${folder} is a folder, not a file.`,
      hint: 'Name a file.',
    });
    const long = fileWith('a'.repeat(3000));
    await expect(readWholeFile(long, { longest: 2000 })).rejects.toMatchObject({
      message: `${long} has more than 2 kB.`,
      hint: 'Name a smaller file.',
    });
    await expect(readWholeFile(`${latin}.none`)).rejects.toMatchObject({ reason: 'file-not-found' });
  });
});
