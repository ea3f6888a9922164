import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEvalJudge, readEvalJudge } from '../../../src/cli/verbs/eval/evalJudge.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { judgeFairly, withJudge } from '../judging/judgeServer.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-evalJudge-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const { signal } = new AbortController();

function answered(answer: string) {
  const { info, response } = parseTrajectoryFile(`<answer>${answer}</answer>`);
  return { info: { ...info, question: 'How much?', reference: '4.2' }, response };
}

const open = (values: Parameters<typeof openEvalJudge>[0], environment: NodeJS.ProcessEnv = {}) =>
  openEvalJudge(values, { XDG_CACHE_HOME: folder, ...environment }, silentTerminal(), signal);

describe('the judge of an evaluation', () => {
  test('says of each answer at once whether it is right', async () => {
    await withJudge(judgeFairly, async ({ url, prompts }) => {
      const judge = await open({ judge: 'answer', 'judge-server': url });
      const verdicts = await Promise.all(
        ['4.2', '5', '4.2'].map(async (answer) => judge?.judge({} as never, answered(answer), signal)),
      );
      expect(verdicts).toEqual(['right', 'wrong', 'right']);
      expect(prompts).toHaveLength(2);
      expect(judge?.report()).toBeNull();
      await judge?.close();
    });
  });

  test('an answer that it cannot judge is kept without a verdict', async () => {
    await withJudge(
      () => 401,
      async ({ url }) => {
        const judge = await open({ judge: 'answer', server: url });
        expect(await judge?.judge({} as never, answered(''), signal)).toBe('wrong');
        const verdict = judge?.judge({} as never, { ...answered('5') }, signal);
        expect(await verdict).toBe('unknown');
        expect(judge?.report()).toMatch(/^1 answer has no verdict; .* what has none\. Why not: ./);
        await judge?.close();
      },
    );
  });

  test('is sent the key of the other server only if it is the same', async () => {
    await withJudge(judgeFairly, async ({ url, keys }) => {
      const keyFor = async (server: string, environment: NodeJS.ProcessEnv) => {
        const judge = await open({ judge: 'answer', server, 'judge-server': url }, environment);
        await judge?.judge({} as never, answered(String(keys.length)), signal);
        await judge?.close();
        return keys.at(-1);
      };
      const other = 'http://127.0.0.1:1';
      expect(await keyFor(url, { PAGETRACE_API_KEY: 'one' })).toBe('Bearer one');
      expect(await keyFor(other, { PAGETRACE_API_KEY: 'one' })).toBeUndefined();
      const both = { PAGETRACE_API_KEY: 'one', PAGETRACE_JUDGE_API_KEY: 'two' };
      expect(await keyFor(other, both)).toBe('Bearer two');
    });
  });

  test('is refused with one sentence if its options do not go together', () => {
    expect(readEvalJudge({})).toBeNull();
    expect(() => readEvalJudge({ judge: 'answer' })).toThrow(
      '--judge needs the server of a model that judges.',
    );
    expect(() => readEvalJudge({ judge: 'quality', server: 'x' })).toThrow(
      '--judge must be answer or vrag-rl, not "quality".',
    );
    expect(() => readEvalJudge({ 'judge-model': 'm' })).toThrow('--judge-model is given without --judge.');
  });
});
