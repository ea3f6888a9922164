import process from 'node:process';
import type { SourceText } from '../../src/language/model.ts';
import { createLanguageService, type LanguageService } from '../../src/language/service.ts';
import { LanguageWorker } from '../../src/languageWorker/languageWorker.ts';
import { TrajectoryFeatures } from '../../src/languageWorker/trajectoryFeatures.ts';
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
 * Measures the time from a keystroke in a file to its diagnostics: front matter, parse, checks and reward; by the service
 * itself, and through the language worker as in the editor, which adds that the text and the diagnostics are sent. Times
 * are processor times of all threads, so that other work on the machine does not count.
 */
export async function run(): Promise<BenchRow[]> {
  const direct = createLanguageService({
    prompt: () => Promise.resolve(null),
    composite: () => Promise.reject(new Error('No composite reward is named.')),
    grounding: () => Promise.resolve(null),
  });
  const worker = new LanguageWorker({
    url: new URL('../../dist/language-worker.js', import.meta.url),
    strings: {},
    locale: 'en',
  });
  const throughWorker = new TrajectoryFeatures(worker, {
    prompt: () => Promise.resolve(null),
    compositeText: () => Promise.reject(new Error('No composite reward is named.')),
    grounding: () => null,
  }).service(() => true);
  const valid = 'diagnostics after a keystroke in a valid file of 100 KB';
  const faulty = 'diagnostics after a keystroke in a file of 100 KB with a fault in every call';
  try {
    return [
      await row(valid, direct, CALL),
      await row(`${valid}, in the worker`, throughWorker, CALL),
      await row(faulty, direct, WRONG),
      await row(`${faulty}, in the worker`, throughWorker, WRONG),
    ];
  } finally {
    await worker.dispose();
  }
}

async function row(what: string, service: LanguageService, call: string): Promise<BenchRow> {
  const calls = call.repeat(Math.ceil(SIZE / call.length));
  const text = `${FRONT_MATTER}<think>Image 2 has it.</think>\n<description>\n${calls}</description>\n<answer>7.7%</answer>\n`;
  const times: number[] = [];
  for (let version = 1; version <= ROUNDS; version++) {
    const source: SourceText = {
      uri: what,
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
