import { describe, expect, it } from 'vitest';
import { HEAD_KEYS, ITEM_KEYS } from '../../../../src/core/datasets/itemSchema.ts';
import { checkDatasetText } from '../../../../src/language/dataset/datasetCheck.ts';
import { completeDataset } from '../../../../src/language/dataset/datasetCompletions.ts';
import { hoverDataset } from '../../../../src/language/dataset/datasetHover.ts';
import { DATASET_HEAD_KEYS, DATASET_KEYS } from '../../../../src/language/dataset/datasetKeys.ts';

const HEAD = '{"pagetrace_dataset": 1, "pass": "exact"}';
const whole = (id: string, more = ''): string =>
  `{"id": "${id}", "question": "Q?", "document": "a.pdf", "reference": "x"${more}}`;

/** The text of a data set without the mark, and the offset of the mark. */
function marked(text: string): { readonly text: string; readonly offset: number } {
  const offset = text.indexOf('▮');
  return { text: text.replace('▮', ''), offset };
}

const check = (text: string, known = {}, isCut = false, limits?: Parameters<typeof checkDatasetText>[3]) => {
  const { findings, unknown } = checkDatasetText(text, known, isCut, limits);
  return {
    found: findings.map(({ code, span }) => `${code} ${JSON.stringify(text.slice(span.start, span.end))}`),
    unknown,
  };
};

describe('problems of a data set in an editor', () => {
  it('are at their places', () => {
    const text = [
      HEAD,
      whole('1', ', "pages": [0]'),
      '{"id": "2", "question": "Q?", "document": "a.pdf", "refrence": "x"}',
      '',
      whole('3'),
      whole('3'),
      '{"id": "4", "question": }',
      ' [] ',
    ].join('\r\n');
    expect(check(text).found).toEqual([
      'bad-value "0"',
      'unknown-key "\\"refrence\\""',
      `no-reference ${JSON.stringify('{"id": "2", "question": "Q?", "document": "a.pdf", "refrence": "x"}')}`,
      'duplicate-id "\\"3\\""',
      'no-record "}"',
      'no-record "[]"',
    ]);
  });

  it('include documents and pages that are not there, once they are known', () => {
    const text = `${whole('1', ', "gold_pages": [2, 9]')}\n${whole('2').replace('a.pdf', 'b.pdf')}`;
    expect(check(text)).toEqual({ found: [], unknown: ['a.pdf', 'b.pdf'] });
    const known = { 'a.pdf': { pageCount: 3 }, 'b.pdf': { fault: 'missing' } } as const;
    expect(check(text, known)).toEqual({
      found: ['page-out-of-range "9"', 'file-missing "\\"b.pdf\\""'],
      unknown: [],
    });
  });

  it('are bounded, which is said at the last line that was checked', () => {
    const text = ['[]', '[]', '[]', '[]'].join('\n');
    const limits = { findings: 2, documents: 1 };
    const { findings } = checkDatasetText(text, {}, false, limits);
    expect(findings.map(({ code }) => code)).toEqual(['no-record', 'no-record', 'not-checked']);
    expect(findings.at(-1)).toMatchObject({
      message: 'Only the first 2 lines are checked here. pagetrace lint checks all of them.',
      span: { start: 3, end: 5 },
    });
    expect(
      check(`${whole('1')}\n${whole('2').replace('a.pdf', 'b.pdf')}`, {}, false, limits).unknown,
    ).toEqual(['a.pdf']);
    expect(check(`${whole('1')}\n{"id": "2", "ques`, {}, true).found).toEqual([
      `not-checked ${JSON.stringify(whole('1'))}`,
    ]);
    expect(check(whole('1'), {}, true).found).toEqual(['not-checked ""']);
  });

  it.each(['', '\n\n', HEAD, whole('1'), `${whole('1')}\n`])('are none in %j', (text) => {
    expect(check(text).found).toEqual([]);
  });
});

