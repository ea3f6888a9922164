import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

/** Tracked files, and untracked ones that git does not ignore; deleted files are left out. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && fs.existsSync(path.join(root, file)));

const code = files.filter(
  (file) =>
    /^(?:src|webview|scripts|test)\/.*\.(?:ts|tsx|mjs|cjs|css)$/.test(file) &&
    !file.startsWith('test/fixtures/'),
);
const text = files.filter((file) =>
  /\.(?:ts|tsx|mjs|cjs|js|css|json|md|yml|yaml|jinja|trajectory|sh|py|html)$|^\.[^/]+$|^\.ci\//.test(file),
);

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Lines of `in` that match, as `file:line`. */
function linesThatMatch(within: readonly string[], pattern: RegExp): string[] {
  return within.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

/** A word composed from parts, so that this file does not contain what it searches for. */
const word = (...parts: readonly string[]): string => parts.join('');

describe('the tree', () => {
  it('no code file that ships or builds the product has more than 400 lines, except tables of data', () => {
    const tables = /(?:Data|Tables?)\.ts$/;
    const lines = (file: string): number => read(file).trimEnd().split('\n').length;
    const held = code.filter((file) => !file.startsWith('test/') && !tables.test(file));
    expect(held.length).toBeGreaterThan(50);
    expect(held.filter((file) => lines(file) > 400).map((file) => `${file}: ${lines(file)}`)).toEqual([]);
  });

  it('no file has a note to self or silences a checker', () => {
    const marks = [
      word('TO', 'DO'),
      word('FIX', 'ME'),
      word('XX', 'X'),
      word('eslint-', 'disable'),
      word('oxlint-', 'disable'),
      word('@ts-', 'ignore'),
      word('@ts-', 'nocheck'),
      word('@ts-', 'expect-error'),
    ];
    expect(
      linesThatMatch(
        code,
        new RegExp(`\\b(?:${marks.slice(0, 3).join('|')})\\b|${marks.slice(3).join('|')}`),
      ),
    ).toEqual([]);
  });

  it('no test is skipped or run alone', () => {
    const tests = code.filter((file) => file.startsWith('test/'));
    expect(
      linesThatMatch(
        tests,
        new RegExp(`\\b(?:it|test|describe)\\.${word('(?:on', 'ly|sk', 'ip|to', 'do)')}\\b`),
      ),
    ).toEqual([]);
  });

  it('no test is retried', () => {
    const tests = code.filter((file) => file.startsWith('test/'));
    expect(linesThatMatch(tests, new RegExp(`\\b${word('ret', 'ry')}: ?\\d`))).toEqual([]);
  });

  it('no file names a path of one machine or anything outside the repository', () => {
    const places = ['wo' + 'rk', 'ho' + 'me', 'ro' + 'ot', 'Us' + 'ers'].join('|');
    const within = text.filter((file) => file !== 'package-lock.json');
    expect(
      linesThatMatch(
        within,
        new RegExp(
          `(?<![\\w.~:/-])/(?:${places})/[\\w.]|\\.\\./${word('sha', 'red')}/(?:facts|design|reference|mockups|vllm|vscode)`,
        ),
      ),
    ).toEqual([]);
  });

  it('no file has a default export or is a barrel', () => {
    const modules = code.filter((file) => /^(?:src|webview)\//.test(file) && !file.endsWith('.d.ts'));
    expect(linesThatMatch(modules, /^export default\b|^export \* from\b/)).toEqual([]);
    expect(modules.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it('file names are in camelCase', () => {
    const modules = code.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
    expect(
      modules.filter((file) => !/^[a-z][A-Za-z0-9]*(?:\.[a-z]+)*\.(?:ts|tsx|mjs)$/.test(path.basename(file))),
    ).toEqual([]);
  });

  it('no lock file names a registry', () => {
    expect(
      linesThatMatch(['package-lock.json'], /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)/),
    ).toEqual([]);
  });
});
