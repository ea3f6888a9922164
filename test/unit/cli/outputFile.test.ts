import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { requireSampleFiles } from '../../../src/cli/output/outputFile.ts';

describe.skipIf(process.platform === 'win32')('requireSampleFiles', () => {
  it('requireSampleFiles refuses pipes, devices and links to them, and accepts files that exist or not', async () => {
    const folder = temporaryFolder();
    const [pipe, link, file] = ['pipe', 'link', 'file'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    execFileSync('mkfifo', [pipe]);
    fs.symlinkSync('/dev/stdout', link);
    for (const out of [pipe, link, '/dev/stdout', '/dev/null'])
      await expect(requireSampleFiles(out)).rejects.toMatchObject({
        reason: 'bad-input',
        message: `${out} is a pipe or a device, which cannot take several samples.`,
      });
    await requireSampleFiles(file);
    fs.writeFileSync(file, 'x');
    await requireSampleFiles(file);
  });
});
