import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { SampleStream } from '../../../src/inference/sample.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';

/** The text that results from `events`. */
function applyEvents(events: readonly GenerateEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'prefix') text = event.text + text;
  }
  return text;
}

const delta = (content: string, tokens: number | null = null) =>
  ({ content, reasoning: '', field: 'reasoning', tokens, hasTokens: true }) as const;

/** Streams a text in pieces; before piece `templateAt`, it becomes known that the template opens `<think>`. */
function run(pieces: readonly string[], templateAt: number | null) {
  const sample = new SampleStream(0);
  const events: GenerateEvent[] = [];
  pieces.forEach((piece, index) => {
    if (index === templateAt) events.push(...sample.templateOpens());
    events.push(...sample.take(delta(piece), index));
  });
  events.push(...sample.finish('stop', null));
  return { text: applyEvents(events), events, report: sample.report };
}

const pieces = fc.array(
  fc.constantFrom(
    '<',
    '/',
    't',
    'think',
    '<think>',
    '</think>',
    '</thi',
    'nk>',
    '<th',
    'ink>',
    'a',
    ' ',
    '\n',
    'İ',
  ),
  { maxLength: 30 },
);

describe('streaming samples', () => {
  test('a sample keeps every character and opens at most one <think>, however its text is divided', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const { text: got, events, report } = run(parts, null);
        const close = text.indexOf('</think>');
        const open = text.indexOf('<think>');
        const opened = close >= 0 && (open < 0 || close < open);
        expect(got).toBe(opened ? `<think>${text}` : text);
        expect(report.reasoning).toBe(opened ? 'template' : 'content');
        expect(events.filter(({ type }) => type === 'prefix')).toHaveLength(opened ? 1 : 0);
      }),
      propertyRuns(3000),
    );
  });

  test('learning late that the template opens <think> changes nothing but the opening tag', () => {
    fc.assert(
      fc.property(pieces, fc.nat(30), (parts, at) => {
        const text = parts.join('');
        const { text: got } = run(parts, at);
        expect([text, `<think>${text}`]).toContain(got);
        const written = /^(?:(?!<\/think>)[^])*<think>/u.test(text);
        if (at < parts.length && text !== '' && !written) expect(got).toBe(`<think>${text}`);
      }),
      propertyRuns(3000),
    );
  });

  test('the opening tag comes with the first text if the template is known to open it, and nothing is corrected', () => {
    const { text, events, report } = run(['so ', 'it is'], 0);
    expect(text).toBe('<think>so it is');
    expect(events.map(({ type }) => type)).toEqual(['text', 'text']);
    expect(report.reasoning).toBe('template');
  });

  test('a model that writes <think> again after the template gets no second one', () => {
    expect(run(['\n', '<th', 'ink>a</think>b'], 0)).toMatchObject({
      text: '\n<think>a</think>b',
      report: { reasoning: 'content' },
    });
  });

  test('a separate reasoning field becomes a think part, closed where the content begins', () => {
    const sample = new SampleStream(2);
    const think = (reasoning: string) =>
      ({ content: '', reasoning, field: 'reasoning_content', tokens: null, hasTokens: true }) as const;
    const events = [
      ...sample.take(think('a'), 1),
      ...sample.take(think('b'), 2),
      ...sample.take(delta('c'), 3),
      ...sample.take(delta('</think>d'), 4),
      ...sample.finish('stop', null),
    ];
    expect(applyEvents(events)).toBe('<think>ab</think>c</think>d');
    expect(sample.report.reasoning).toBe('reasoning_content');
  });

  test('a sample reports its first token, its last token and the pace between them', () => {
    const sample = new SampleStream(0);
    sample.take(delta('a', 1), 500);
    sample.take(delta('', 2), 600);
    sample.take(delta('bc', 11), 1500);
    expect(sample.report).toMatchObject({
      tokens: 11,
      tokensEstimated: false,
      firstTokenAfter: 500,
      lastTokenAfter: 1500,
      tokensPerSecond: 10,
    });
  });

  test('without counts from the server, tokens are estimated from the characters, however many a chunk brings', () => {
    const text = 'The total of 2024 is in the last row of the table. '.repeat(50);
    const estimate = (size: number) => {
      const sample = new SampleStream(0);
      for (let at = 0; at < text.length; at += size) sample.take(delta(text.slice(at, at + size)), at);
      return sample.report;
    };
    for (const size of [1, 4, 40, 400, 10_000])
      expect(estimate(size)).toMatchObject({ tokens: 638, tokensEstimated: true });
    const chinese = new SampleStream(0);
    chinese.take(delta('四百二十万'), 1);
    expect(chinese.report).toMatchObject({ tokens: 5, tokensEstimated: true });
  });

  test('a chunk without text, such as the opening one, has no tokens by estimate', () => {
    const sample = new SampleStream(0);
    sample.take({ ...delta(''), hasTokens: false }, 1);
    expect(sample.report).toMatchObject({ tokens: null, firstTokenAfter: null, tokensPerSecond: null });
    sample.take(delta('abcdef'), 2);
    sample.take(delta(''), 3);
    expect(sample.report).toMatchObject({ tokens: 2, tokensEstimated: true, firstTokenAfter: 2 });
  });

  test('the pace counts the tokens after the first chunk, which took no measurable time', () => {
    const sample = new SampleStream(0);
    sample.take(delta('x'.repeat(400)), 1000);
    expect(sample.report.tokensPerSecond).toBeNull();
    sample.take(delta('x'.repeat(400)), 3000);
    expect(sample.report).toMatchObject({ tokens: 200, tokensPerSecond: 50 });
  });

  test('the offline reader, which has no model, has no pace', () => {
    const sample = new SampleStream(0, false);
    sample.take(delta('a', 1), 500);
    sample.take(delta('b', 11), 1500);
    expect(sample.report).toMatchObject({ tokens: 11, tokensPerSecond: null });
  });
});

test('the time for blanks before a think part that the template opens grows with their number only', async () => {
  const work = (length: number): void => {
    const sample = new SampleStream(0);
    sample.templateOpens();
    for (let sent = 0; sent < length; sent += 1) sample.take(delta(' '), sent);
    expect(applyEvents(sample.finish('stop', null))).toHaveLength('<think>'.length + length);
  };
  expect(await growth(work, { small: 20_000, large: 80_000 })).toBeLessThan(LIMIT);
});
