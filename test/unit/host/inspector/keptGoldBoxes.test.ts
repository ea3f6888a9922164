import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldBoxFolder } from '../../../../src/host/inspector/keptGoldBoxes.ts';
import { SourceGold } from '../../../../src/host/inspector/sourceGold.ts';
import type { DrawnGoldBox } from '../../../../src/protocol/goldBoxes.ts';
import type { ToInspector } from '../../../../src/protocol/inspector.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-gold-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const storage = (): string => path.join(folder, 'storage', 'gold');
const open = (): GoldBoxFolder => new GoldBoxFolder(storage());

/** A box on a page, told apart by its left edge. */
const box = (left: number, document = 'file:///a.pdf', page = 1): DrawnGoldBox => ({
  document,
  page,
  box: { left, top: 0, right: 1, bottom: 0.5 },
});

const QUESTION = 'How much?';

describe('the gold boxes that are kept', () => {
  test('are there again for the same question, in their order', async () => {
    expect(await open().find(QUESTION)).toEqual([]);
    const boxes = [box(0.5), box(0.1, 'file:///b.pdf', 7)];
    await open().keep(QUESTION, [], boxes);
    expect(await open().find(QUESTION)).toEqual(boxes);
    expect(await open().find('How many?')).toEqual([]);
  });

  test('change as the person changes them, however fast that is', async () => {
    const kept = open();
    const steps = Array.from({ length: 30 }, (_, at) => [box(at / 100), box(0.9)]);
    void kept.keep(QUESTION, [], steps[0] ?? []);
    for (const [at, now] of steps.entries()) if (at > 0) void kept.keep(QUESTION, steps[at - 1] ?? [], now);
    expect(await kept.find(QUESTION)).toEqual(steps.at(-1));
    await kept.keep(QUESTION, steps.at(-1) ?? [], []);
    expect(await open().find(QUESTION)).toEqual([]);
  });

  test('of two views that do not know of each other are all there', async () => {
    await open().keep(QUESTION, [], [box(0)]);
    await open().keep(QUESTION, [box(0)], [box(0), box(0.1)]);
    await open().keep(QUESTION, [box(0)], [box(0.2)]);
    expect(await open().find(QUESTION)).toEqual([box(0.1), box(0.2)]);
  });

  test('that cannot be read are no reason to replace them, and the next can be kept', async () => {
    const kept = open();
    await kept.keep(QUESTION, [], [box(0)]);
    const [name = ''] = await fs.readdir(storage());
    await fs.rm(path.join(storage(), name));
    await fs.mkdir(path.join(storage(), name));
    await expect(kept.find(QUESTION)).rejects.toMatchObject({ reason: 'file-unreadable' });
    await expect(kept.keep(QUESTION, [], [box(0)])).rejects.toMatchObject({ reason: 'file-unreadable' });
    await kept.keep('How many?', [], [box(0)]);
    expect(await kept.find('How many?')).toEqual([box(0)]);
  });

  test('are left out if they are no places on a page', async () => {
    await open().keep(QUESTION, [], [box(0)]);
    const [name = ''] = await fs.readdir(storage());
    await fs.writeFile(path.join(storage(), name), '{"boxes": [{"page": 0}]}');
    expect(await open().find(QUESTION)).toEqual([]);
  });
});

