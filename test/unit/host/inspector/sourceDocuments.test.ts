import { beforeEach, expect, it } from 'vitest';
import { SourceDocuments } from '../../../../src/host/inspector/sourceDocuments.ts';
import type { DocumentReference } from '../../../../src/core/records/model.ts';

type Uri = ReturnType<ConstructorParameters<typeof SourceDocuments>[0]['resolve']>;
const uriOf = (path: string): Uri => ({ toString: () => path }) as unknown as Uri;

const disposable = (dispose: () => unknown) => ({ dispose });

/** The hash of each document on disk; null for one that cannot be read. */
let disk: Record<string, string | null>;
/** Where documents were found that are not where their records say. */
let places: Record<string, string>;
let named: readonly DocumentReference[];
/** What is called when a document changes, by the document. */
let watched: Map<string, () => void>;
let forbidden: Set<string>;
let told: number;
/** Fires when a document may have become readable, or stands elsewhere. */
let moved: () => void;
let hold: Promise<void> | null;
let documents: SourceDocuments;

beforeEach(() => {
  disk = { 'a.pdf': 'one', 'b.pdf': 'two' };
  named = [
    { path: 'a.pdf', sha256: 'one' },
    { path: 'b.pdf', sha256: null },
  ];
  places = {};
  watched = new Map();
  forbidden = new Set();
  told = 0;
  hold = null;
  documents = new SourceDocuments({
    deps: {
      hashNow: async (uri) => {
        const hash = disk[uri.toString()] ?? null;
        if (uri.toString() === 'b.pdf') await hold;
        return hash;
      },
      watchDocument: (uri, changed) => {
        watched.set(uri.toString(), changed);
        return disposable(() => watched.delete(uri.toString()));
      },
      permitFile: (uri) =>
        forbidden.has(uri.toString()) ? Promise.reject(new Error('It is forbidden.')) : Promise.resolve(),
      log: () => undefined,
    },
    onDidMove: (listener) => {
      moved = listener;
      return disposable(() => {
        moved = () => undefined;
      });
    },
    from: null,
    named: () => named,
    resolve: (reference) => uriOf(places[reference] ?? reference),
    changed: () => {
      told += 1;
    },
  });
});

const changedNow = (): readonly string[] =>
  Object.keys(disk).filter((document) => documents.hasChanged(document));

/** A document gets another content, or is deleted, while the source is open. */
async function change(document: string, hash: string | null): Promise<void> {
  disk[document] = hash;
  const before = told;
  watched.get(document)?.();
  await expect.poll(() => told).toBeGreaterThan(before);
}

it('a document that changes is told about once, and no longer when it is as before', async () => {
  await documents.compare();
  expect([told, changedNow(), documents.edition]).toEqual([0, [], 0]);
  await change('a.pdf', 'other');
  expect([told, changedNow(), documents.edition]).toEqual([1, ['a.pdf'], 1]);
  // Something happened to it that left its content as it is.
  await documents.compare();
  expect(told).toBe(1);
  await change('a.pdf', 'third');
  expect([told, changedNow(), documents.edition]).toEqual([2, ['a.pdf'], 2]);
  await change('a.pdf', 'one');
  expect([changedNow(), documents.edition]).toEqual([[], 3]);
});

it('a document whose record has no hash is compared with what was read first', async () => {
  disk['b.pdf'] = 'before';
  await documents.compare();
  expect(changedNow()).toEqual([]);
  await change('b.pdf', 'after');
  expect(changedNow()).toEqual(['b.pdf']);
});

it('a document that is deleted is told about, and is not a change of its pages', async () => {
  await documents.compare();
  await change('a.pdf', null);
  expect([changedNow(), documents.edition]).toEqual([[], 0]);
  // Pages that could not be drawn in the meantime are drawn now.
  await change('a.pdf', 'one');
  expect([told, changedNow(), documents.edition]).toEqual([2, [], 1]);
  await change('a.pdf', 'other');
  await change('a.pdf', null);
  expect(changedNow()).toEqual(['a.pdf']);
});

it('a change that is found by a comparison that is not finished is not lost', async () => {
  await documents.compare();
  let go = (): void => undefined;
  hold = new Promise((resolve) => {
    go = resolve;
  });
  disk['a.pdf'] = 'other';
  const first = documents.compare();
  await expect.poll(() => documents.edition).toBe(1);
  const second = documents.compare();
  go();
  await Promise.all([first, second]);
  expect([told, changedNow()]).toEqual([1, ['a.pdf']]);
});

it('only documents that are named now and may be read are watched, until the source is closed', async () => {
  forbidden.add('b.pdf');
  await documents.compare();
  expect([...watched.keys()]).toEqual(['a.pdf']);
  forbidden.clear();
  named = [{ path: 'b.pdf', sha256: null }];
  await documents.compare();
  expect([...watched.keys()]).toEqual(['b.pdf']);
  documents.dispose();
  expect(watched.size).toBe(0);
  await documents.compare();
  expect(watched.size).toBe(0);
});

it('a document that is found elsewhere, or may be read now, is told about, compared and watched there', async () => {
  disk = { 'found.pdf': 'other' };
  await documents.compare();
  expect([...watched.keys()]).toEqual(['a.pdf', 'b.pdf']);
  places = { 'a.pdf': 'found.pdf' };
  moved();
  expect(told).toBe(1);
  await expect.poll(() => told).toBe(2);
  expect([documents.hasChanged('a.pdf'), documents.edition]).toEqual([true, 1]);
  expect([...watched.keys()]).toEqual(['b.pdf', 'found.pdf']);
  documents.dispose();
  moved();
  expect(told).toBe(2);
});
