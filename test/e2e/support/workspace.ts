import fs from 'node:fs';
import path from 'node:path';

/** A workspace's files by their path in it: text, bytes, or a file or folder of this machine to copy. */
export type WorkspaceFiles = Readonly<Record<string, string | Uint8Array | { readonly copy: string }>>;

/** Makes a folder with the files under `parent` and returns its path. */
export function makeWorkspace(parent: string, files: WorkspaceFiles): string {
  const folder = fs.mkdtempSync(path.join(parent, 'workspace-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) fs.writeFileSync(file, content);
    else fs.cpSync(content.copy, file, { recursive: true });
  }
  return folder;
}
