import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import {
  GenerationsLog,
  type BrokenGeneration,
  type Generation,
} from '../../../../src/core/records/generationsLog.ts';

type Found = Generation | BrokenGeneration;

function read(text: string): readonly Found[] {
  const log = new GenerationsLog();
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const found = lines.map((line, index) => log.push(index + 1, line));
  return [...found, log.end()].filter((each) => each !== null);
}

function formatGeneration({
  prompt,
  output,
  ground_truth,
  score,
}: Omit<Generation, 'line' | 'lastLine'>): string {
  return `[prompt] ${prompt}\n[output] ${output}\n[ground_truth] ${ground_truth}\n[score] ${score}\n\n`;
}

describe("EasyR1's generations.log", () => {
  it('reads back records with texts of several lines', () => {
    const first = {
      prompt: 'What?\n\nImage',
      output: '<think>\n\na</think>',
      ground_truth: '42\n',
      score: 0.9,
    };
    const second = { prompt: 'p', output: '', ground_truth: '[]', score: 1 };
    expect(read(formatGeneration(first) + formatGeneration(second))).toEqual([
      { line: 1, lastLine: 9, ...first },
      { line: 11, lastLine: 14, ...second },
    ]);
  });

  it('reads back any texts that do not resemble the marks of the log', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '[', 'output', ']', '\u{1F600}', '1.5') });
    const plain = text.filter((each) => !/\[(?:output|ground_truth|score|prompt)\]/.test(each));
    const generation = fc.record({
      prompt: plain,
      output: plain,
      ground_truth: plain,
      score: fc.constantFrom(0, 0.17, 1, -1.5, 1e-7),
    });
    fc.assert(
      fc.property(fc.array(generation, { maxLength: 4 }), (generations) => {
        const found = read(generations.map(formatGeneration).join(''));
        expect(found.map((each) => ({ ...each, line: 0, lastLine: 0 }))).toEqual(
          generations.map((each) => ({ line: 0, lastLine: 0, ...each })),
        );
      }),
      propertyRuns(300),
    );
  });

  it('takes the last ground truth of a record, and a score only before an empty line', () => {
    const output = 'I write\n[ground_truth] 7\n[score] 1\nmyself';
    expect(read(formatGeneration({ prompt: 'p', output, ground_truth: '8', score: 0 }))).toEqual([
      { line: 1, lastLine: 7, prompt: 'p', output, ground_truth: '8', score: 0 },
    ]);
  });

  it('keeps a record of the log that an output quotes', () => {
    const quoted = formatGeneration({ prompt: 'other', output: 'o', ground_truth: 'g', score: 1 });
    const output = `I saw this:\n${quoted}and this:\n\n[score] 0.5\n\nEnd`;
    const first = { prompt: 'p', output, ground_truth: '8', score: 0 };
    const second = { prompt: 'q', output: 'b', ground_truth: 'c', score: 1 };
    expect(read(formatGeneration(first) + formatGeneration(second))).toEqual([
      { line: 1, lastLine: 14, ...first },
      { line: 16, lastLine: 19, ...second },
    ]);
  });

  it.each([
    ['nan', Number.NaN],
    ['-inf', Number.NEGATIVE_INFINITY],
  ])('reads a score of %s', (text, score) => {
    expect(read(`[prompt] a\n[output] b\n[ground_truth] c\n[score] ${text}\n\n`)).toMatchObject([{ score }]);
  });

  it('reports the line where a text is not a record, and continues after it', () => {
    const good = formatGeneration({ prompt: 'p', output: 'o', ground_truth: 'g', score: 1 });
    const broken = read(`[prompt] a\n[output] b\n[score] 1\n\n${good}`);
    expect(broken).toMatchObject([
      { line: 1, problem: expect.stringContaining('[ground_truth]') as string },
      { line: 5, output: 'o' },
    ]);
    expect(read('[prompt] cut off\n[output] here')).toMatchObject([
      { line: 1, problem: expect.any(String) as string },
    ]);
  });
});
