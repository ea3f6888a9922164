import fs from 'node:fs';
import promises from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { expandInputs } from '../../../../src/runs/reading/expandInputs.ts';
import { readInputs, WITHOUT_OPTIONS, type InputItem } from '../../../../src/runs/reading/inputs.ts';
import { temporaryFolder } from '../../../support/files.ts';

const VERL = '{"input": "q", "output": "a", "gts": null, "score": 1}\n';
let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function write(name: string, text = VERL): void {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}

async function read(name: string): Promise<readonly InputItem[]> {
  const items: InputItem[] = [];
  for await (const portion of readInputs([path.join(folder, name)], WITHOUT_OPTIONS)) items.push(...portion);
  return items;
}

const expandAll = (...names: readonly string[]): ReturnType<typeof expandInputs> =>
  expandInputs(names.map((name) => path.join(folder, name)));

const expand = async (...names: readonly string[]): Promise<readonly string[]> =>
  (await expandAll(...names)).files.map((file) => path.relative(folder, file));

describe('a folder of records', () => {
  it('is its files in the order of their numbers', async () => {
    for (const name of ['10.jsonl', '2.jsonl', '1.jsonl', '002.jsonl']) write(name);
    expect(await expand('.')).toEqual(['1.jsonl', '002.jsonl', '2.jsonl', '10.jsonl']);
  });

  it('has files of records only, also in its folders', async () => {
    write('step_10/traces.jsonl');
    write('step_9/traces.jsonl');
    write('output_2.json', `[${VERL}]`);
    write('rollouts');
    write('completions_00010.parquet', 'PAR1');
    write('a.jsonl.gz', 'x');
    write('config.json', '{\n  "name": "run"\n}\n');
    write('LICENSE', 'Some text.\n');
    write('notes.txt', 'Some text.\n');
    write('rollouts.txt');
    write('samples.json.gz', `[${VERL}]`);
    write('notes.md', 'Some text.\n');
    write('.hidden.jsonl');
    write('.cache/1.jsonl');
    write('node_modules/a/1.jsonl');
    write('image.png', 'x');
    expect(await expand('.')).toEqual([
      'a.jsonl.gz',
      'completions_00010.parquet',
      'output_2.json',
      'rollouts',
      'rollouts.txt',
      'samples.json.gz',
      'step_9/traces.jsonl',
      'step_10/traces.jsonl',
    ]);
  });

  it('is read without the metrics beside the records', async () => {
    write('rollouts/1.jsonl');
    write(
      'metrics.jsonl',
      '{"step": 1, "loss": 0.25, "time": "2026-03-01T10:00:00Z", "lr": {"actor": 1e-6}}\n',
    );
    write(
      'trainer_log.jsonl',
      '{"current_steps": 5, "total_steps": 90, "elapsed_time": "0:00:12", "left": "1m 2s"}\n',
    );
    // A form that is not known may be guessed, and a file of steps is not looked into.
    write('own.jsonl', '{"q": "How many?", "n": 4}\n');
    write('step_2.jsonl', '{"step": 2}\n');
    write('torn.jsonl', '{"step": 2');
    expect(await expand('.')).toEqual(['own.jsonl', 'rollouts/1.jsonl', 'step_2.jsonl', 'torn.jsonl']);
  });

  it('says which of its folders cannot be looked at', async () => {
    write('a/1.jsonl');
    write('locked/2.jsonl');
    const { readdir } = promises;
    const spied = vi.spyOn(promises, 'readdir') as unknown as MockInstance<(file: string) => unknown>;
    spied.mockImplementation((file: string) =>
      file.endsWith('locked') ? Promise.reject(new Error('EACCES')) : readdir(file, { withFileTypes: true }),
    );
    onTestFinished(() => {
      spied.mockRestore();
    });
    expect(await expand('.')).toEqual(['a/1.jsonl', 'locked']);
    expect(await read('.')).toMatchObject([
      { sample: { question: 'q' } },
      { place: { file: path.join(folder, 'locked') }, problem: expect.any(String) as string },
    ]);
  });

  it('is entered once, whatever links lead to it', async () => {
    write('a/1.jsonl');
    fs.symlinkSync(folder, path.join(folder, 'a/loop'));
    fs.symlinkSync(path.join(folder, 'a'), path.join(folder, 'b'));
    fs.symlinkSync(path.join(folder, 'gone'), path.join(folder, 'dangling.jsonl'));
    // Reading the link says that there is no such file.
    expect(await expand('.')).toEqual(['a/1.jsonl', 'dangling.jsonl']);
  });

  it('keeps what is no folder, and a folder without records, for reading to say what it is', async () => {
    write('empty/notes.md', 'x');
    write('1.jsonl');
    expect(await expand('1.jsonl', 'gone.jsonl', 'empty')).toEqual(['1.jsonl', 'gone.jsonl', 'empty']);
    expect(await expandInputs(['-'])).toEqual({ files: ['-'], leftOut: [] });
    expect(await read('empty')).toMatchObject([
      { problem: expect.stringContaining('is a folder without files of records.') as unknown },
    ]);
  });

  it('has a limit', async () => {
    for (const name of ['1.jsonl', '2.jsonl', '3.jsonl']) write(name);
    await expect(expandInputs([folder], 2)).rejects.toMatchObject({ reason: 'bad-input' });
    expect((await expandInputs([folder], 3)).files).toHaveLength(3);
  });

  it('counts a file once, under a name that is no link', async () => {
    write('10.jsonl');
    write('2.jsonl');
    fs.symlinkSync('10.jsonl', path.join(folder, '1-latest.jsonl'));
    fs.linkSync(path.join(folder, '2.jsonl'), path.join(folder, '3.jsonl'));
    expect(await expand('.')).toEqual(['2.jsonl', '10.jsonl']);
    // What a person names stays, and comes first.
    expect(await expand('1-latest.jsonl', '.')).toEqual(['1-latest.jsonl', '2.jsonl']);
    expect(await expand('3.jsonl', '2.jsonl', './3.jsonl')).toEqual(['3.jsonl']);
    expect((await expandAll('.')).leftOut).toEqual([]);
  });

  it('counts a link to a file elsewhere', async () => {
    write('elsewhere/1.jsonl');
    write('run/2.jsonl');
    fs.symlinkSync('../elsewhere/1.jsonl', path.join(folder, 'run/linked.jsonl'));
    expect(await expand('run')).toEqual(['run/2.jsonl', 'run/linked.jsonl']);
  });

  it('of prime-rl has all rollouts once, with those that it trained on', async () => {
    for (const kind of ['train/all', 'train/effective', 'eval/all', 'val/effective'])
      write(`step_1/${kind}/traces.jsonl`);
    write('step_1/train/effective/other.jsonl');
    const { leftOut } = await expandAll('.');
    expect(await expand('.')).toEqual([
      'step_1/eval/all/traces.jsonl',
      'step_1/train/all/traces.jsonl',
      'step_1/train/effective/other.jsonl',
      'step_1/val/effective/traces.jsonl',
    ]);
    expect(leftOut).toEqual([
      { folder, name: path.join('step_1/train/effective/traces.jsonl'), why: 'held-elsewhere' },
    ]);
    // What a person names is read.
    const named = ['step_1/train/all/traces.jsonl', 'step_1/train/effective/traces.jsonl'];
    expect(await expand(...named)).toEqual(named);
    expect(await expand('step_1/train/effective')).toHaveLength(2);
  });

  it('names the files that are not read although their names would fit', async () => {
    write('rollouts/1.jsonl');
    write('metrics.jsonl', '{"step": 1, "loss": 0.25}\n');
    write('a/config.json', '{\n  "name": "run"\n}\n');
    for (const name of ['LICENSE', 'notes.txt', 'notes.md', 'run.yaml', '.hidden.json', 'image.png', 'a.py'])
      write(name, 'Some text.\n');
    const { leftOut } = await expandAll('.');
    expect(leftOut).toEqual([
      { folder, name: path.join('a/config.json'), why: 'no-records' },
      { folder, name: 'metrics.jsonl', why: 'no-records' },
    ]);
  });

  it('gives each sample the step of its file or folder', async () => {
    write('2.jsonl');
    write('step_3/traces.jsonl');
    write('other/4.jsonl', VERL.replace('"score"', '"step": 7, "score"'));
    const items = await read('.');
    expect(items.map((item) => ('sample' in item ? item.sample.step : item.problem))).toEqual([2, 7, 3]);
  });
});
