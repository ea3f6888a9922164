import fs from 'node:fs/promises';
import { PageTraceError } from '../../../core/errors.ts';

/**
 * Checks that files can be read a second time. What is not there is reported when it is read.
 * @throws PageTraceError `bad-input` for standard input, pipes and devices
 */
export async function requireReadTwice(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const stats = file === '-' ? null : await fs.stat(file).catch(() => null);
    if (file !== '-' && (stats === null || stats.isFile() || stats.isDirectory())) continue;
    throw new PageTraceError(
      'bad-input',
      `--where asks for groups, which are known after everything is read, and ${file === '-' ? 'standard input' : file} can be read only once.`,
      { hint: 'Write the samples to a file, and name the file.' },
    );
  }
}
