import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { claimsFound } from '../../../src/core/grounding/shares.ts';
import type { GroundableRow } from '../../../src/core/summary/groundableRow.ts';
import { DocumentShelf } from '../../../src/grounding/samples/documentShelf.ts';
import { groundSample } from '../../../src/grounding/samples/groundSample.ts';
import { restoreClaims } from '../../../src/grounding/samples/restoreClaims.ts';
import { SearchReport } from '../../../src/grounding/samples/searchReport.ts';
import { searchRun, type RunSearch } from '../../../src/grounding/samples/searchRun.ts';
import { FIRST_VIEW, type RunIndexState } from '../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../src/runs/index/runIndex.ts';
import { hashFile } from '../../../src/documents/hash.ts';
import { temporaryFolder } from '../../support/files.ts';
import { openingOf, samplesOf, shareIndex, writeRuns } from '../runs/index/support.ts';
import { responseOf, shareGrounder, writtenDocument } from './support.ts';

const grounder = shareGrounder();
const indexOf = shareIndex();
const GOOD = responseOf([1, '518.9 million'], [1, 'Total revenue rose']);
const BAD = responseOf([1, '518.9 million'], [1, 'Somebody else']);

const record = (
  output: string,
  image: string,
  score: number,
  others: Readonly<Record<string, unknown>> = {},
) => ({
  input: `What does ${image} say?`,
  output,
  gts: '1',
  score,
  step: 1,
  images: [image],
  ...others,
});

const RECORDS = [
  record(GOOD, 'a.png', 1),
  record(BAD, 'b.png', 1),
  record(BAD, 'a.png', 0.2),
  record('<answer></answer>', 'a.png', 1),
  record(GOOD, 'gone.png', 1),
  record(GOOD, 'b.png', 1, { images: undefined }),
];

/** A run whose page images have the text of a report. */
class Documents {
  readonly folder: string;
  /** The documents that were opened, in order. */
  readonly opened: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
    for (const name of ['a.png', 'b.png']) fs.writeFileSync(path.join(folder, name), name);
  }

  readonly open: ConstructorParameters<typeof DocumentShelf>[0] = async (file) => {
    this.opened.push(path.basename(file));
    const text = `Total revenue rose to 518.9 million in ${path.basename(file)}`;
    return { ...(await writtenDocument(file, [text]).open()), hash: () => hashFile(file) };
  };

  readonly place: RunSearch['place'] = ({ named }: GroundableRow) => {
    const documents = named.documents.map(({ path: name, sha256 }) => ({
      name,
      sha256,
      path: path.join(this.folder, name),
    }));
    const missing = documents.find((document) => !fs.existsSync(document.path));
    if (missing !== undefined) throw new PageTraceError('file-not-found', `${missing.name} was not found.`);
    return Promise.resolve({ documents, images: named.images, pixels: null });
  };
}

interface Opened {
  readonly index: RunIndex;
  readonly documents: Documents;
  readonly search: RunSearch;
}

function searchOf(index: RunIndex, documents: Documents, changes: Partial<RunSearch> = {}): RunSearch {
  return {
    run: { next: (count) => index.nextToSearch(count), take: (found) => index.takeClaims(found) },
    grounders: [grounder],
    shelf: new DocumentShelf(documents.open),
    place: documents.place,
    pagesToAssume: () => {
      throw new PageTraceError('bad-input', 'Its record does not say which pages were sent.');
    },
    report: new SearchReport(),
    interval: 0,
    ...changes,
  };
}

async function open(
  cache: string | null = null,
  folder = writeRuns({ 'all.jsonl': RECORDS }),
): Promise<Opened> {
  const index = indexOf();
  const documents = new Documents(folder);
  await index.open({ ...openingOf(path.join(folder, 'all.jsonl')), cache });
  await index.settled('scored');
  return { index, documents, search: searchOf(index, documents) };
}

