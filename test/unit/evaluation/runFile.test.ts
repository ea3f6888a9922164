import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { RunFile } from '../../../src/evaluation/runFile.ts';
import type { EvaluationSettings } from '../../../src/evaluation/settings.ts';
import { settingsJson } from '../../../src/evaluation/settings.ts';
import { temporaryFolder } from '../../support/files.ts';

const SETTINGS: EvaluationSettings = {
  dataset: 'd',
  prompt: { name: 'lang2act', sha256: 'a'.repeat(64) },
  model: 'm',
  sampling: { temperature: 0, seed: 1 },
  pixels: { minPixels: 1000, maxPixels: 2000 },
  pages: 'given',
};

const { signal } = new AbortController();

const record = (item: string, sample: number, more: object = {}) => ({
  pagetrace: 1,
  id: `${item}#${sample}`,
  response: 'é\u2028\u{1f600}',
  ...more,
  record: { evaluation: { item, sample, settings: settingsJson(SETTINGS) } },
});

const open = (file: string, settings = SETTINGS): Promise<RunFile> => RunFile.open(file, settings, signal);

async function written(...samples: readonly (readonly [string, number])[]): Promise<string> {
  const file = path.join(temporaryFolder(), 'run.jsonl');
  const run = await open(file);
  for (const [item, sample] of samples) await run.append(record(item, sample));
  await run.close();
  return file;
}

