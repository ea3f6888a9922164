import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pythonOnPath } from '../../../src/userRewards/interpreter.ts';
import { temporaryFolder } from '../../support/files.ts';

function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) fs.writeFileSync(path.join(folder, name), '', { mode: 0o755 });
  return folder;
}

describe('the interpreter on PATH', () => {
  it('the interpreter on PATH is python3 before python, in the order of the folders', async () => {
    const [first, second, third] = [folderWith('python'), folderWith('python3'), folderWith('python3')];
    const PATH = [first, '', second, third].join(':');
    expect(await pythonOnPath({ PATH }, 'linux')).toBe(path.join(second, 'python3'));
    expect(await pythonOnPath({ PATH: first }, 'linux')).toBe(path.join(first, 'python'));
  });

  it('only an executable file is an interpreter, and there may be none', async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, 'python3'));
    fs.writeFileSync(path.join(folder, 'python'), '', { mode: 0o644 });
    expect(await pythonOnPath({ PATH: folder }, 'linux')).toBe(null);
    expect(await pythonOnPath({}, 'linux')).toBe(null);
  });

  it('the placeholders of Windows are not used as interpreters', async () => {
    const apps = path.join(temporaryFolder(), 'WindowsApps');
    fs.mkdirSync(apps);
    fs.writeFileSync(path.join(apps, 'python.exe'), '', { mode: 0o755 });
    const real = folderWith('python.exe');
    expect(await pythonOnPath({ Path: `${apps};${real}` }, 'win32')).toBe(path.join(real, 'python.exe'));
  });
});
