import { describe, expect, it } from 'vitest';
import { regionsOf } from '../../../src/language/regions.ts';
import { sourceOf } from './support.ts';

const regions = (text: string): readonly string[] => {
  const source = sourceOf(text, 'markdown');
  return regionsOf(source).map((region) => {
    expect(source.text.slice(region.start, region.start + region.text.length)).toBe(region.text);
    return region.text;
  });
};

describe('the trajectories in a Markdown document', () => {
  it.each([
    ['a fence', '```trajectory\na\n```\n', ['a\n']],
    ['the language’s id', '```pagetrace-trajectory\na\n```', ['a\n']],
    ['a name in another case with attributes after it', '``` Trajectory title="x"\na\n```', ['a\n']],
    ['tildes', '~~~trajectory\na\n```\n~~~\n', ['a\n```\n']],
    ['a longer fence around a shorter', '````trajectory\n```xml\na\n```\n````\n', ['```xml\na\n```\n']],
    ['a fence in a list', '- ```trajectory\n  a\n  ```\n', ['  a\n']],
    ['a fence that is never closed', '```trajectory\na\n', ['a\n']],
    ['a fence without a line', '```trajectory', ['']],
    ['Windows line ends', '```trajectory\r\na\r\n```\r\n', ['a\r\n']],
    ['two fences', '```trajectory\na\n```\n\n```trajectory\nb\n```\n', ['a\n', 'b\n']],
    ['no fence of another language', '```xml\n<think>\n```\n', []],
    ['no fence inside another fence', '````text\n```trajectory\na\n```\n````\n', []],
    ['no name that is longer than the language’s', '```trajectorys\na\n```\n', []],
    ['no fence in running text', 'Write ```trajectory``` there.\n', []],
  ])('finds the trajectories in a Markdown document: %s', (_name, text, expected) => {
    expect(regions(text)).toEqual(expected);
  });

  it('finds one trajectory if the document is a trajectory itself', () => {
    const source = sourceOf('```trajectory\na\n```');
    expect(regionsOf(source)).toEqual([{ text: source.text, start: 0 }]);
  });
});