describe('the gold boxes of a source', () => {
  /** A source about a question, and what it sends. */
  function source(question = { now: QUESTION }, kept = open()) {
    const sent: ToInspector[] = [];
    const logged: string[] = [];
    const gold = new SourceGold(
      { goldBoxes: () => Promise.resolve(kept), log: (line) => logged.push(line) },
      {
        about: () => question.now,
        named: () => [{ document: { path: 'docs/a.pdf', sha256: null }, uri: 'file:///a.pdf' as never }],
        send: (message) => sent.push(message),
      },
    );
    return { gold, sent, logged };
  }
  const own = (left: number): DrawnGoldBox => box(left, 'docs/a.pdf');

  test('are those of its documents, by the names that its record gives them', async () => {
    await open().keep(QUESTION, [], [box(0, 'file:///other.pdf'), box(0.1)]);
    const { gold, sent } = source();
    expect(gold.boxes).toBeNull();
    gold.read();
    gold.read();
    await expect.poll(() => sent).toEqual([{ type: 'goldBoxes', boxes: [own(0.1)] }]);
    expect(gold.boxes).toEqual([own(0.1)]);
    await gold.set([own(0.2)]);
    expect(await open().find(QUESTION)).toEqual([box(0, 'file:///other.pdf'), box(0.2)]);
  });

  test('go with a question that is changed, and stay with the one before', async () => {
    const question = { now: QUESTION };
    const { gold, sent } = source(question);
    gold.read();
    await expect.poll(() => sent).toHaveLength(1);
    await gold.set([own(0)]);
    question.now = 'How many?';
    await gold.set([own(0), own(0.1)]);
    await gold.set([own(0.1)]);
    expect(await open().find(QUESTION)).toEqual([box(0)]);
    expect(await open().find('How many?')).toEqual([box(0.1)]);
  });

  test('are those of the question that is known later, and of another one if it has some', async () => {
    await open().keep(QUESTION, [], [box(0.1)]);
    await open().keep('How many?', [], [box(0.2)]);
    const question = { now: 'not read yet' };
    const { gold, sent } = source(question);
    gold.read();
    await expect.poll(() => sent).toEqual([{ type: 'goldBoxes', boxes: [] }]);
    for (const [about, boxes] of [
      [QUESTION, [own(0.1)]],
      ['How many?', [own(0.2)]],
    ] as const) {
      question.now = about;
      gold.read();
      await expect.poll(() => sent.at(-1)).toEqual({ type: 'goldBoxes', boxes });
    }
    question.now = 'How many in all?';
    gold.read();
    await gold.set([own(0.2), own(0.3)]);
    expect(sent).toHaveLength(3);
    expect(await open().find('How many?')).toEqual([box(0.2)]);
    expect(await open().find('How many in all?')).toEqual([box(0.2), box(0.3)]);
  });

  test('follow what another view of the same question changes, while it is open', async () => {
    const kept = open();
    await kept.keep(QUESTION, [], [box(0)]);
    const [one, other] = [source(undefined, kept), source(undefined, kept)];
    const another = source({ now: 'How many?' }, kept);
    for (const { gold, sent } of [one, other, another]) {
      gold.read();
      await expect.poll(() => sent).toHaveLength(1);
    }
    await one.gold.set([own(0), own(0.1)]);
    await expect.poll(() => other.sent.at(-1)).toEqual({ type: 'goldBoxes', boxes: [own(0), own(0.1)] });
    // What a view has drawn itself stays as it is there, also if it goes on while that is kept.
    void other.gold.set([own(0)]);
    await other.gold.set([own(0), own(0.2)]);
    await expect.poll(() => one.gold.boxes).toEqual([own(0), own(0.2)]);
    expect(other.sent).toHaveLength(2);
    expect(another.sent).toEqual([{ type: 'goldBoxes', boxes: [] }]);
    one.gold.dispose();
    const before = one.sent.length;
    await other.gold.set([]);
    await kept.find(QUESTION);
    expect(one.sent).toHaveLength(before);
  });

  test('are none if they cannot be read, which is noted, and the person learns it when they draw', async () => {
    await fs.writeFile(path.join(folder, 'storage'), 'no folder');
    const { gold, sent, logged } = source();
    gold.read();
    await expect.poll(() => sent).toEqual([{ type: 'goldBoxes', boxes: [] }]);
    expect(logged).toHaveLength(1);
    await expect(gold.set([own(0)])).rejects.toMatchObject({ reason: 'file-not-found' });
  });
});