describe('completion in a data set', () => {
  const labels = (text: string): readonly string[] => {
    const at = marked(text);
    return completeDataset(at.text, at.offset).completions.map(({ label }) => label);
  };

  /** The text after the first completion with a label was accepted, with its snippet as it is. */
  const accepted = (text: string, label: string): string => {
    const at = marked(text);
    const completion = completeDataset(at.text, at.offset).completions.find((each) => each.label === label);
    if (completion === undefined) return `no ${label}`;
    const { start, end } = completion.replace;
    return at.text.slice(0, start) + completion.insert + at.text.slice(end);
  };

  it('offers keys that the line does not have', () => {
    expect(labels(`{"id": "1", ▮}`)).toEqual(
      DATASET_KEYS.map(({ key }) => key).filter((key) => key !== 'id'),
    );
    expect(labels('{▮')).toContain('pagetrace_dataset');
    expect(labels('{"pagetrace_dataset": 1, "▮"}')).toEqual(['name', 'prompt', 'pass']);
    expect(accepted('{"id": "1", "▮"}', 'tags')).toBe('{"id": "1", "tags": ["$1"]}');
    expect(accepted('{"id": "1", "pa▮": [1]}', 'pages')).toBe('{"id": "1", "pages": [1]}');
    expect(accepted('{"id": "1", re▮', 'reference')).toBe('{"id": "1", "reference": "$1"');
  });

  it('offers keys within values', () => {
    expect(labels('{"documents": [{"path": "a.pdf", ▮}]}')).toEqual(['pages']);
    expect(labels('{"gold_boxes": [{▮}]}')).toEqual(['document', 'page', 'box']);
    expect(labels('{"gold_pages": [{"▮"}]}')).toEqual(['document', 'page']);
    expect(labels('{"pass": {"▮"}}')).toEqual(['reward', 'grounded']);
    expect(labels(`${whole('1', ', "buckets": {"hops": 1}')}\n{"buckets": {▮}}`)).toEqual(['hops']);
  });

  it('offers values', () => {
    expect(labels('{"sufficient": ▮}')).toEqual(['true', 'false']);
    expect(accepted('{"pass": "▮"}', '{"reward": 0.8}')).toBe(
      String.raw`{"pass": {"reward": ${'$'}{1:0.8}\}}`,
    );
    const others = whole('1', ', "tags": ["long", "a$b"], "buckets": {"hops": [2, 1]}');
    expect(labels(`${others}\n{"tags": [▮]}`)).toEqual(['"a$b"', '"long"']);
    expect(accepted(`{"tags": ["▮"]}\n${others}`, '"a$b"')).toBe(
      String.raw`{"tags": ["a\$b"]}` + `\n${others}`,
    );
    expect(labels(`${others}\n{"buckets": {"hops": ▮}}`)).toEqual(['1', '2']);
    expect(labels('{"question": "▮"}')).toEqual([]);
  });

  it.each([
    ['{"document": "▮"}', '""'],
    [`${HEAD}\n{"documents": ["a.pdf", "b▮"]}`, '"b"'],
    ['{"documents": [{"path": "▮a.pdf"}]}', '"a.pdf"'],
    ['{"images": [▮]}', ''],
  ])('says where a path belongs: %s', (text, replaced) => {
    const at = marked(text);
    const { path } = completeDataset(at.text, at.offset);
    expect(path && at.text.slice(path.start, path.end)).toBe(replaced);
  });

  it('offers whole lines in an empty one', () => {
    expect(labels('▮')).toEqual(['question', 'first line']);
    expect(labels(`${HEAD}\n▮`)).toEqual(['question']);
  });

  it('does nothing in lines that are very long', () => {
    expect(labels(`{"question": "${'x'.repeat(70_000)}", ▮}`)).toEqual([]);
  });
});

describe('a hover in a data set', () => {
  it.each([
    ['{"id": 1, "gold▮_pages": [1]}', 'The pages with the answer'],
    ['{"pagetrace_dataset": 1, "pro▮mpt": "x"}', 'The prompt that asks the questions'],
    ['{"id": 1, "own▮": [1]}', null],
    ['{"id": "gold▮"}', null],
    ['▮', null],
  ])('at %s says %s', (text, expected) => {
    const at = marked(text);
    const hover = hoverDataset(at.text, at.offset);
    if (expected === null) expect(hover).toBeNull();
    else expect(hover?.markdown).toContain(expected);
  });

  it('knows every key of the schemas', () => {
    expect(DATASET_KEYS.map(({ key }) => key).sort()).toEqual([...ITEM_KEYS].sort());
    expect(DATASET_HEAD_KEYS.map(({ key }) => key)).toEqual(HEAD_KEYS);
  });
});
