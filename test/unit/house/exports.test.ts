import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

/** Exports that VS Code and Node call by name. */
const ENTRIES = new Set(['src/extension.ts activate']);

const IMPORTS = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"](\.[^'"]+)['"]/g;
const WHOLE_IMPORTS = /(?:import|export)\s+(?:type\s+)?\*[^'"]*from\s*['"](\.[^'"]+)['"]/g;
const LATE_IMPORTS = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g;
const VALUES = /^export\s+(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class)\s+(\w+)/gm;
const TYPES = /^export\s+(?:interface|type)\s+(\w+)/gm;

const files = ['src', 'webview', 'test', 'scripts']
  .flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }))
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.includes('/node_modules/'));
const texts = new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));

/** The names in braces: `a, type b, c as d`. */
const namesIn = (list: string): string[] =>
  list.split(',').map((name) =>
    name
      .trim()
      .replace(/^type /, '')
      .replace(/(?::|\s+as\s+).*$/s, ''),
  );

/** `FILE NAME` for each export that another file imports; `FILE *` if a file imports all exports. */
function importedNames(): Set<string> {
  const found = new Set<string>();
  for (const [file, text] of texts) {
    const resolve = (specifier: string): string => path.posix.join(path.posix.dirname(file), specifier);
    for (const [, list = '', from = ''] of text.matchAll(IMPORTS))
      for (const name of namesIn(list)) found.add(`${resolve(from)} ${name}`);
    for (const [, from = ''] of text.matchAll(WHOLE_IMPORTS)) found.add(`${resolve(from)} *`);
    for (const { 0: whole, 1: from = '', index } of text.matchAll(LATE_IMPORTS)) {
      const taken = /\{([^{}]*)\}\s*=\s*(?:await\s+)?$/.exec(
        text.slice(Math.max(0, index - 300), index),
      )?.[1];
      const member = /^\)?\s*\.(?!then\b)(\w+)/.exec(text.slice(index + whole.length))?.[1];
      for (const name of taken === undefined ? [member ?? '*'] : namesIn(taken))
        found.add(`${resolve(from)} ${name}`);
    }
  }
  return found;
}

it('every export is imported by another file, except types that other exports are built on', () => {
  const used = importedNames();
  const unused: string[] = [];
  for (const [file, text] of texts) {
    if (!/^(?:src|webview)\//.test(file) || used.has(`${file} *`)) continue;
    const isUsed = (name: string): boolean => used.has(`${file} ${name}`) || ENTRIES.has(`${file} ${name}`);
    for (const [, name = ''] of text.matchAll(VALUES))
      if (!isUsed(name)) unused.push(`${file} exports ${name}`);
    for (const [, name = ''] of text.matchAll(TYPES)) {
      const isNamedAgain = text.split(new RegExp(`\\b${name}\\b`)).length > 2;
      if (!isUsed(name) && !isNamedAgain) unused.push(`${file} exports ${name}`);
    }
  }
  expect(unused).toEqual([]);
});