async function linesOf(index: RunIndex, filter: string): Promise<readonly (number | null)[]> {
  const { error } = await index.setView({ ...FIRST_VIEW, filter });
  expect(error).toBeNull();
  await index.settled('filtered');
  return (await index.rows(0, 100)).rows.map((row) => (row.kind === 'group' ? null : row.place.line));
}

const stateOf = (index: RunIndex): Promise<RunIndexState> => index.settled('scored');

/** What a run says of the claims of its rows. */
async function claimsOf(index: RunIndex): Promise<unknown> {
  await index.setView(FIRST_VIEW);
  return samplesOf((await index.rows(0, 100)).rows).map(({ claims, grounded }) => [claims, grounded]);
}

const never = new AbortController().signal;

test('fills columns and filters, document by document; rows without documents miss them', async () => {
  const { index, documents, search } = await open();
  expect((await index.setView({ ...FIRST_VIEW, filter: 'claim:not-found' })).error?.message).toBe(
    'Which claims stand on the pages is not known yet: choose Search the Pages first.',
  );
  await index.setSearching(true);
  await searchRun(search, never);
  expect((await stateOf(index)).claims).toEqual({ isSearched: true, found: 4, missing: 2 });
  expect(await claimsOf(index)).toEqual([
    [[{ mark: 'found', count: 2 }], 1],
    [
      [
        { mark: 'not-found', count: 1 },
        { mark: 'found', count: 1 },
      ],
      0.5,
    ],
    [
      [
        { mark: 'not-found', count: 1 },
        { mark: 'found', count: 1 },
      ],
      0.5,
    ],
    [[], null],
    [null, null],
    [null, null],
  ]);
  // Each is looked at once, and opened again for its size and for its words.
  expect(documents.opened).toEqual(['a.png', 'a.png', 'a.png', 'b.png', 'b.png', 'b.png']);
  const table: Readonly<Record<string, readonly number[]>> = {
    'claim:not-found': [2, 3],
    'score>=0.8 and claim:not-found': [2],
    'claim!=not-found': [1, 4],
    'not claim:not-found': [1, 4, 5, 6],
    'has:claim': [1, 2, 3],
    'missing:claim': [4, 5, 6],
    'claims>1': [1, 2, 3],
    'claims=0': [4],
    'missing:claims not missing:grounded': [],
    'grounded<0.6': [2, 3],
    'not grounded<0.6': [1, 4, 5, 6],
    'missing:grounded': [4, 5, 6],
    'grounded>score': [3],
    'claim:not-found and response:Somebody': [2, 3],
  };
  for (const [filter, lines] of Object.entries(table))
    expect([filter, await linesOf(index, filter)]).toEqual([filter, lines]);
  const unknown = await index.setView({ ...FIRST_VIEW, filter: 'claim:not-fond' });
  expect(unknown.error?.suggestion).toBe('not-found');
  await index.setView({ ...FIRST_VIEW, sort: { column: 'grounded', descending: false } });
  expect((await index.rows(0, 100)).rows.map((row) => (row.kind === 'sample' ? row.grounded : null))).toEqual(
    [0.5, 0.5, 1, null, null, null],
  );
});

test('marks claims as they are marked where all pages are searched', async () => {
  const report = writtenDocument('report.pdf', [
    'Revenue was 518.9 million',
    'Miller and Partners of London',
  ]);
  const shelf = new DocumentShelf(async () => ({
    ...(await report.open()),
    hash: () => Promise.resolve(report.hash),
  }));
  const sample = {
    response: responseOf([1, '518.9 million'], [1, 'Miller and Partners']),
    question: null,
    dialect: null,
    numImages: null,
  };
  const placed = {
    documents: [{ name: 'report.pdf', sha256: null, path: '/report.pdf' }],
    images: [{ document: 0, page: 1 }],
    pixels: null,
  };
  const means = { grounder, shelf, recognizeText: false, pagesToAssume: () => [] };
  const some = await groundSample(sample, placed, means, { signal: never, sentOnly: true });
  const all = await groundSample(sample, placed, means, { signal: never });
  expect(all.unsent).toEqual({ searched: 1, total: 1 });
  expect(some.unsent).toBeNull();
  expect(claimsFound(some.grounding, [])).toEqual(claimsFound(all.grounding, []));
  expect(claimsFound(all.grounding, [])).toEqual({ marks: ['found', 'not-found'], share: 0.5 });
});

