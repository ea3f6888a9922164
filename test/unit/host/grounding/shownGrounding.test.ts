import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageTraceError } from '../../../../src/core/errors.ts';
import { parseTrajectoryFile } from '../../../../src/core/records/trajectoryFile.ts';
import { ShownGrounding, type ShownGroundingOptions } from '../../../../src/host/grounding/shownGrounding.ts';
import type { GroundingRequest } from '../../../../src/grounding/model.ts';
import type { GroundingShown } from '../../../../src/protocol/grounding.ts';

type Uri = Awaited<ReturnType<ShownGroundingOptions['locate']>>;

const none = () => ({ dispose: () => undefined });

/** The hash of each document on disk. */
let disk: Record<string, string>;
let changed: Set<string>;
let text: string;
let requests: GroundingRequest[];
let sent: GroundingShown[];
let shown: ShownGrounding;

beforeEach(() => {
  disk = { 'a.pdf': 'one', 'b.pdf': 'two' };
  changed = new Set();
  [requests, sent] = [[], []];
  text = '---\ndocuments: [{ path: reports/a.pdf }, { path: b.pdf }]\n---\n<answer>42</answer>\n';
  shown = new ShownGrounding({
    ground: (request) => {
      requests.push(request);
      return Promise.resolve({
        grounding: { claims: [], pages: [], answer: null, computations: [], unread: null },
        withoutText: [],
        unrecognized: [],
        unsent: null,
        notices: [],
      });
    },
    prepare: ({ path }, uri) => {
      const hash = disk[uri.toString()];
      return hash === undefined
        ? Promise.reject(new PageTraceError('file-not-found', `${path} was not found.`))
        : Promise.resolve({ name: path, hash, open: () => Promise.reject(new Error('It is not opened.')) });
    },
    prepareRecognition: () => Promise.resolve(false),
    onDidChange: none,
    rests: 1,
    hasChanged: (reference) => changed.has(reference),
    sample: () => {
      const { info, response } = parseTrajectoryFile(text);
      const context = { dialect: 'think-answer', numImages: null, tools: null } as const;
      return { info, response, running: false, context, images: [] };
    },
    locate: (reference) =>
      Promise.resolve({ path: `/${reference}`, toString: () => reference.slice(-5) } as unknown as Uri),
    send: (message) => {
      if (message.type === 'grounding') sent.push(message.shown);
    },
  });
});
afterEach(() => {
  shown.dispose();
});

/** Shows what is known after something has changed. */
async function next(): Promise<GroundingShown> {
  const count = sent.length;
  shown.follow({ type: 'append', sample: 0, text: '' });
  await expect.poll(() => sent.length).toBeGreaterThan(count);
  return shown.shown(0);
}

async function ground(): Promise<void> {
  shown.ground(0);
  await expect.poll(() => shown.shown(0).kind).toBe('grounded');
}

it('a document that has changed is searched as it is now, which is said by its name', async () => {
  await ground();
  expect(shown.shown(0)).toMatchObject({ notices: [], missing: null });
  disk['a.pdf'] = 'other';
  changed.add('reports/a.pdf');
  expect(await next()).toMatchObject({
    kind: 'grounded',
    notices: ['a.pdf has changed since the question was asked: claims are looked for in it as it is now.'],
  });
  expect(requests.map(({ documents: [first] }) => first?.hash)).toEqual(['one', 'other']);
});

it('claims are kept as they were found when a document is deleted, and found again when it is back', async () => {
  await ground();
  delete disk['a.pdf'];
  const kept = {
    kind: 'grounded',
    notices: ['a.pdf is not at hand any more: the claims are shown as they were found in it before.'],
    missing: 'reports/a.pdf',
  };
  expect(await next()).toMatchObject(kept);
  expect(await next()).toMatchObject(kept);
  expect(requests).toHaveLength(1);
  disk['a.pdf'] = 'one';
  expect(await next()).toMatchObject({ kind: 'grounded', notices: [], missing: null });
});

it('claims of another text are not those that were found before', async () => {
  await ground();
  disk = {};
  text = text.replace('42', '43');
  expect(await next()).toEqual({
    kind: 'failed',
    message: 'reports/a.pdf was not found.',
    hint: '',
    missing: 'reports/a.pdf',
  });
});

it('a document that was never at hand is left out, and the others are searched', async () => {
  delete disk['a.pdf'];
  await ground();
  const missing = { notices: ['reports/a.pdf was not found.'], missing: 'reports/a.pdf' };
  expect(shown.shown(0)).toMatchObject(missing);
  expect(await next()).toMatchObject(missing);
  expect(requests).toHaveLength(2);
});
