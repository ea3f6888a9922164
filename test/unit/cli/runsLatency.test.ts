import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { sharedFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

async function run(...args: readonly string[]): Promise<{ out: string; said: readonly string[] }> {
  const out: string[] = [];
  const said: string[] = [];
  await runs(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { out: out.join(''), said };
}

describe('pagetrace runs --latency', () => {
  const file = path.join(sharedFolder(), 'run.jsonl');

  beforeAll(() => {
    const records = [100, 300].map((first, at) => ({
      pagetrace: 1,
      id: String(at),
      response: '<answer>4</answer>',
      numbers: { render_ms: 10, first_token_ms: first, last_token_ms: 500 },
      record: { evaluation: { settings: { protocol: 'vrag-rl' } } },
    }));
    fs.writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  });

  it('prints the parts of the time by protocol, in every format', async () => {
    const json: unknown = JSON.parse((await run(file, '--latency', '--format', 'json')).out);
    expect(schemaErrors('runs-latency', json)).toEqual([]);
    expect(json).toMatchObject({
      unit: 'ms',
      latency: [
        { protocol: 'vrag-rl', part: 'rendering', samples: 2, mean: 10, median: 10, p95: 10 },
        { protocol: 'vrag-rl', part: 'prefill', samples: 2, mean: 200, median: 200, p95: 290 },
        { protocol: 'vrag-rl', part: 'decoding', samples: 2, mean: 300, median: 300, p95: 390 },
        { protocol: 'vrag-rl', part: 'end-to-end', samples: 2, mean: 510, median: 510, p95: 510 },
      ],
    });
    const { out: lines } = await run(file, '--latency', '--format', 'jsonl');
    expect(lines.trim().split('\n')).toHaveLength(4);
    const { out: csv } = await run(file, '--latency', '--format', 'csv');
    expect(csv.split('\n')[2]?.trim()).toBe('vrag-rl,prefill,2,200,200,290');
    expect((await run(file, '--latency')).out).toContain('vrag-rl');
    expect((await run(file, '--latency', '--format', 'markdown')).out).toContain('| vrag-rl | prefill | 2 |');
  });

  it('says if no record has a time, and refuses what prints something else', async () => {
    const plain = path.join(path.dirname(file), 'plain.jsonl');
    fs.writeFileSync(plain, '{"input":"a","output":"b","gts":"c","score":1}\n');
    expect((await run(plain, '--latency')).said.join()).toContain('No record says how long it took');
    await expect(run(file, '--latency', '--metrics')).rejects.toMatchObject({
      message: '--latency and --metrics cannot be used together.',
    });
  });
});
