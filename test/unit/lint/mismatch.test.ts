import { describe, expect, it } from 'vitest';
import { applyFix, lintFindings, lintWith } from './support.ts';

const asks = (think: string, answer = 'answer'): string =>
  `{{ content }}\nReason in <${think}> and </${think}>, then <description> and </description>, and end with <${answer}> and </${answer}> tags.\n`;
const shows = (think: string, answer = 'answer'): string =>
  `\nExample:\n<${think}>Image 1 has it.</${think}>\n<description>The last row says 42.</description>\n<${answer}>42</${answer}>\n`;
const form = (think: string, answer = 'answer'): string =>
  `\n<${think}> your reasoning </${think}>\n<description> what you see </description>\n<${answer}> your answer </${answer}>\n`;

describe('a tag that is asked for and shown under two names', () => {
  it.each([
    ['an example with another name', asks('think') + shows('thinking'), '<thinking>'],
    ['a form with another name', asks('think') + form('thinking'), '<thinking>'],
    ['an example with a synonym', asks('think') + shows('reasoning'), '<reasoning>'],
    ['words with another name', asks('thinking') + shows('think'), '<thinking>'],
    ['words with another name, and a form', asks('thinking') + form('think'), '<thinking>'],
    ['an abbreviated answer', asks('think') + shows('think', 'ans'), '<ans>'],
    ['words with an abbreviated answer', asks('think', 'ans') + shows('think'), '<ans>'],
    ['an answer in two words', asks('think') + form('think', 'final_answer'), '<final_answer>'],
    [
      'an example that differs from the form',
      `{{ content }}${form('think')}${shows('thought')}`,
      '<thought>',
    ],
  ])('finds %s', (_what, body, place) => {
    expect(lintFindings('action-rl', body)).toEqual([`tag-mismatch: ${place}`]);
    const written = place.slice(1, -1);
    expect(applyFix('action-rl', body, 'tag-mismatch')).toBe(
      body
        .replaceAll(
          `<${written}>`,
          written.startsWith('th') || written === 'reasoning' ? '<think>' : '<answer>',
        )
        .replaceAll(
          `</${written}>`,
          written.startsWith('th') || written === 'reasoning' ? '</think>' : '</answer>',
        ),
    );
  });

  it('says which of the two is paid, and what the other one loses', () => {
    const messageOf = (reward: string | null, body: string): string | undefined =>
      lintWith(reward, body).findings.find(({ code }) => code === 'tag-mismatch')?.message;
    expect(messageOf('action-rl', asks('think') + shows('thinking'))).toBe(
      'The prompt asks for `<think>`, but this example has `<thinking>` instead. The reward action-rl pays only for `<think>`, and a response with `<thinking>` loses 0.2. Write `<think>` everywhere.',
    );
    expect(messageOf('lang2act', asks('thinking') + shows('think'))).toBe(
      'The prompt asks for `<thinking>` but shows `<think>`. The reward lang2act pays only for `<think>`, and a response with `<thinking>` loses 1. Write `<think>` everywhere.',
    );
    const plain =
      '{{ content }} Reason in <think></think>, answer in <answer></answer> tags.\nExample:\n<thinking>The cover says it.</thinking>\n<answer>42</answer>';
    const [finding] = lintWith('none', plain, { reward: null }).findings.filter(
      ({ code }) => code === 'tag-mismatch',
    );
    expect([finding?.severity, finding?.message]).toEqual([
      'warning',
      'The prompt asks for `<think>`, but this example has `<thinking>` instead. Models follow one or the other. Write `<think>` everywhere.',
    ]);
  });

  it.each([
    ['the same name', asks('think') + shows('think') + form('think')],
    ['another case', asks('Think') + shows('think')],
    [
      'a second tag of the same response',
      `${asks('think')}Before the answer, give <answer_type> and </answer_type>.\n<think>...</think><description>...</description><answer_type>...</answer_type><answer>...</answer>`,
    ],
    [
      'an example that is shown as wrong',
      `${asks('think')}\nWrong:\n<thinking>Image 1 has it.</thinking>\n<description>It says 42.</description>\n<answer>42</answer>\n`,
    ],
    ['a name that is forbidden', `${asks('think')}Use <think>, never <thinking>...</thinking>.`],
  ])('reports no mismatch for %s', (_what, body) => {
    expect(lintFindings('action-rl', body).filter((each) => each.startsWith('tag-mismatch'))).toEqual([]);
  });

  it('reports a tag that is only asked for under both names as one that the reward does not read', () => {
    const body = `${asks('think')}Put your reasoning into <thinking> tags.`;
    expect(lintFindings('action-rl', body)).toEqual(['tag-unknown: <thinking>']);
  });
});
