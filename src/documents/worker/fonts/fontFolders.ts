import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MAX_DEPTH = 5;
const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;

/** Where this operating system and its user keep fonts. */
export function fontFolders(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const home = os.homedir();
  switch (process.platform) {
    case 'win32': {
      const local = environment['LOCALAPPDATA'];
      return [
        path.join(environment['WINDIR'] ?? 'C:\\Windows', 'Fonts'),
        ...(local ? [path.join(local, 'Microsoft', 'Windows', 'Fonts')] : []),
      ];
    }
    case 'darwin':
      return [
        '/System/Library/Fonts',
        '/Library/Fonts',
        path.join(home, 'Library/Fonts'),
        '/System/Library/AssetsV2/com_apple_MobileAsset_Font7',
        '/System/Library/AssetsV2/com_apple_MobileAsset_Font6',
      ];
    default: {
      const data = environment['XDG_DATA_HOME'] ?? path.join(home, '.local/share');
      return [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        path.join(data, 'fonts'),
        path.join(home, '.fonts'),
      ];
    }
  }
}

/** Font files in and below `folders`; folders that do not exist or may not be read have none. */
export function listFontFiles(folders: readonly string[]): string[] {
  const files: string[] = [];
  const visit = (folder: string, depth: number): void => {
    let entries: fs.Dirent[];
    try {
      entries = fs.readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(full, depth + 1);
      else if (FONT_FILE.test(entry.name) && !entry.isDirectory()) files.push(full);
    }
  };
  for (const folder of folders) visit(folder, 1);
  return files;
}
