import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import { fixture, temporaryFolder } from '../support/files.ts';
import { NODES, OLDEST_NODE, readerPort, runCli, SMALL_PAGE, startCli, untilClosed } from './support/cli.ts';

const QUESTION = 'What was total revenue in 2024?';
const DEBUG = { PAGETRACE_DEBUG: '1' };

/** Ends a question with a signal, and waits until nothing is left of it. */
async function expectNothingLeft(node: string, signal: NodeJS.Signals, expected: number): Promise<void> {
  // Page 8 is a scan, whose text takes a while to recognize.
  const args = ['ask', QUESTION, fixture('annual-report.pdf'), '--pages', '8'];
  const running = startCli(node, args, { env: DEBUG });
  await running.until('stderr', /Waiting for the first token/);
  running.interrupt(signal);
  const { status, stdout, stderr } = await running.ended;
  expect(status).toBe(expected);
  const kept = stdout.trim() === '' ? '' : ' The part that arrived is kept.';
  expect(stderr.split('\n')).toContain(`pagetrace: It was interrupted.${kept}`);
  await untilClosed(readerPort(stderr));
}

// Child processes, signals and streams, whose code is in part that of Node.
describe.each(NODES)('pagetrace ask without a server, on $name', ({ node }) => {
  it('prints the answer of the offline reader on standard output, and everything else on standard error', async () => {
    const out = path.join(temporaryFolder(), 'answer.trajectory');
    const { status, stdout, stderr } = await runCli(node, [
      'ask',
      QUESTION,
      fixture('annual-report.pdf'),
      '--pages',
      '2',
      '--reference',
      '518.9',
      '--out',
      out,
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<think>[\s\S]*<answer>[^<]*518\.9[^<]*<\/answer>\n$/);
    expect(stderr).toContain('Starting the offline reader (OCR, no model), which reads English');
    expect(stderr).toContain('Rendering page 2 of annual-report.pdf');
    expect(stderr).toContain('\ntext layer: image 1\n');
    expect(stderr).toMatch(/reward \(lang2act\): \S+ if wrong, \S+ if right/);
    expect(stderr).not.toContain('<answer>');

    const { info, response, problems } = parseTrajectoryFile(fs.readFileSync(out, 'utf8'));
    expect(problems).toEqual([]);
    expect(`${response}\n`).toBe(stdout);
    expect(info).toMatchObject({
      question: QUESTION,
      images: [{ image: 1, document: 0, page: 2 }],
      reference: '518.9',
      model: 'Offline reader (OCR, no model)',
      pixels: { minPixels: 802_816, maxPixels: 1_605_632 },
    });
    expect(info.documents[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(path.basename(info.documents[0]?.path ?? '')).toBe('annual-report.pdf');
  });

  it('leaves no process behind after Ctrl+C', () => expectNothingLeft(node, 'SIGINT', 130));

  it('leaves no process behind after being killed', async () => {
    const running = startCli(node, ['ask', QUESTION, fixture('annual-report.pdf')], { env: DEBUG });
    const [line] = await running.until('stderr', /Offline reader: listening on port \d+/);
    running.kill();
    await untilClosed(readerPort(line));
  });
});

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('other ends of pagetrace ask without a server, on $name', ({ node }) => {
  it('leaves no process behind after an answer', async () => {
    const running = startCli(node, ['ask', QUESTION, ...SMALL_PAGE], { env: DEBUG });
    const { status, stderr } = await running.ended;
    expect(status).toBe(0);
    await untilClosed(readerPort(stderr));
  });

  it('leaves no process behind after the end of the session', () => expectNothingLeft(node, 'SIGTERM', 143));
});
