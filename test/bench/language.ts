import process from 'node:process';
import type { SourceText } from '../../src/language/model.ts';
import { createLanguageService } from '../../src/language/service.ts';
import { medianOf, type BenchRow } from './row.ts';

/** The budget from a keystroke to the diagnostics of a file of this size, milliseconds. */
const BUDGET = 30;
const SIZE = 100_000;
const ROUNDS = 25;

const FRONT_MATTER = `---
question: How much did revenue grow?
documents:
  - path: report.pdf
images:
  - { image: 1, document: 1, page: 3 }
  - { image: 2, document: 1, page: 4 }
dialect: lang2act
---
`;
const CALL = '<tool name="read_numeric_value" args="Image 2: row Revenue, column 2023">481.9</tool>\n';
/** A tool call with a fault, for a file in which every call has one. */
const WRONG = '<tool name="read_numeric" args="Image 7: the "Total" row">481.9</tool>\n';

/**
 * Measures the time from a keystroke in a file to its diagnostics: front matter, parse, checks and reward. Times are
 * processor times, so that other work on the machine does not count.
 */
export async function run(): Promise<BenchRow[]> {
  return [
    await row('diagnostics after a keystroke in a valid file of 100 KB', CALL),
    await row('diagnostics after a keystroke in a file of 100 KB with a fault in every call', WRONG),
  ];
}

async function row(what: string, call: string): Promise<BenchRow> {
  const calls = call.repeat(Math.ceil(SIZE / call.length));
  const text = `${FRONT_MATTER}<think>Image 2 has it.</think>\n<description>\n${calls}</description>\n<answer>7.7%</answer>\n`;
  const service = createLanguageService({
    prompt: () => Promise.resolve(null),
    composite: () => Promise.reject(new Error('No composite reward is named.')),
  });
  const times: number[] = [];
  for (let version = 1; version <= ROUNDS; version++) {
    const source: SourceText = {
      uri: 'bench',
      version,
      kind: 'trajectory',
      text: `${text}${' '.repeat(version)}`,
    };
    const began = process.cpuUsage();
    await service.diagnostics(source);
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
  }
  return {
    what,
    ours: medianOf(times),
    peer: null,
    ratio: null,
    unit: 'ms',
    budget: { of: 'ours', most: BUDGET },
  };
}