test('says how claims meet the gold boxes of their questions, also when the run is opened again', async () => {
  const cache = temporaryFolder();
  const [WHOLE, CORNER] = [
    [0, 0, 2000, 2000],
    [0, 0, 1, 1],
  ];
  const withGold = (box: readonly number[] | null) =>
    record(GOOD, 'a.png', 1, {
      item: {
        id: '1',
        question: 'Which?',
        images: ['a.png'],
        gold_boxes: box === null ? [] : [{ page: 1, box }],
      },
      gt_image_paths: ['a.png', 'b.png'],
      image_paths: ['a.png'],
    });
  const folder = writeRuns({ 'all.jsonl': [withGold(WHOLE), withGold(CORNER), withGold(null)] });
  const { index, search } = await open(cache, folder);
  const { columns } = await stateOf(index);
  expect(columns.find(({ name }) => name === 'gold_sent')).toMatchObject({ count: 3, least: 0.5 });
  await index.setSearching(true);
  await searchRun(search, never);
  const check = async (): Promise<void> => {
    const { rows } = await index.rows(0, 3);
    expect(samplesOf(rows).map(({ fields }) => [fields['gold_claims'], fields['gold_seen']])).toEqual([
      [1, 1],
      [0, 0],
      [undefined, undefined],
    ]);
    expect(await linesOf(index, 'gold_seen=0')).toEqual([2]);
    expect(await linesOf(index, 'gold_sent<1 and missing:gold_claims')).toEqual([3]);
    await index.setView(FIRST_VIEW);
  };
  await check();
  const again = await open(cache, folder);
  await restoreClaims(again.index);
  await check();
});

test('goes on where it was stopped, and says why claims are not known', async () => {
  const { index, documents } = await open();
  const stop = new AbortController();
  const report = new SearchReport();
  await index.setSearching(true);
  const first = searchOf(index, documents, {
    portion: 2,
    place: (row) => {
      if (row.row === 2) stop.abort();
      return documents.place(row);
    },
  });
  await expect(searchRun(first, stop.signal)).rejects.toMatchObject({ reason: 'cancelled' });
  expect((await stateOf(index)).claims).toEqual({ isSearched: true, found: 2, missing: 0 });
  const searched: number[] = [];
  await index.setSearching(true);
  const second = searchOf(index, documents, {
    report,
    place: (row) => {
      searched.push(row.row + 1);
      return documents.place(row);
    },
  });
  await searchRun(second, never);
  expect(searched).toEqual([3, 4, 5, 6]);
  expect(report.sentences({ missing: 'Choose.', withoutText: 'Read.' })).toEqual([
    'The documents of 2 samples were not found, such as gone.png. Choose.',
  ]);
});

test('searches the rows in sight first', async () => {
  const { index } = await open();
  await index.rows(2, 2);
  await index.setSearching(true);
  expect((await index.nextToSearch(3)).rows.map(({ row }) => row)).toEqual([2, 3, 0]);
});

test('keeps what was found for the next time, as long as the documents are the same', async () => {
  const cache = temporaryFolder();
  const folder = writeRuns({ 'all.jsonl': RECORDS });
  const { index, documents, search } = await open(cache, folder);
  await index.setSearching(true);
  await searchRun(search, never);
  const found = await claimsOf(index);

  const again = await open(cache, folder);
  await restoreClaims(again.index);
  expect(await claimsOf(again.index)).toEqual(found);
  expect(await linesOf(again.index, 'claim:not-found')).toEqual([2, 3]);
  expect(again.documents.opened).toEqual([]);

  // Written again as it was, then as another one.
  fs.writeFileSync(path.join(documents.folder, 'a.png'), 'a.png');
  fs.writeFileSync(path.join(documents.folder, 'b.png'), 'another');
  const changed = await open(cache, folder);
  fs.writeFileSync(path.join(documents.folder, 'b.png'), 'another');
  await restoreClaims(changed.index);
  expect((await stateOf(changed.index)).claims).toMatchObject({ found: 3 });
  await changed.index.setSearching(true);
  expect((await changed.index.nextToSearch(10)).rows.map(({ row }) => row)).toEqual([1, 4, 5]);
});

