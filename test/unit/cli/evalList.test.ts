import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { evalDataset } from '../../../src/cli/verbs/eval/eval.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const HEAD = { pagetrace_dataset: 1, name: 'Ledgers', prompt: 'own.jinja' };
const ITEM = { id: 'a', question: 'How many?', document: 'ledger.pdf', reference: '3', tags: ['lookup'] };

async function list(
  lines: readonly string[],
  unread = new AbortController().signal,
  args: readonly string[] = [],
) {
  const dataset = path.join(temporaryFolder(), 'ledgers.dataset.jsonl');
  fs.writeFileSync(dataset, lines.join('\n'));
  const out: string[] = [];
  const notices: string[] = [];
  const status = await evalDataset([dataset, '--list', ...args], {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => notices.push(text), unread }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { status, notices, said: out.join('').trimEnd().split('\n').map(readLine) };
}

const readLine = (line: string): unknown => JSON.parse(line);

it('lists the questions of a data set at their lines, and asks nothing', async () => {
  const { status, said } = await list([
    JSON.stringify(HEAD),
    '',
    JSON.stringify(ITEM),
    JSON.stringify({ ...ITEM, id: 'b', buckets: { hops: 2 } }),
  ]);
  expect(status).toBe(0);
  expect(said).toEqual([
    { list: 'dataset', name: 'Ledgers', prompt: 'own.jinja' },
    {
      list: 'item',
      id: 'a',
      line: 3,
      question: 'How many?',
      documents: ['ledger.pdf'],
      buckets: {},
      tags: ['lookup'],
    },
    expect.objectContaining({ id: 'b', line: 4, buckets: { hops: ['2'] } }),
  ]);
});

it('lists a mistake in the first line, and the questions', async () => {
  const { status, said } = await list([JSON.stringify({ ...HEAD, pass: 'exactly' }), JSON.stringify(ITEM)]);
  expect(status).toBe(2);
  expect(said).toEqual([
    { list: 'dataset', name: null, prompt: null },
    expect.objectContaining({ list: 'problem', line: 1 }),
    expect.objectContaining({ list: 'item', line: 2 }),
  ]);
});

it('lists nothing of a data set that does not exist', async () => {
  const out: string[] = [];
  const listing = evalDataset([path.join(temporaryFolder(), 'ledgers.dataset.jsonl'), '--list'], {
    terminal: silentTerminal({ out: (text) => out.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  await expect(listing).rejects.toThrow('was not found');
  expect(out).toEqual([]);
});

it('lists mistakes among the questions, and says with its status that there are some', async () => {
  const { status, said } = await list([JSON.stringify(ITEM), 'not a record', JSON.stringify(ITEM)]);
  expect(status).toBe(2);
  expect(said).toEqual([
    { list: 'dataset', name: null, prompt: null },
    expect.objectContaining({ list: 'item', line: 1 }),
    expect.objectContaining({ list: 'problem', line: 2, severity: 'error' }),
    expect.objectContaining({ list: 'problem', line: 3, severity: 'error' }),
  ]);
});

it('lists only the questions that --where, --ids and --limit choose', async () => {
  const ids = path.join(temporaryFolder(), 'ids.txt');
  fs.writeFileSync(ids, 'a\nb\nz\n');
  const lines = ['a', 'b', 'c'].map((id) => JSON.stringify({ ...ITEM, id, tags: [id] }));
  const listed = async (...args: readonly string[]) => {
    const { said, notices } = await list(lines, undefined, args);
    return [said.slice(1).map((each) => (each as { id: string }).id), notices];
  };
  expect(await listed('--where', 'tags!=b')).toEqual([['a', 'c'], []]);
  expect(await listed('--limit', '2')).toEqual([['a', 'b'], []]);
  expect(await listed('--ids', ids, '--where', 'tag=a')).toEqual([
    [],
    [
      `No question has the id "z", which ${ids} names.`,
      'No question has the field tag, which --where asks for.',
    ],
  ]);
});

it('stops when nobody reads any more', async () => {
  const { said } = await list(
    Array.from({ length: 50 }, (_, index) => JSON.stringify({ ...ITEM, id: String(index) })),
    AbortSignal.abort(),
  );
  expect(said).toHaveLength(2);
});
