import { describe, expect, it } from 'vitest';
import { completeFilter, type FilterCompletions } from '../../../../src/core/filter/completeFilter.ts';
import { NAMES } from './exampleNames.ts';

/** What completes a text at its `|`. */
function completionsIn(marked: string): FilterCompletions {
  const offset = marked.indexOf('|');
  return completeFilter(marked.replace('|', ''), offset, NAMES);
}

/** A text after its first completion. */
function completed(marked: string): string {
  const { span, items } = completionsIn(marked);
  const text = marked.replace('|', '');
  return `${text.slice(0, span.start)}${items[0]?.text ?? ''}${text.slice(span.end)}`;
}

describe('the first completion', () => {
  it.each([
    ['rew|', 'reward'],
    ['rew| and x', 'reward and x'],
    ['re|wrad<1', 'response<1'],
    ['odd|', '`odd name`'],
    ['group.mean.od|', '`group.mean.odd name`'],
    ['group.std.reward.|', 'group.std.reward.format'],
    ['`od|', '`odd name`'],
    ['question|', 'question:'],
    ['tool|', 'tool:'],
    ['has|', 'has:'],
    ['reward<1 a|', 'reward<1 and '],
    ['reward<1 |', 'reward<1 and '],
    ['(n|', '(not '],
    ['tool:|', 'tool:read_numeric_value'],
    ['tool:te|', 'tool:read_text_element'],
    ['tool: odd|', 'tool: "odd tool"'],
    ['tool:"odd t|', 'tool:"odd tool"'],
    ['not finding!=unk|', 'not finding!=unknown-tool'],
    ['claim:no|ow', 'claim:not-found'],
    ['finish=l|', 'finish=length'],
    ['kind:|', 'kind:chart'],
    ['kind:ta|', 'kind:"a table"'],
    ['is:b|', 'is:broken'],
    ['verdict:|', 'verdict:right'],
    ['missing:ref|', 'missing:reference'],
    ['answer!=ref|', 'answer!=reference'],
    ['reward>group.m|', 'reward>group.mean'],
    ['score=n|', 'score=nan'],
    ['(reward<1 or finish:s|) x', '(reward<1 or finish:stop) x'],
  ])('%s', (marked, text) => {
    expect(completed(marked)).toBe(text);
  });
});

describe('what may stand at a place', () => {
  it.each([
    ['|', ['field', 'keyword']],
    ['reward<1 |', ['field', 'keyword']],
    ['tool:|', ['tool']],
    ['finding:|', ['finding']],
    ['is:|', ['value']],
    ['score=|', ['field', 'value']],
    ['question:|', []],
    ['"in quot|', []],
    ['answer:/in patt|', []],
    ['answer:/in| patt/ x', []],
  ])('%s: %s', (marked, kinds) => {
    const found = new Set(completionsIn(marked).items.map(({ kind }) => kind));
    expect([...found].sort()).toEqual(kinds);
  });

  it('no keyword that joins conditions where a condition must begin', () => {
    const labels = completionsIn('(|').items.map(({ label }) => label);
    expect(labels).toContain('not');
    expect(labels).not.toContain('or');
  });

  it('at most 100 words, those first that begin with what is written', () => {
    const tools = [...Array.from({ length: 200 }, (_, at) => `a_tool${at}`), 'tool'];
    const { items } = completeFilter('tool:too', 8, { ...NAMES, tools });
    expect(items.length).toBe(100);
    expect(items[0]?.label).toBe('tool');
  });
});
