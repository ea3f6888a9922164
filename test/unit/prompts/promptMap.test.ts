import { describe, expect, it } from 'vitest';
import { mappedSettings, readPromptMap } from '../../../src/core/prompts/promptMap.ts';

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
    ['{', 'It is not valid JSON.'],
    [
      '{"prompts": [{"files": "*", "reward": "nice"}]}',
      'The value of "prompts.0.reward" cannot be used: a reward is',
    ],
    ['{"prompts": [{"files": "*", "trainer": "trl"}]}', 'The value of "prompts.0.trainer" cannot be used:'],
    ['{"prompts": [{"reward": "none"}]}', '"prompts.0.files"'],
    ['{"prompts": [{"files": "*", "rewards": "none"}]}', '"prompts.0.rewards"'],
    ['[]', '.'],
  ])('refuses %s with a sentence', (text, sentence) => {
    const { map, fault } = readPromptMap(text);
    expect(map).toBeNull();
    expect(fault).toContain(sentence);
    expect(fault).toMatch(/^[A-Z].*\.$/);
  });
});
