import { expect, it } from 'vitest';
import { FilterHistory } from '../../../webview/run/model/filterHistory.ts';

it('goes through earlier filters and back to what is being written', () => {
  const history = new FilterHistory();
  history.merge(['a', 'b']);
  history.add('c');
  history.add('  ');
  expect(history.earlier('draft')).toBe('c');
  expect(history.earlier('c')).toBe('a');
  expect(history.earlier('a')).toBe('b');
  expect(history.earlier('b')).toBeNull();
  expect(history.later()).toBe('a');
  expect(history.later()).toBe('c');
  expect(history.later()).toBe('draft');
  expect(history.later()).toBeNull();
});

it('begins at its end again when the person writes, and has each filter once', () => {
  const history = new FilterHistory();
  for (const filter of ['a', 'b', 'a']) history.add(filter);
  history.merge(['b', 'c']);
  expect(history.earlier('')).toBe('a');
  expect(history.earlier('a')).toBe('b');
  history.leave();
  expect(history.earlier('b2')).toBe('a');
});

it('remembers a limited number of filters', () => {
  const history = new FilterHistory();
  for (let k = 0; k < 1000; k += 1) history.add(`filter ${k}`);
  let steps = 0;
  for (let shown = history.earlier(''); shown !== null; shown = history.earlier(shown)) steps += 1;
  expect(steps).toBe(50);
});
