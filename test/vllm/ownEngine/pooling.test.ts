import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testResults } from '../../../scripts/lib/paths.mjs';
import { POOLED, startVllm } from '../../../scripts/vllm/serve.mjs';
import { VLLM_FOLDER } from '../../../scripts/vllm/setup.mjs';
import { retrieve } from '../../../src/cli/verbs/retrieve/retrieve.ts';
import { fixture, sharedFolder } from '../../support/files.ts';
import { renderPages, runVerb, served, type Ended } from '../server.ts';

const NAME = 'data-sheet.pdf';
const PAGES = [1, 2];

/** What a page image of the index has. */
const BUDGET = { minPixels: 200_704, maxPixels: 602_112 };

const QUESTION = 'What is the typical voltage?';

/** Milliseconds that the start of vLLM may take. */
const LONGEST = 480_000;

let server: Awaited<ReturnType<typeof startVllm>>;

beforeAll(async () => {
  server = await startVllm(VLLM_FOLDER, {
    gives: 'vectors',
    log: path.join(testResults, 'vllm-pooling.log'),
    readyWithin: LONGEST,
  });
}, LONGEST);
afterAll(() => server.stop());

interface Found {
  readonly pages: readonly { readonly page: number; readonly score: number; readonly why: object }[];
}

/** The vectors of an input, as the server writes them in JSON. */
async function vectorsOf(input: object): Promise<readonly (readonly number[])[]> {
  const response = await fetch(`${server.url}/pooling`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: POOLED.model, ...input }),
  });
  const { data } = (await response.json()) as { data: [{ data: number[][] }] };
  return data[0].data;
}

const product = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** The late interaction of ColBERT, written out. */
const maxSim = (question: readonly (readonly number[])[], page: readonly (readonly number[])[]): number =>
  question.reduce((sum, one) => sum + Math.max(...page.map((other) => product(one, other))), 0);

describe('pages found with the pooling route of a real vLLM', () => {
  const folder = sharedFolder();
  const find = (retriever: string, url: string): Promise<Ended> => {
    const args = ['--retriever', retriever, '--embedding-server', url, '--format', 'json'];
    return runVerb(retrieve, [QUESTION, fixture(NAME), ...args], folder);
  };

  test('are ranked by the vectors of their images', async () => {
    const { status, out } = await find('embeddings', server.url);
    expect(status).toBe(0);
    const found = (JSON.parse(out) as Found).pages;
    const question = await vectorsOf({ input: QUESTION });
    expect(question[0]).toHaveLength(64);
    const expected = new Map<number, number>();
    for (const [at, { bytes }] of (await renderPages(NAME, PAGES, BUDGET)).entries()) {
      const url = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
      const content = [{ type: 'image_url', image_url: { url } }];
      const page = await vectorsOf({ messages: [{ role: 'user', content }] });
      expect(page.length).toBeGreaterThan(100);
      expected.set(at + 1, maxSim(question, page));
    }
    expect(found.map(({ page }) => page).sort()).toEqual(PAGES);
    for (const { page, score, why } of found) {
      // The model calculates with 8 bits of precision.
      expect(Math.abs(score - (expected.get(page) ?? 0))).toBeLessThan(question.length * 0.01);
      expect(why).toEqual({ kind: 'embeddings' });
    }
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  test('are ranked by words as well', async () => {
    const { status, out } = await find('hybrid', server.url);
    expect(status).toBe(0);
    const [first] = (JSON.parse(out) as Found).pages;
    expect(first?.why).toMatchObject({ kind: 'hybrid', embeddings: {} });
  });

  test('are not found with a server that answers questions, which is said', async () => {
    await expect(find('embeddings', served.url)).rejects.toMatchObject({
      reason: 'server-refused',
      message: `${new URL(served.url).host} does not turn pages into vectors.`,
    });
  });
});
