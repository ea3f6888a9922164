import fs from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/**
 * Finds the Python that a shell would start: the first of `python3` and `python` on PATH, or, on Windows, of `python`,
 * `python3` and the launcher `py`; null if there is none. The aliases of Windows that only open the Microsoft Store are skipped.
 */
export async function pythonOnPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): Promise<string | null> {
  const windows = platform === 'win32';
  const names = windows ? ['python.exe', 'python3.exe', 'py.exe'] : ['python3', 'python'];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(windows ? ';' : ':').filter((each) => each !== '');
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (!(windows && /[\\/]WindowsApps[\\/]/i.test(file)) && (await isProgram(file))) return file;
    }
  }
  return null;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await fs.access(file, fs.constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}
