import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { rooms } from '../../../scripts/lib/rooms.mjs';

const folderOf = (room: string): string =>
  fs.existsSync(path.join(root, 'src', room)) ? `src/${room}` : room;

/** The rooms that a room imports, directly or through others. */
function reachableRooms(room: string): string[] {
  const found = new Set<string>();
  const visit = (next: string): void => {
    for (const imported of rooms[next] ?? []) {
      if (found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(room);
  return [...found].sort();
}

/** The folders that a TypeScript project refers to, relative to the repository. */
function referencesOf(folder: string): string[] {
  const file = path.join(root, folder, 'tsconfig.json');
  const { references = [] } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    references?: { path: string }[];
  };
  return references.map((reference) => path.relative(root, path.join(root, folder, reference.path))).sort();
}

describe('the rooms of the house', () => {
  it('the rooms are the folders of src, webview and scripts', () => {
    const folders = fs
      .readdirSync(path.join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(Object.keys(rooms).sort()).toEqual([...folders, 'scripts', 'webview'].sort());
  });

  it.each(Object.keys(rooms))(
    'the room %s is a TypeScript project that refers to the rooms that it may import',
    (room) => {
      expect(referencesOf(folderOf(room))).toEqual(reachableRooms(room).map(folderOf).sort());
      expect(referencesOf('.')).toContain(folderOf(room));
    },
  );

  it.each(Object.keys(rooms).filter((room) => room !== 'scripts'))(
    'the room %s is listed in CONTRIBUTING.md with the rooms that it may import',
    (room) => {
      const table = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
      const row = table.split('\n').find((line) => line.startsWith(`| \`${folderOf(room)}\` `)) ?? '';
      const words: string[] = (row.split('|').at(-2) ?? '').match(/\w+/gu) ?? [];
      const all = Object.keys(rooms).filter((name) => folderOf(name).startsWith('src/') && name !== room);
      const told = words.includes('all')
        ? all.filter((name) => !words.includes(name))
        : words.filter((word) => word in rooms);
      expect(told.sort()).toEqual([...(rooms[room] ?? [])].sort());
    },
  );
});
