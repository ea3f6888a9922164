import { describe, expect, it } from 'vitest';
import { mappedSettings } from '../../../src/core/prompts/promptMap.ts';
import { readPromptMap } from '../../../src/core/prompts/readPromptMap.ts';

describe('the map file of prompts', () => {
  const settingsOf = (entries: readonly unknown[], file: string) => {
    const { map, fault } = readPromptMap(JSON.stringify({ prompts: entries }));
    if (map === null) throw new Error(fault);
    return mappedSettings(map, file);
  };

  it.each([
    ['*.jinja', 'a.jinja', true],
    ['*.jinja', 'folder/a.jinja', false],
    ['./*.jinja', 'a.jinja', true],
    ['**/*.jinja', 'a.jinja', true],
    ['**/*.jinja', 'one/two/a.jinja', true],
    ['prompts/**', 'prompts/one/a.jinja', true],
    ['prompts/**', 'other/a.jinja', false],
    ['a?.{jinja,j2}', 'ab.j2', true],
    ['a?.{jinja,j2}', 'ab.jinja2', false],
    ['a(1)+[x].jinja', 'a(1)+[x].jinja', true],
    ['a.jinja', 'axjinja', false],
    ['{a', 'a', true],
    ['a}', 'a}', true],
  ])('the glob %s and the prompt %s: %s', (files, file, fits) => {
    expect(settingsOf([{ files, reward: 'evisrag' }], file).reward).toBe(fits ? 'evisrag' : null);
  });

  it('the last entry that sets a key wins, and a key that no entry sets is null', () => {
    const entries = [
      { files: '**', reward: 'evisrag', trainer: 'verl' },
      { files: ['a.jinja', 'b.jinja'], reward: 'rewards/mine.py:score' },
      { files: 'b.jinja', trainer: 'none' },
    ];
    expect(settingsOf(entries, 'a.jinja')).toEqual({ reward: 'rewards/mine.py:score', trainer: 'verl' });
    expect(settingsOf(entries, 'b.jinja')).toEqual({ reward: 'rewards/mine.py:score', trainer: 'none' });
    expect(settingsOf(entries.slice(1), 'c.jinja')).toEqual({ reward: null, trainer: null });
  });

  it.each([
    [
      `{"prompts":\n${'['.repeat(20_000)}`,
      '2:500',
      'It is not valid JSON. This is nested more than 500 levels deep.',
    ],
    [
      `{"prompts":\n${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '2:500',
      'It is not valid JSON. This is nested more than 500 levels deep.',
    ],
    [
      '{"prompts": [\n  {"files": "*"\n "reward": "none"}]}',
      '3:2',
      'It is not valid JSON. A comma is missing here.',
    ],
    ['{"promts": []}', '1:2', 'The key "prompts" is missing. Did you mean "prompts" instead of "promts"?'],
    ['[]', '1:1', 'The key "prompts" is missing.'],
    ['1', '1:1', 'The content of the file cannot be used: it must be keys with values, not 1.'],
    [
      '{"prompts": {}}',
      '1:13',
      'The value of "prompts" cannot be used: it must be a list, not keys with values.',
    ],
    ['{"prompts": [], "rewards": 1}', '1:17', 'PageTrace does not know the key "rewards".'],
    ['{"prompts": [1]}', '1:14', 'Entry 1 cannot be used: it must be keys with values, not 1.'],
    [
      '{"prompts": [{"files": "*"}, {"files": "*", "reward": "vrag-lr"}]}',
      '1:55',
      /^The value of "reward" in entry 2 cannot be used: "vrag-lr" is not a reward; a reward is .*\. Did you mean "vrag-rl"\?$/,
    ],
    [
      '{"prompts": [{"files": "*", "trainer": "easyr2"}]}',
      '1:40',
      'The value of "trainer" in entry 1 cannot be used: it must be "easyr1", "verl" or "none", not "easyr2". Did you mean "easyr1"?',
    ],
    ['{"prompts": [{"reward": "none"}]}', '1:14', 'The key "files" is missing in entry 1.'],
    [
      '{"prompts": [{"files": "*", "rewards": "none"}]}',
      '1:29',
      'PageTrace does not know the key "rewards" in entry 1. Did you mean "reward"?',
    ],
  ])('refuses %s at its place with what is wrong', (text, place, sentence) => {
    const read = readPromptMap(text);
    if (read.map !== null) throw new Error('The map file is read.');
    expect(`${read.at.line}:${read.at.column}`).toBe(place);
    if (typeof sentence === 'string') expect(read.fault).toBe(sentence);
    else expect(read.fault).toMatch(sentence);
  });
});
