import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { heldPath, readHeldPath } from '../core/datasets/heldPath.ts';
import type { DocumentReference } from '../core/records/model.ts';
import { hashFile } from './hash.ts';

/** Where documents and page images that records name are looked for. */
export interface DocumentFolders {
  /** The folder of the file that holds the records. */
  readonly beside: string;
  /** The folders that the person chose, as absolute paths. */
  readonly chosen: readonly string[];
  /** Folders into which a path may lead, but in which nothing is looked for: those of the workspace. */
  readonly open?: readonly string[];
}

/** The most files of the chosen folders that are looked through for a name or a hash. */
const MOST_FILES = 20_000;

/** How deep folders within the chosen ones are looked through. */
const MOST_LEVELS = 6;

/** The most files whose content is compared with a hash. */
const MOST_HASHES = 500;

/** What the chosen folders hold, by the names of the files. */
export type FilesByName = ReadonlyMap<string, readonly string[]>;

/**
 * Finds a document that a record names: beside the records and in the chosen folders by its path, then anywhere in the
 * chosen folders by its name, then by its content if the record says its hash. Nothing outside of these folders is
 * looked at, also if the path leads out of them or through a link.
 * @param filesOf what the chosen folders hold; it is called only if the path leads to nothing
 * @returns its absolute path; null if it is not found
 */
export async function findDocument(
  { path: named, sha256 }: DocumentReference,
  folders: DocumentFolders,
  filesOf: () => Promise<FilesByName>,
): Promise<string | null> {
  const file = pathOf(named);
  const held = readHeldPath(file);
  if (held !== null) {
    const table = await findDocument({ path: held.file, sha256: null }, folders, filesOf);
    return table === null ? null : heldPath({ ...held, file: table });
  }
  const roots = [folders.beside, ...folders.chosen];
  const name = path.basename(file.replaceAll('\\', '/'));
  const candidates = [
    ...roots.map((root) => path.resolve(root, file)),
    ...roots.map((root) => path.join(root, name)),
  ];
  const allowed = [...roots, ...(folders.open ?? [])];
  for (const candidate of candidates) if (await isFileWithin(candidate, allowed)) return candidate;
  if (folders.chosen.length === 0) return null;
  const files = await filesOf();
  const byName = files.get(name) ?? [];
  // Of several files with the name, only the hash can tell which one it is.
  const [only] = byName;
  if (only !== undefined && (sha256 === null || byName.length === 1)) return closest(byName, file);
  return sha256 === null ? null : findContent(sha256, name, files);
}

/** The files in folders and those within them, by their names. Links are not followed. */
export async function listFiles(folders: readonly string[]): Promise<FilesByName> {
  const files = new Map<string, string[]>();
  let count = 0;
  let level: readonly string[] = folders;
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (count >= MOST_FILES) return files;
        if (entry.isDirectory()) next.push(path.join(folder, entry.name));
        if (!entry.isFile()) continue;
        count += 1;
        const known = files.get(entry.name);
        if (known === undefined) files.set(entry.name, [path.join(folder, entry.name)]);
        else known.push(path.join(folder, entry.name));
      }
    }
    level = next;
  }
  return files;
}

function pathOf(named: string): string {
  if (!/^file:\/\//i.test(named)) return named;
  try {
    return fileURLToPath(named);
  } catch {
    // A malformed URL is the name of no file.
    return named;
  }
}

/** Of files with one name, the one whose last folders are most like those of the named path. */
function closest(files: readonly string[], named: string): string | null {
  const wanted = named.replaceAll('\\', '/').split('/').toReversed();
  const likeness = (file: string): number => {
    const parts = file.split(path.sep).toReversed();
    const differs = wanted.findIndex((part, at) => part !== parts[at]);
    return differs === -1 ? wanted.length : differs;
  };
  return files.toSorted((a, b) => likeness(b) - likeness(a) || (a < b ? -1 : 1))[0] ?? null;
}

/** The file with a content, among those of the same kind; null if none has it. */
async function findContent(sha256: string, name: string, files: FilesByName): Promise<string | null> {
  const extension = path.extname(name).toLowerCase();
  const alike = [...files]
    .filter(([each]) => path.extname(each).toLowerCase() === extension)
    .flatMap(([, found]) => found)
    .slice(0, MOST_HASHES);
  for (const file of alike) if ((await hashFile(file).catch(() => null)) === sha256) return file;
  return null;
}

/** Whether there is a file or folder that stands, after following links, within one of the folders. */
async function isFileWithin(file: string, folders: readonly string[]): Promise<boolean> {
  const real = await fs.realpath(file).catch(() => null);
  if (real === null) return false;
  const found = await fs.stat(real);
  if (!found.isFile() && !found.isDirectory()) return false;
  for (const folder of folders) {
    const relative = path.relative(await fs.realpath(folder).catch(() => folder), real);
    if (relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)) return true;
  }
  return false;
}
