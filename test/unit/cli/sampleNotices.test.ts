import { expect, test } from 'vitest';
import { SampleNotices } from '../../../src/cli/terminal/sampleNotices.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';

function noticesOf(add: (notices: SampleNotices) => void): string[] {
  const said: string[] = [];
  const notices = new SampleNotices({ say: (line: string) => said.push(line) } as unknown as Terminal);
  add(notices);
  notices.end();
  return said;
}

const place = (line: number) => ({ file: 'a.jsonl', line, sample: null, bytes: null });

test('a notice is printed once, and at the end for how many more samples', () => {
  const said = noticesOf((notices) => {
    for (let line = 1; line <= 1500; line += 1) notices.add(place(line), 'Its pages are not known.');
    notices.add(place(3), 'The report has changed.');
  });
  expect(said).toEqual([
    'a.jsonl:1: Its pages are not known.',
    'a.jsonl:3: The report has changed.',
    '1,499 more trajectories: Its pages are not known.',
  ]);
});

test('notices that are all different are all printed', () => {
  const said = noticesOf((notices) => {
    for (let line = 1; line <= 150; line += 1) notices.add(place(line), `Page ${line} is missing.`);
  });
  expect(said).toHaveLength(150);
});
