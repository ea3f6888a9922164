import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import type { FollowedEvent } from '../../../src/asking/model.ts';
import { RecentStore, type RecentLimits, type RecentStoreDeps } from '../../../src/asking/recentStore.ts';
import { preparedQuestion, report } from './build.ts';
import { temporaryFolder } from '../../support/files.ts';

let base: string;
let folder: string;
let clock: number;
const logged: string[] = [];
const failures: string[] = [];

beforeEach(() => {
  base = temporaryFolder();
  folder = path.join(base, 'recent');
  clock = Date.UTC(2026, 10, 21);
  logged.length = 0;
  failures.length = 0;
});

const open = (limits: Partial<RecentLimits> = {}, more: Partial<RecentStoreDeps> = {}) =>
  new RecentStore(folder, {
    limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1, ...limits }),
    log: (line) => logged.push(line),
    onDidChange: () => undefined,
    onFailed: (error) => failures.push(error.message),
    now: () => clock,
    ...more,
  });
const start = (text = 'How much?') =>
  AskedQuestion.start(preparedQuestion({ text }), {
    now: () => (clock += 1000),
    request: null,
    curl: null,
    forecast: null,
  });

/** A generation whose events the test emits one by one. */
function scriptGeneration() {
  const waiting: ((event: FollowedEvent) => void)[] = [];
  const ready: FollowedEvent[] = [];
  async function* events(): AsyncGenerator<FollowedEvent> {
    for (;;) {
      const event = ready.shift() ?? (await new Promise<FollowedEvent>((resolve) => waiting.push(resolve)));
      yield event;
      if (event.type === 'end') return;
    }
  }
  return {
    events: events(),
    send: (event: FollowedEvent) => {
      const next = waiting.shift();
      if (next) next(event);
      else ready.push(event);
    },
  };
}

/** Stores a question that was answered. */
async function keepEnded(store: RecentStore): Promise<AskedQuestion> {
  const asked = start();
  await store.keep(asked);
  const { events, send } = scriptGeneration();
  send({ type: 'finish', sample: 0, report });
  send({ type: 'end', error: null });
  await asked.follow(events);
  return asked;
}

const sampleText = (id: string) => fs.readFile(path.join(folder, id, 'sample-0.txt'), 'utf8').catch(() => '');

