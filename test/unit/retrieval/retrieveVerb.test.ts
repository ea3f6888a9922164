import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { retrieve } from '../../../src/cli/verbs/retrieve/retrieve.ts';
import { foundText } from '../../../src/cli/verbs/retrieve/foundText.ts';
import { PoolingServer } from '../../support/poolingServer.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const DOCUMENTS = fileURLToPath(new URL('../../fixtures/documents/', import.meta.url));
const REPORT = path.join(DOCUMENTS, 'ferries.pdf');

async function run(args: readonly string[], cache = temporaryFolder()) {
  const out: string[] = [];
  const said: string[] = [];
  const status = await retrieve(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: { XDG_CACHE_HOME: cache },
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

describe('pagetrace retrieve', () => {
  it('finds pages of the PDFs of a folder, from the index from then on', async () => {
    const folder = temporaryFolder();
    const cache = temporaryFolder();
    fs.copyFileSync(REPORT, path.join(folder, 'report.pdf'));
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'No document.');
    expect(await run(['--index', folder], cache)).toMatchObject({
      status: 0,
      said: ['1 document is in the index.'],
    });
    const { status, out } = await run(
      ['when do the ferries leave?', folder, '--top', '2', '--format', 'json'],
      cache,
    );
    expect(status).toBe(0);
    const { pages } = JSON.parse(out) as {
      pages: { document: string; rank: number; why: { kind: string } }[];
    };
    expect(pages.map(({ rank, document, why }) => [rank, path.basename(document), why.kind])).toEqual([
      [1, 'report.pdf', 'bm25'],
      [2, 'report.pdf', 'bm25'],
    ]);
    expect(await run(['zebra', folder], cache)).toEqual({
      status: 1,
      out: '',
      said: ['No page fits the question.'],
    });
    expect(fs.readdirSync(path.join(cache, 'pagetrace', 'index'))).toHaveLength(1);
  });

  it('searches the other documents where some cannot be read, and says which and what to do', async () => {
    const folder = temporaryFolder();
    for (const name of ['damaged-garbage.pdf', 'password-protected.pdf', 'ferries.pdf'])
      fs.copyFileSync(path.join(DOCUMENTS, name), path.join(folder, name));
    const cache = temporaryFolder();
    const problems = [
      expect.stringMatching(/damaged-garbage\.pdf: .*damaged/) as string,
      expect.stringMatching(/password-protected\.pdf: .*password/) as string,
    ];
    const indexed = await run(['--index', folder], cache);
    expect(indexed).toMatchObject({ status: 2, said: [...problems, '1 document is in the index.'] });
    const { status, out, said } = await run(['ferries', folder, '--format', 'json'], cache);
    expect([status, said]).toEqual([2, problems]);
    const { pages } = JSON.parse(out) as { pages: { document: string }[] };
    expect(new Set(pages.map(({ document }) => document))).toEqual(
      new Set([path.join(folder, 'ferries.pdf')]),
    );
    fs.rmSync(path.join(folder, 'ferries.pdf'));
    expect(await run(['ferries', folder], cache)).toEqual({ status: 2, out: '', said: problems });
    await expect(run(['ferries', path.join(folder, 'damaged-garbage.pdf')])).rejects.toThrow('damaged');
  });

  it('never replaces a document that it reads, and fails before it reads any', async () => {
    const folder = temporaryFolder();
    const report = path.join(folder, 'report.pdf');
    fs.copyFileSync(REPORT, report);
    const before = fs.readFileSync(report);
    for (const named of [report, folder])
      await expect(run(['ferries', named, '--out', report])).rejects.toThrow(
        'would replace a file that is read.',
      );
    await expect(run(['ferries', report, '--out', folder])).rejects.toThrow('is a folder, not a file.');
    expect(fs.readFileSync(report).equals(before)).toBe(true);
  });

  it('says that --index prints nothing', async () => {
    const { said } = await run(['--index', REPORT, '--out', 'pages.txt']);
    expect(said[0]).toContain('--out');
    expect(fs.existsSync('pages.txt')).toBe(false);
  });

  it.each<readonly [args: readonly string[], message: string]>([
    [[], 'retrieve takes a question and at least one file.'],
    [['net revenue'], 'retrieve takes a question and at least one file.'],
    [['--index'], 'retrieve --index takes at least one file.'],
    [[' ', REPORT], 'The question is empty.'],
    [['a', REPORT, '--top', '0'], '--top must be a whole number from 1 to 1000, not "0".'],
    [['a', REPORT, '--b', '2'], '--b must be a number from 0 to 1, not "2".'],
    [['a', REPORT, '--retriever', 'x'], '--retriever must be bm25, embeddings or hybrid, not "x".'],
    [['a', REPORT, '--retriever', 'hybrid'], '--retriever hybrid needs --embedding-server.'],
    [['a', REPORT, '--embedding-model', 'm'], '--embedding-model is given without --embedding-server.'],
    [['a', '/nowhere.pdf'], '/nowhere.pdf was not found.'],
    [['a', '/dev/null'], '/dev/null is not a file.'],
  ])('%j is refused', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });

  it('finds pages by vectors and words with an embedding server', async () => {
    const server = new PoolingServer();
    const url = await server.start();
    server.respond('/v1/models', {
      object: 'list',
      data: [{ id: 'col', object: 'model', owned_by: 'vllm' }],
    });
    try {
      const args = [
        'ferries',
        REPORT,
        '--retriever',
        'hybrid',
        '--embedding-server',
        url,
        '--format',
        'json',
      ];
      const { status, out } = await run([...args, '--top', '1']);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ retriever: 'hybrid', pages: [{ why: { kind: 'hybrid' } }] });
      expect(server.bodies.every(({ model }) => model === 'col')).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('writes why a page was found', () => {
    const terms = [
      { term: 'net', count: 2, score: 1.5 },
      { term: 'revenue', count: 1, score: 0.25 },
    ];
    expect(
      foundText(
        [
          { document: 0, page: 12, score: 1.75, reason: { kind: 'bm25', terms } },
          { document: 1, page: 3, score: 0.5, reason: { kind: 'embeddings' } },
          {
            document: 0,
            page: 4,
            score: 0.03,
            reason: { kind: 'hybrid', bm25: { rank: 2, score: 1, terms }, embeddings: null },
          },
        ],
        ['a.pdf', 'long.pdf'],
      ),
    ).toBe(
      [
        '1  1.7500  a.pdf page 12    net x2 1.50, revenue 0.25',
        '2  0.5000  long.pdf page 3',
        '3  0.0300  a.pdf page 4     bm25: rank 2 (net x2 1.50, revenue 0.25); embeddings: not found',
        '',
      ].join('\n'),
    );
  });
});
