import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { PROFILE_NAMES } from '../../../src/core/rewards/names.ts';

test('in another language, everything that rewards say is translated', async () => {
  const worker = new Worker(new URL('./untranslated.ts', import.meta.url));
  const [untranslated] = (await once(worker, 'message')) as [Readonly<Record<string, readonly string[]>>];
  await worker.terminate();
  const sources = [...PROFILE_NAMES, 'a composite reward', 'problems of composite rewards'];
  expect(untranslated).toEqual(Object.fromEntries(sources.map((source) => [source, []])));
});
