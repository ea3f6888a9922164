import { expect, it } from 'vitest';
import { codeCell, markdownCell } from '../../../src/core/markdownCell.ts';

it.each([
  ['a_b & c', 'a\\_b \\& c'],
  ['by @name', 'by `@name`'],
  ['see https://x.org/a|b', 'see `https://x.org/a\\|b`'],
  ['www.x.org', '`www.x.org`'],
  ['a\nb', 'a b'],
])('%j is shown as it is in a cell of Markdown', (text, cell) => {
  expect(markdownCell(text)).toBe(cell);
});

it('code in a cell has a fence that is longer than its backticks', () => {
  expect(codeCell('a`b|c')).toBe('``a`b\\|c``');
});