describe('recent trajectories', () => {
  it('saves text while it streams, so that little is lost when a window is killed', async () => {
    const store = open();
    const asked = start();
    await store.keep(asked);
    const { events, send } = scriptGeneration();
    const following = asked.follow(events);
    send({ type: 'text', sample: 0, text: '<think>so ' });
    await expect.poll(() => sampleText(asked.id)).toBe('<think>so ');
    send({ type: 'text', sample: 0, text: 'far' });
    await expect.poll(() => sampleText(asked.id)).toBe('<think>so far');
    send({ type: 'retell', sample: 0, text: '<think>not far' });
    await expect.poll(() => sampleText(asked.id)).toBe('<think>not far');
    send({ type: 'retell', sample: 0, text: '<think>so far' });
    await expect.poll(() => sampleText(asked.id)).toBe('<think>so far');
    // Another window, opened after the first was killed without closing its store.
    const reopened = await open().open(asked.id);
    expect(reopened?.text(0)).toBe('<think>so far');
    expect(reopened?.record.samples[0]?.state).toBe('cancelled');
    send({ type: 'finish', sample: 0, report });
    send({ type: 'end', error: null });
    await following;
    await store.flush();
    expect((await open().list())[0]?.record.samples[0]?.state).toBe('done');
  });

  it('counts a question as cancelled while the list is shown if its window has not written for a long time', async () => {
    const killed = open();
    const asked = start();
    await killed.keep(asked);
    const { events, send } = scriptGeneration();
    void asked.follow(events);
    send({ type: 'text', sample: 0, text: '<think>so far' });
    await expect.poll(() => sampleText(asked.id)).toBe('<think>so far');
    await killed.dispose();
    // At first, the clock is early and the file seems to have just been written; later, it is no longer recent.
    let age = -3_600_000;
    let changes = 0;
    const now = Date.now();
    const shown = open({}, { now: () => now + age, staleAfter: 20, onDidChange: () => changes++ });
    const state = async () => (await shown.list())[0]?.record.samples[0]?.state;
    expect(await state()).toBe('waiting');
    age = 3_600_000;
    await expect.poll(() => state()).toBe('cancelled');
    expect(changes).toBeGreaterThan(0);
    expect((await shown.open(asked.id))?.text(0)).toBe('<think>so far');
    await shown.dispose();
  });

  it('leaves a question alone while its window waits for text, and later shows how it ended there', async () => {
    const writing = open({}, { staleAfter: 20 });
    const asked = start();
    await writing.keep(asked);
    const record = path.join(folder, asked.id, 'record.json');
    // No text arrives, but the record is still written again.
    await fs.utimes(record, new Date(0), new Date(0));
    await expect.poll(async () => (await fs.stat(record)).mtimeMs).toBeGreaterThan(0);
    const other = open({}, { staleAfter: 20, now: () => 0 });
    expect((await other.list())[0]?.record.samples[0]?.state).toBe('waiting');
    const { events, send } = scriptGeneration();
    const following = asked.follow(events);
    send({ type: 'text', sample: 0, text: 'whole' });
    send({ type: 'finish', sample: 0, report });
    send({ type: 'end', error: null });
    await following;
    await expect.poll(async () => (await other.list())[0]?.record.samples[0]?.state).toBe('done');
    await other.dispose();
    await writing.dispose();
  });

  it('saves what a person changes after the question has ended', async () => {
    const store = open();
    const asked = start();
    await store.keep(asked);
    await store.dispose();
    const again = open();
    const restored = await again.open(asked.id);
    if (!restored) throw new Error('the question is gone');
    await again.keep(restored);
    restored.setVerdict(0, 'wrong', 'person');
    restored.setInfo({ reference: '42' });
    await again.dispose();
    const last = await open().open(asked.id);
    expect(last?.record).toMatchObject({ info: { reference: '42' }, samples: [{ verdict: 'wrong' }] });
  });

  it('loses nothing that could not be written, says so once, and writes all of it with the next change', async () => {
    await fs.writeFile(folder, 'a file where the folder should be');
    const store = open();
    const asked = start('How many?');
    await store.keep(asked);
    const { events, send } = scriptGeneration();
    const following = asked.follow(events);
    send({ type: 'text', sample: 0, text: '<think>so ' });
    send({ type: 'text', sample: 0, text: 'far' });
    await expect.poll(() => asked.text(0)).toBe('<think>so far');
    await store.flush();
    const unsaved = 'The trajectory “How many?” could not be saved in Recent Trajectories.';
    expect(failures).toEqual([unsaved]);
    expect((await store.open(asked.id))?.text(0)).toBe('<think>so far');
    await fs.rm(folder);
    send({ type: 'end', error: null });
    await following;
    await store.flush();
    expect((await open().open(asked.id))?.text(0)).toBe('<think>so far');
    expect((await open().list())[0]?.record.samples[0]?.state).toBe('done');
    // The next failure is another one.
    await fs.rename(folder, `${folder} before`);
    await fs.writeFile(folder, '');
    asked.setVerdict(0, 'right', 'person');
    await store.flush();
    expect(failures).toEqual([unsaved, unsaved]);
  });

  it('writes a text as a whole after a part of it could not be appended', async () => {
    const store = open({ flushEvery: 1e6 });
    const asked = start();
    await store.keep(asked);
    const { events, send } = scriptGeneration();
    void asked.follow(events);
    const appending = vi.spyOn(fs, 'appendFile').mockImplementationOnce(async (file) => {
      await fs.writeFile(file, 'so f');
      throw new Error('ENOSPC');
    });
    send({ type: 'text', sample: 0, text: 'so far' });
    await expect.poll(() => asked.text(0)).toBe('so far');
    await store.flush();
    expect(await sampleText(asked.id)).toBe('so f');
    await store.flush();
    expect(await sampleText(asked.id)).toBe('so far');
    expect(failures.length).toBe(1);
    appending.mockRestore();
    await store.dispose();
  });

  it('keeps a new question although an old one cannot be deleted', async () => {
    const store = open({ maxCount: 1 });
    await store.keep(await whole('one'));
    const removing = vi.spyOn(fs, 'rm').mockRejectedValueOnce(new Error('EPERM'));
    await store.keep(await whole('two'));
    expect(await questions(store)).toEqual(['two']);
    expect(logged.join('\n')).toContain('EPERM');
    removing.mockRestore();
  });

  it('lists the newest question first and removes the oldest ones above the limit on their number', async () => {
    const store = open({ maxCount: 2 });
    const questions = [start('one'), start('two'), start('three')];
    for (const asked of questions) {
      await asked.follow(
        (async function* () {
          await Promise.resolve();
          yield { type: 'end', error: null } as const;
        })(),
      );
      await store.keep(asked);
    }
    expect((await store.list()).map(({ record }) => record.info.question)).toEqual(['three', 'two']);
    expect((await fs.readdir(folder)).length).toBe(2);
  });

  it('removes the oldest questions above the limit on their size, but never the newest', async () => {
    const store = open({ maxBytes: 10 });
    for (const text of ['one', 'two']) {
      const asked = start(text);
      await asked.follow(
        (async function* () {
          await Promise.resolve();
          yield { type: 'text', sample: 0, text: 'more than ten bytes' } as const;
          yield { type: 'end', error: null } as const;
        })(),
      );
      await store.keep(asked);
    }
    expect((await store.list()).map(({ record }) => record.info.question)).toEqual(['two']);
  });

  const whole = async (text: string): Promise<AskedQuestion> => {
    const asked = start(text);
    await asked.follow(
      (async function* () {
        await Promise.resolve();
        yield { type: 'text', sample: 0, text: `${text} answered` } as const;
        yield { type: 'end', error: null } as const;
      })(),
    );
    return asked;
  };
  const questions = async (store: RecentStore) =>
    (await store.list()).map(({ record }) => record.info.question);

  it('restores a deleted question as it was, with changes that a person made in the meantime', async () => {
    const store = open();
    const [first, second] = [await whole('one'), await whole('two')];
    await store.keep(first);
    await store.keep(second);
    const removed = await store.remove(first.id);
    expect(await questions(store)).toEqual(['two']);
    expect(await questions(open())).toEqual(['two']);
    expect(await store.open(first.id)).toBeNull();
    first.setVerdict(0, 'right', 'person');
    await removed?.restore();
    expect(await questions(store)).toEqual(['two', 'one']);
    await store.flush();
    const again = await open().open(first.id);
    expect(again?.text(0)).toBe('one answered');
    expect(again?.record.samples[0]?.verdict).toBe('right');
    first.setVerdict(0, 'wrong', 'person');
    await store.flush();
    expect((await open().open(first.id))?.record.samples[0]?.verdict).toBe('wrong');
    expect(await store.remove('gone')).toBeNull();
  });

  it('writes nothing to the place of a question that changes while it is removed', async () => {
    const store = open();
    const asked = await keepEnded(store);
    const removal = { isOver: false };
    const removing = store.remove(asked.id).finally(() => {
      removal.isOver = true;
    });
    const verdicts = ['right', 'wrong'] as const;
    for (let change = 0; !removal.isOver; change++) {
      asked.setVerdict(0, verdicts[change % 2] ?? 'right', 'person');
      await new Promise(setImmediate);
    }
    const removed = await removing;
    expect(await fs.readdir(folder)).toEqual([]);
    expect(await store.list()).toEqual([]);
    await removed?.restore();
    await store.flush();
    expect((await open().open(asked.id))?.record.samples).toEqual(asked.record.samples);
  });

  it('goes on storing a question that could not be removed', async () => {
    const store = open();
    const asked = await keepEnded(store);
    await fs.writeFile(`${folder}-deleted`, 'in the way');
    await expect(store.remove(asked.id)).rejects.toThrow(/EEXIST/u);
    asked.setVerdict(0, 'right', 'person');
    await store.flush();
    expect((await store.list()).map(({ record }) => record.samples[0]?.verdict)).toEqual(['right']);
    expect((await open().open(asked.id))?.record.samples[0]?.verdict).toBe('right');
  });

  it('deletes a removed question permanently when nobody can restore it, or after a day', async () => {
    const store = open();
    const [first, second] = [await whole('one'), await whole('two')];
    await store.keep(first);
    await store.keep(second);
    const aside = `${folder}-deleted`;
    await (await store.remove(first.id))?.discard();
    expect(await fs.readdir(aside)).toEqual([]);
    // The window is closed before anybody restores the question.
    await store.remove(second.id);
    await open().list();
    expect(await fs.readdir(aside)).toEqual([second.id]);
    clock += 25 * 60 * 60 * 1000;
    await open().list();
    expect(await fs.readdir(aside)).toEqual([]);
  });

  it('does not delete a question that is still being answered', async () => {
    const store = open();
    const [running, over] = [start('one'), await whole('two')];
    await store.keep(running);
    await store.keep(over);
    await expect(store.remove(running.id)).rejects.toMatchObject({ reason: 'bad-input' });
    await store.clear();
    expect(await questions(store)).toEqual(['one']);
    expect(await fs.readdir(folder)).toEqual([running.id]);
  });

  it('stores the probabilities of tokens beside the text, and forgets those of another text', async () => {
    const store = open();
    const asked = start();
    await store.keep(asked);
    const { events, send } = scriptGeneration();
    const probabilities = {
      lengths: [1, 1],
      logprobs: [-0.5, null],
      counts: [1, 0],
      alternatives: ['5'],
      alternativeLogprobs: [-1.5],
    };
    send({ type: 'text', sample: 0, text: '42' });
    send({ type: 'probabilities', sample: 0, probabilities });
    send({ type: 'finish', sample: 0, report });
    send({ type: 'end', error: null });
    await asked.follow(events);
    expect(asked.probabilities(0)).toEqual(probabilities);
    await store.flush();
    const reopened = await open().open(asked.id);
    expect(reopened?.probabilities(0)).toEqual(probabilities);
    await fs.appendFile(path.join(folder, asked.id, 'sample-0.txt'), '!');
    expect((await open().open(asked.id))?.probabilities(0)).toBeNull();
  });

  it('leaves a damaged record in place and reports it', async () => {
    await fs.mkdir(path.join(folder, 'broken'), { recursive: true });
    await fs.writeFile(path.join(folder, 'broken', 'record.json'), '{"id": "bro');
    const store = open();
    expect(await store.list()).toEqual([]);
    expect(logged.join('\n')).toContain('could not be read');
    expect(await fs.readdir(folder)).toEqual(['broken']);
  });
});