test('leaves out what of the kept claims is not as it was written', async () => {
  const cache = temporaryFolder();
  const folder = writeRuns({ 'all.jsonl': RECORDS });
  const { index, search } = await open(cache, folder);
  await index.setSearching(true);
  await searchRun(search, never);
  const [log = ''] = fs.globSync(path.join(cache, '*', 'claims-*.log'));
  expect(fs.statSync(log).mode & 0o777).toBe(0o600);
  const lines = fs.readFileSync(log, 'utf8').split('\n');
  // One is damaged, and the window was killed while the last one was written.
  fs.writeFileSync(log, [`${lines[0] ?? ''} `, lines[1], lines[2]?.slice(0, 100)].join('\n'));
  const again = await open(cache, folder);
  await restoreClaims(again.index);
  expect((await stateOf(again.index)).claims).toEqual({ isSearched: true, found: 1, missing: 0 });
});

test('is told once if what was found cannot be kept', async () => {
  const cache = path.join(temporaryFolder(), 'claims');
  // A file stands where the folder would be, as a full disk leaves no room for it.
  fs.writeFileSync(cache, '');
  const { index, documents } = await open(cache);
  await index.setSearching(true);
  await searchRun(searchOf(index, documents, { portion: 2 }), never);
  const { claims, notices } = await stateOf(index);
  expect(claims.found).toBe(4);
  expect(notices).toContain(
    `The claims that were found could not be kept, so that they are looked for again the next time. Check that there is space in ${cache} and that you may write there.`,
  );
  expect(new Set(notices).size).toBe(notices.length);
});

test('takes nothing for the rows of a run that was replaced', async () => {
  const { index, documents } = await open();
  await index.setSearching(true);
  const { generation, rows } = await index.nextToSearch(1);
  await index.open(openingOf(path.join(documents.folder, 'all.jsonl')));
  const found = { row: rows[0]?.row ?? 0, claims: { marks: [], share: 1 }, documents: [] };
  await index.takeClaims({ generation, rows: [found], documents: [] });
  expect((await stateOf(index)).claims).toEqual({ isSearched: false, found: 0, missing: 0 });
});

test('ends when pages cannot be searched at all', async () => {
  const { index, documents } = await open();
  await index.setSearching(true);
  const broken = { ground: () => Promise.reject(new PageTraceError('internal', 'It did not start.')) };
  const search = searchOf(index, documents, { grounders: [broken] });
  await expect(searchRun(search, never)).rejects.toThrow('It did not start.');
  expect((await stateOf(index)).claims.missing).toBeLessThan(6);
});

test('says why claims are not known, with what to do', () => {
  const advice = { missing: 'Choose.', withoutText: 'Read.' };
  const named = { documents: [], images: null, isRecorded: false };
  const report = new SearchReport();
  expect(report.sentences(advice)).toEqual([]);
  report.addFault({ named }, new PageTraceError('bad-input', 'It names no document.'));
  expect(report.sentences(advice)).toEqual(['No documents are named in the records of 1 sample. Choose.']);
  const documents = [{ path: 'a.pdf', sha256: null }];
  report.addFault({ named: { ...named, documents } }, new PageTraceError('timeout', 'It took too long.'));
  report.addFault({ named: { ...named, documents } }, new PageTraceError('page-failed', 'It is damaged.'));
  expect(report.sentences(advice).at(-1)).toBe(
    'The pages of 2 samples could not be searched: It took too long.',
  );
});
