import { parentPort } from 'node:worker_threads';
import { PageTraceError } from '../../../src/core/errors.ts';
import { serveCalls } from '../../../src/workers/serve.ts';
import type { TestCalls } from './testCalls.ts';

const kept: unknown[] = [];
let count = 0;

/** Numbers that fill a megabyte. */
const megabyte = (): number[] => Array.from({ length: 131_072 }, (_, index) => index + 0.5);

if (!parentPort) throw new Error('The worker of these tests runs in a worker thread only.');
serveCalls<TestCalls>(parentPort, {
  echo: (request) => request,
  hang: () => {
    for (;;);
  },
  grow: () => {
    for (;;) kept.push(megabyte());
  },
  keep: (megabytes) => {
    for (let at = 0; at < megabytes; at++) kept.push(megabyte());
    return null;
  },
  exit: () => process.exit(3),
  fail: () => {
    throw new PageTraceError('bad-input', 'This is wrong.', { hint: 'Mend it.', said: 'no' });
  },
  break: () => {
    throw new TypeError('not a function');
  },
  count: () => ++count,
});
