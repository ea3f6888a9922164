import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../../../src/cli/verbs/ask/ask.ts';
import { render } from '../../../src/cli/verbs/render.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import { exitStatus } from '../../../src/cli/terminal/exitStatus.ts';
import { isPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import { startFakeVllm } from '../../support/fakeVllm.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const IMAGES = fileURLToPath(new URL('../../fixtures/pillow/images/', import.meta.url));

/** A folder of three pages, the second of which is truncated, and a broken link. */
function scans(): string {
  const folder = temporaryFolder();
  const whole = fs.readFileSync(path.join(IMAGES, 'rgb.png'));
  const inside = path.join(folder, 'scans');
  fs.mkdirSync(inside);
  fs.writeFileSync(path.join(inside, 'a1.png'), whole);
  fs.writeFileSync(path.join(inside, 'a2.png'), whole.subarray(0, whole.length / 2));
  fs.writeFileSync(path.join(inside, 'a3.png'), whole);
  fs.symlinkSync(path.join(folder, 'gone.png'), path.join(inside, 'a0.png'));
  return inside;
}

function terminalThatRemembers(): { readonly terminal: Terminal; readonly said: string[] } {
  const said: string[] = [];
  return { said, terminal: silentTerminal({ say: (line) => said.push(line) }) };
}

async function faultOf(run: Promise<void>): Promise<PageTraceError> {
  try {
    await run;
  } catch (error) {
    if (isPageTraceError(error)) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('pages that cannot be drawn', () => {
  const { signal } = new AbortController();

  it('render writes the other pages of a folder and names the page that cannot be drawn', async () => {
    const folder = scans();
    const out = path.join(folder, '..', 'out');
    const { terminal, said } = terminalThatRemembers();
    const fault = await faultOf(render([folder, '--out', out], {}, terminal, signal));
    expect(fs.readdirSync(out).sort()).toEqual(['page-1.jpg', 'page-3.jpg']);
    expect(exitStatus(fault)).toBe(3);
    expect(fault.message).toBe('1 of 3 pages could not be drawn: page 2 of scans.');
    expect(said).toEqual([
      'scans: a0.png is a broken link and is left out.',
      expect.stringMatching(/^Page 2 of scans: a2\.png /u),
    ]);
  });

  it('ask sends nothing if a page of the folder cannot be drawn, and says how to leave the page out', async () => {
    const server = await startFakeVllm({});
    onTestFinished(() => server.close());
    const folder = scans();
    const { terminal } = terminalThatRemembers();
    const single = path.join(folder, 'a1.png');
    const args = ['What?', folder, single, '--server', server.url];
    const fault = await faultOf(ask(args, {}, terminal, signal));
    expect(exitStatus(fault)).toBe(3);
    expect(fault.message).toMatch(/^Page 2 of scans: a2\.png /u);
    expect(fault.hint).toContain('Nothing was sent. To ask without it, write --pages 1,3 --pages 1.');
    expect(server.requests.filter((request) => request.path.endsWith('/chat/completions'))).toEqual([]);

    await ask([...args, '--pages', '1,3', '--pages', '1'], {}, terminal, signal);
    expect(server.requests.filter((request) => request.path.endsWith('/chat/completions'))).toHaveLength(1);
  });

  it('render succeeds if the page that cannot be drawn is left out of the named files', async () => {
    const server = await startFakeVllm({});
    onTestFinished(() => server.close());
    const folder = scans();
    const { terminal } = terminalThatRemembers();
    const args = ['What?', path.join(folder, 'a1.png'), path.join(folder, 'a2.png'), '--server', server.url];
    const fault = await faultOf(ask(args, {}, terminal, signal));
    expect(fault.message).toMatch(/^a2\.png /u);
    expect(fault.hint).toContain('To ask without it, leave a2.png out.');
  });
});
