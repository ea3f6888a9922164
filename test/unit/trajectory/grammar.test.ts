import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { KNOWN_TOOLS } from '../../../src/core/trajectory/dialects/registry.ts';
import { KNOWN_TAGS } from '../../../src/core/trajectory/dialects/tags.ts';

const FOLDER = path.join(import.meta.dirname, '../../../syntaxes');
const GRAMMARS = ['trajectory.tmLanguage.json', 'trajectory-injection.tmLanguage.json'];

interface LanguageConfiguration {
  readonly autoClosingPairs: readonly { readonly open: string; readonly close: string }[];
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
}

/** Every regular expression of a grammar. */
function expressions(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' && (key === 'match' || key === 'begin' || key === 'end')
      ? [value]
      : expressions(value),
  );
}

/** The lists of names (`a|b|c`, at least five) in an expression. */
function lists(expression: string): string[][] {
  return [...expression.matchAll(/(?:[a-z_]+\|){4,}[a-z_]+/g)].map(([list]) => list.split('|'));
}

const tags = [...KNOWN_TAGS].toSorted();
const tools = [...KNOWN_TOOLS.keys()].toSorted();

describe.each(GRAMMARS)('%s', (file) => {
  const found = expressions(read(file)).flatMap(lists);

  test('the grammar names exactly the tags and the tools of the dialects', () => {
    expect(found.length).toBeGreaterThan(1);
    for (const list of found) {
      expect([tags, tools]).toContainEqual(list.toSorted());
    }
    expect(found.map((list) => list.toSorted())).toContainEqual(tools);
  });
});

test('the source of the grammar names the tags', () => {
  const found = GRAMMARS.flatMap((file) => expressions(read(file)).flatMap(lists));
  expect(found.map((list) => list.toSorted())).toContainEqual(tags);
});

describe('the language configuration', () => {
  const { autoClosingPairs, folding } = read(
    'trajectory.language-configuration.json',
  ) as LanguageConfiguration;

  test('the language configuration closes every tag', () => {
    const closed = autoClosingPairs.filter(({ open }) => open.startsWith('<'));
    expect(closed.map(({ open }) => open.slice(1, -1)).toSorted()).toEqual(tags);
    for (const { open, close } of closed) expect(close).toBe(open.replace('<', '</'));
  });

  test('the language configuration folds a block that opens on one line and closes on another', () => {
    const start = new RegExp(folding.markers.start);
    const end = new RegExp(folding.markers.end);
    expect(
      [folding.markers.start, folding.markers.end].flatMap(lists).map((list) => list.toSorted()),
    ).toEqual([tags, tags, tags]);
    for (const line of ['<think>', '  <description>', '<tool name="compare_values" args="Image 1: a">half']) {
      expect([line, start.test(line), end.test(line)]).toEqual([line, true, false]);
    }
    for (const line of ['</think>', 'and so on.</think>', '</description>  ']) {
      expect([line, start.test(line), end.test(line)]).toEqual([line, false, true]);
    }
    for (const line of [
      '<answer>5</answer>',
      'text',
      '<thinking>',
      '<tool name="x" args="y">z</tool>',
      '<b>',
    ]) {
      expect([line, start.test(line), end.test(line)]).toEqual([line, false, false]);
    }
  });
});