describe('the file of a run', () => {
  it('goes on with what it lacks', async () => {
    const file = await written(['a', 1], ['a', 2], ['b', 1]);
    const run = await open(file);
    expect([run.samples.has('a', 1), run.samples.has('a', 3), run.samples.has('b', 1)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(run.samples.ended).toBe(3);
    await run.close();
    expect(fs.existsSync(`${file}.lock`)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'is refused if it is something else, also a pipe, which nobody may ever read',
    async () => {
      const folder = temporaryFolder();
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const [name, what] of [
        [pipe, 'a pipe or a device, not a file.'],
        ['/dev/null', 'a pipe or a device, not a file.'],
        [folder, 'a folder, not a file.'],
      ] as const)
        await expect(open(name)).rejects.toMatchObject({
          reason: 'file-unwritable',
          message: `${name} is ${what}`,
        });
      expect(fs.readdirSync(folder)).toEqual(['pipe']);
    },
  );

  it('asks for failed samples again, until they have ended', async () => {
    const file = await written(['a', 1]);
    let run = await open(file);
    await run.append(record('b', 1, { response: undefined, error: { message: 'gone' } }));
    expect([run.samples.failed, run.samples.has('b', 1)]).toEqual([1, false]);
    await run.close();
    run = await open(file);
    expect([run.samples.ended, run.samples.failed]).toEqual([1, 1]);
    await run.append(record('b', 1));
    expect([run.samples.ended, run.samples.failed]).toEqual([2, 0]);
    await run.close();
  });

  it('loses nothing that had ended wherever the last line was cut, and repeats nothing', async () => {
    const file = await written(['a', 1], ['b', 1], ['c', 1]);
    const whole = fs.readFileSync(file);
    const ends = [...whole.keys()].filter((at) => whole[at] === 10);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        fs.writeFileSync(file, whole.subarray(0, length));
        const run = await open(file);
        // A line that lacks nothing but its end is whole.
        const ended = ends.filter((end) => end <= length).length;
        expect(run.samples.ended).toBe(ended);
        for (const item of ['a', 'b', 'c']) if (!run.samples.has(item, 1)) await run.append(record(item, 1));
        await run.close();
        expect(fs.readFileSync(file)).toEqual(whole);
      }),
      propertyRuns(),
    );
  });

  it('is written by one evaluation at a time', async () => {
    const file = await written(['a', 1]);
    const run = await open(file);
    await expect(open(file)).rejects.toMatchObject({ reason: 'bad-input' });
    await run.close();
    await (await open(file)).close();
  });

  it('is opened once by two that begin at the same time, by whatever names', async () => {
    const folder = temporaryFolder();
    const link = `${folder}-link`;
    fs.symlinkSync(folder, link);
    try {
      const opened = await Promise.allSettled(
        [folder, link, folder].map((each) => open(path.join(each, 'new.jsonl'))),
      );
      const runs = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(runs).toHaveLength(1);
      await runs[0]?.close();
      await (await open(path.join(link, 'new.jsonl'))).close();
    } finally {
      fs.rmSync(link);
    }
  });

  it('waits for the name in a lock that another process is about to write', async () => {
    const file = await written(['a', 1]);
    fs.writeFileSync(`${file}.lock`, '');
    vi.spyOn(fs.promises, 'readFile')
      .mockResolvedValueOnce('')
      .mockImplementationOnce((lock) => {
        fs.writeFileSync(lock as string, JSON.stringify({ pid: 1, host: 'elsewhere' }));
        return Promise.resolve('');
      });
    await expect(open(file)).rejects.toThrow('An evaluation on elsewhere is writing');
  });

  it('is taken over from a process that has ended, and from a lock that was cut short', async () => {
    const file = await written(['a', 1]);
    for (const lock of [JSON.stringify({ pid: 2 ** 22 + 1, host: os.hostname() }), '{"p']) {
      fs.writeFileSync(`${file}.lock`, lock);
      const run = await open(file);
      expect(run.samples.ended).toBe(1);
      await run.close();
    }
    // In a container, every process may have the same id.
    const link = path.join(path.dirname(file), 'link.jsonl');
    fs.symlinkSync(file, link);
    fs.writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, host: os.hostname() }));
    const again = await open(file);
    await expect(open(link)).rejects.toThrow(`Another evaluation (process ${process.pid}) is writing`);
    await again.close();
    fs.writeFileSync(`${file}.lock`, JSON.stringify({ pid: 1, host: 'elsewhere' }));
    await expect(open(file)).rejects.toThrow('An evaluation on elsewhere is writing');
  });

  it('says what is different if it was made with other settings, and keeps it', async () => {
    const file = await written(['a', 1]);
    const before = fs.readFileSync(file);
    const other = { ...SETTINGS, model: 'n', sampling: { seed: 1, temperature: 1 } };
    await expect(open(file, other)).rejects.toThrow('the model and the sampling');
    await expect(open(file, { ...SETTINGS, judge: 'answer' })).rejects.toThrow('the judge');
    // The order of keys does not matter.
    await (await open(file, { ...SETTINGS, sampling: { seed: 1, temperature: 0 } })).close();
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it.each(['{"input": "x"}\n', 'notes', '{"input": ', 'x\n{"pagetrace":1'])(
    'is never a file that no evaluation wrote: %j',
    async (content) => {
      const file = path.join(temporaryFolder(), 'other.jsonl');
      fs.writeFileSync(file, content);
      await expect(open(file)).rejects.toThrow('no evaluation wrote it');
      expect(fs.readFileSync(file, 'utf8')).toBe(content);
      expect(fs.existsSync(`${file}.lock`)).toBe(false);
    },
  );

  it.each([
    ['a packed file', gzipSync('{"input": "x"}')],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x0a, 0xff, 0xd9, 0x0a])],
    ['text in another encoding', Buffer.from('{"input": "größer"}', 'latin1')],
  ])('is never %s', async (_, content) => {
    const file = path.join(temporaryFolder(), 'other.jsonl');
    fs.writeFileSync(file, content);
    await expect(open(file)).rejects.toThrow('no evaluation wrote it');
    expect(fs.readFileSync(file)).toEqual(content);
  });

  it('keeps what somebody has put behind it in another encoding', async () => {
    const file = await written(['a', 1]);
    fs.appendFileSync(file, Buffer.from('größer', 'latin1'));
    const before = fs.readFileSync(file);
    await expect(open(file)).rejects.toThrow('no evaluation wrote it');
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it('goes on after a record that was cut inside of a character', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    fs.writeFileSync(file, Buffer.from('{"pagetrace":1,"question":"größer').subarray(0, -4));
    const run = await open(file);
    await run.append(record('a', 1));
    await run.close();
    expect(fs.readFileSync(file)).toEqual(fs.readFileSync(await written(['a', 1])));
  });

  it.each([
    [
      'moved away',
      (file: string) => {
        fs.renameSync(file, `${file}.old`);
      },
    ],
    [
      'replaced, as editors save files',
      (file: string) => {
        fs.writeFileSync(`${file}.new`, fs.readFileSync(file));
        fs.renameSync(`${file}.new`, file);
      },
    ],
  ])('writes nothing more if the file was %s, and says so', async (_, change) => {
    const file = await written(['a', 1]);
    const run = await open(file);
    await run.append(record('b', 1));
    change(file);
    await expect(run.append(record('c', 1))).rejects.toMatchObject({
      reason: 'file-unwritable',
      message: `${file} was deleted, moved or replaced while the evaluation wrote it.`,
    });
    expect([run.samples.has('b', 1), run.samples.has('c', 1)]).toEqual([true, false]);
    await run.close();
    if (fs.existsSync(`${file}.old`)) fs.renameSync(`${file}.old`, file);
    expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it.each([
    [
      'shorter',
      (file: string) => {
        fs.truncateSync(file, 10);
      },
    ],
    [
      'longer',
      (file: string) => {
        fs.appendFileSync(file, '{"note": "mine"}\n');
      },
    ],
  ])('writes nothing into a file that another program has made %s, and says so', async (_, change) => {
    const file = await written(['a', 1]);
    const run = await open(file);
    change(file);
    const before = fs.readFileSync(file);
    await expect(run.append(record('b', 1))).rejects.toMatchObject({
      reason: 'file-unwritable',
      message: `Another program has changed ${file} while the evaluation wrote it.`,
    });
    await run.close();
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it('counts a record once that somebody has copied, and none with a number that is no sample', async () => {
    const file = path.join(temporaryFolder(), 'run.jsonl');
    const passed = JSON.stringify(record('a', 1, { numbers: { passed: 1 } }));
    const odd = [0, -1, 1.5].map((sample) => JSON.stringify(record('a', sample, { numbers: { passed: 1 } })));
    fs.writeFileSync(file, [passed, passed, ...odd].map((line) => `${line}\n`).join(''));
    const run = await open(file);
    const { ended, passed: count, decided } = run.samples;
    expect([ended, count, decided]).toEqual([1, 1, 1]);
    await run.close();
  });

  it('refuses a file into which somebody has put a run with other settings, and keeps it', async () => {
    const file = await written(['a', 1]);
    const other = path.join(temporaryFolder(), 'other.jsonl');
    const run = await open(other, { ...SETTINGS, model: 'n' });
    await run.append({
      ...record('b', 1),
      record: { evaluation: { item: 'b', sample: 1, settings: settingsJson({ ...SETTINGS, model: 'n' }) } },
    });
    await run.close();
    const both = Buffer.concat([fs.readFileSync(file), fs.readFileSync(other)]);
    fs.writeFileSync(file, both);
    await expect(open(file)).rejects.toThrow(
      `${file} was made with other settings. What is different: the model.`,
    );
    expect(fs.readFileSync(file)).toEqual(both);
  });

  it('keeps records apart that are appended at once', async () => {
    const file = await written();
    const run = await open(file);
    const items = Array.from({ length: 50 }, (_, at) => `q${at}`);
    await Promise.all(items.map((item) => run.append(record(item, 1))));
    await run.close();
    const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      items.map((item) => `${item}#1`),
    );
  });
});
