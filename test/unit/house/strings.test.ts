import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { OTHER_TEXTS } from '../../../scripts/lib/checks/otherTexts.mjs';
import { readSource, readStrings } from '../../../scripts/lib/checks/strings.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { manifestStrings, rawManifest } from '../../support/manifest.ts';

const strings = readStrings(root);
const BUNDLE = path.join(root, 'l10n', 'bundle.l10n.json');

it('l10n/bundle.l10n.json has every string of the sources', () => {
  const text = `${JSON.stringify(strings.messages, null, 2)}\n`;
  if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(BUNDLE, text);
  expect(fs.readFileSync(BUNDLE, 'utf8')).toBe(text);
});

it('every string can be looked up, and has as many placeholders as values', () => {
  expect(strings.faults).toEqual([]);
});

it('every string that people see goes through t()', () => {
  expect(strings.unwrapped.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

it('every string that is not for people, as listed, exists', () => {
  expect(OTHER_TEXTS.filter((other) => !strings.others.has(other))).toEqual([]);
});

it('package.json shows no string that has no key', () => {
  const keys = new Set([...JSON.stringify(rawManifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
  expect(Object.keys(manifestStrings).sort()).toEqual([...keys].sort());
});

it.each([
  ['a sum of strings', "const f = () => t('One ' + 'two');", 'not one literal'],
  ['a string with a value inside', 'const f = (x) => t(`One ${x}`);', 'not one literal'],
  ['a missing value', "const f = () => t('One {0}');", '1 placeholders, but 0 values'],
  ['a placeholder after a brace', "const f = (x) => t('{a {0}}', x);", '0 placeholders, but 1 values'],
  ['a call while the file loads', "const one = t('One');", 'before the language is known'],
])('finds %s', (_, source, fault) => {
  const found = readSource(source, 'planted.ts');
  expect(found.faults).toEqual([expect.stringContaining(fault)]);
});

it.each([
  ["const message = 'The page is empty.';"],
  ['const f = (x) => `Page ${x} of many`;'],
  ["const f = (n) => 'It has ' + n + ' pages.';"],
  ["show({ title: 'Pages' });"],
  ["const view = <p title={'Pages'}>{x}</p>;"],
  ['const view = <p>Pages</p>;'],
])('finds the string that does not go through t() in %s', (source) => {
  expect(readSource(source, 'planted.tsx').unwrapped).toHaveLength(1);
});

it.each([
  ["if (text === 'the same') stop();"],
  ['const view = <p class="one two">{t(\'Pages\')}</p>;'],
  ["throw new RangeError('No such index.');"],
  ["const words = new Set(('one two ' + 'three').split(' '));"],
  ["const pattern = '(?:one|the other) page';"],
  ["const schema = v.pipe(v.string(), v.description('The name of a tool.'));"],
  ["const f = () => t('Page {0} of many', '3 pages');"],
])('takes no string in %s for one that people see', (source) => {
  expect(readSource(source, 'planted.tsx').unwrapped).toEqual([]);
});
