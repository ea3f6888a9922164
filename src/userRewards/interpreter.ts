import fs from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/**
 * The Python that a shell would start: `python3`, else `python` (on Windows the other way round), looked for on PATH;
 * null where there is none. Windows' own stand-ins, which only open its shop, are passed over.
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
