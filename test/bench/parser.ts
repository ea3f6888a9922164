import { parseTrajectory, TrajectoryParser } from '../../src/core/trajectory/parser.ts';
import type { ParseContext } from '../../src/core/trajectory/model.ts';
import { medianOf, type BenchRow } from './row.ts';

const CONTEXT: ParseContext = { dialect: 'lang2act', numImages: 3, tools: null };

/** A turn that is repeated to make a long response. */
const TURN = `<think>Image 2 shows the income statement; the row Revenue has three columns, and 2023 is the middle one.</think>
<description><tool name="locate_visual_element" args="Image 2: table Income statement, row Revenue">Revenue</tool>
<tool name="read_numeric_value" args="Image 2: row Revenue, column 2023">481.9</tool></description>
<answer>481.9 million euros</answer>
`;
const TEXT = TURN.repeat(Math.ceil(1_000_000 / TURN.length));

/** Characters per chunk, about four tokens. */
const CHUNK = 16;
const ROUNDS = 7;

/** How fast a response of 1 MB is parsed, as a whole and in the chunks of a stream. */
export function run(): Promise<BenchRow[]> {
  return Promise.resolve([
    speed('parsing 1 MB at once', () => {
      parseTrajectory(TEXT, CONTEXT);
    }),
    speed(`parsing 1 MB in chunks of ${CHUNK} characters`, () => {
      const parser = new TrajectoryParser(CONTEXT);
      for (let at = 0; at < TEXT.length; at += CHUNK) parser.append(TEXT.slice(at, at + CHUNK));
      parser.end();
      parser.snapshot();
    }),
  ]);
}

function speed(what: string, work: () => void): BenchRow {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    work();
    rates.push(TEXT.length / 1000 / (performance.now() - began));
  }
  return { what, ours: medianOf(rates), peer: null, ratio: null, unit: 'MB/s' };
}
