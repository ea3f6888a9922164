import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const code = ['src', 'webview']
  .flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** The rows of every table in the glossary: word, meaning, names in the code. */
const rows = fs
  .readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|\s*(?:-|Word)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', meaning = '', names = '']) => ({ word, meaning, names }));

describe('docs/glossary.md', () => {
  it('the glossary explains each word once', () => {
    const words = rows.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    for (const { word, meaning } of rows) expect(meaning, word).toMatch(/^[A-Z].*\.$/);
  });

  it.each(rows)('the glossary names an export of the code for "$word"', ({ names }) => {
    const exported = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(exported).not.toEqual([]);
    const isExported = (name: string): boolean =>
      new RegExp(
        `^export (?:declare )?(?:abstract )?(?:async )?(?:class|interface|type|const|function\\*?) ${name}\\b`,
        'm',
      ).test(code);
    expect(exported.filter((name) => !isExported(name))).toEqual([]);
  });
});
