import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { exportTraining } from '../../../src/cli/verbs/exportTraining/exportTraining.ts';
import { VerlTable } from '../../../src/cli/verbs/exportTraining/verlTable.ts';
import { fixture, temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

interface Exported {
  readonly status: number;
  readonly said: string;
  readonly out: string;
  /** The records of train.jsonl. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly sources: readonly Readonly<Record<string, unknown>>[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly folder: string;
}

const linesOf = (file: string): readonly Readonly<Record<string, unknown>>[] =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    : [];

async function run(
  records: readonly object[],
  args: readonly string[],
  { signal = new AbortController().signal, parent = temporaryFolder() } = {},
): Promise<Exported> {
  const file = path.join(parent, 'run.jsonl');
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  for (const name of ['p1.png', 'p2.png']) fs.writeFileSync(path.join(parent, name), '');
  const folder = path.join(parent, 'out');
  const [said, out]: [string[], string[]] = [[], []];
  let status = -1;
  try {
    status = await exportTraining([file, '--out', folder, ...args], {
      terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
      stdin: Readable.from([Buffer.from('')]),
      environment: {},
      interrupted: signal,
    });
  } finally {
    expect(fs.readdirSync(parent).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }
  const report = path.join(folder, 'export.json');
  return {
    status,
    said: said.join('\n'),
    out: out.join(''),
    rows: linesOf(path.join(folder, 'train.jsonl')),
    sources: linesOf(path.join(folder, 'sources.jsonl')),
    counts: fs.existsSync(report) ? (JSON.parse(fs.readFileSync(report, 'utf8')) as Exported['counts']) : {},
    folder,
  };
}

/** A record of a rollout, with one page image. */
const rollout = (group: string, output: string, score: number | null, more: object = {}): object => ({
  uid: group,
  input: `<image>${group}?`,
  output,
  gts: `answer of ${group}`,
  score,
  images: ['p1.png'],
  step: 1,
  ...more,
});

const NAMED = ['--images', 'name'];

describe('pagetrace export-training', () => {
  it('writes each sample once, with where it comes from', async () => {
    const records = [
      rollout('a', 'x', 1),
      rollout('a', 'x', 1),
      rollout('a', 'y', 0.2),
      rollout('b', 'z', 0.9, { images: ['p1.png', 'none.png'], input: 'b?' }),
      rollout('b', 'w', 0.9, { images: ['p1.png', 'p2.png'] }),
    ];
    const { rows, sources, counts, said, out, folder } = await run(records, [
      ...['--to', 'llama-factory-sft', '--where', 'score>0.5', '--json', '--name', 'mine'],
      ...NAMED,
    ]);
    const image = path.join(path.dirname(folder), 'p1.png');
    expect(rows).toEqual([
      {
        messages: [
          { role: 'user', content: '<image>a?' },
          { role: 'assistant', content: 'x' },
        ],
        images: [image],
      },
    ]);
    expect(sources).toEqual([
      {
        record: 0,
        file: path.join(path.dirname(folder), 'run.jsonl'),
        line: 1,
        id: 'a',
        group: null,
        reward: 1,
      },
    ]);
    expect(counts['left_out']).toEqual({ duplicate: 1, filter: 1, 'image-missing': 1, 'image-count': 1 });
    expect(JSON.parse(out)).toEqual(counts);
    expect(schemaErrors('export-training', counts)).toEqual([]);
    expect(said).toContain(`Exported 1 of 5 samples to ${folder}: SFT data of LLaMA-Factory.`);
    const info = JSON.parse(fs.readFileSync(path.join(folder, 'dataset_info.json'), 'utf8')) as object;
    expect(info).toMatchObject({ mine: { file_name: 'train.jsonl', formatting: 'sharegpt' } });
  });

  it('pairs the best and the worst sample of each group, wherever they are', async () => {
    const records = [
      rollout('a', 'bad', 0.1, { group: 'a' }),
      rollout('b', 'same', 0.5, { group: 'b' }),
      rollout('a', 'middle', 0.5, { group: 'a' }),
      rollout('b', 'same too', 0.5, { group: 'b' }),
      rollout('a', 'good', 0.9, { group: 'a' }),
      rollout('a', 'unpaid', null, { group: 'a' }),
    ];
    const { rows, sources, counts } = await run(records, ['--to', 'trl-preference', ...NAMED]);
    const said = (text: string) => [{ role: 'assistant', content: [{ type: 'text', text }] }];
    expect(rows).toMatchObject([{ chosen: said('good'), rejected: said('bad') }]);
    expect(sources).toMatchObject([{ record: 0, line: 5, reward: 0.9, rejected: { line: 1, reward: 0.1 } }]);
    expect(counts['left_out']).toEqual({ 'no-pair': 2, 'not-best-or-worst': 1, 'no-reward': 1 });
  });

  it('makes no folder if nothing is exported, and says why', async () => {
    const records = [rollout('a', 'x', 0.1, { group: 'a' }), rollout('a', 'y', 0.9, { group: 'a' })];
    const { status, said, folder } = await run(records, [
      '--to',
      'trl-preference',
      '--margin',
      '0.9',
      ...NAMED,
    ]);
    expect(status).toBe(1);
    expect(said).toBe(
      'Nothing was exported from 2 samples, and no folder was made.\nLeft out: 2 in groups that are paid alike.',
    );
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('writes each question once for reinforcement learning', async () => {
    const records = [
      rollout('a', 'x', 1, { gts: undefined, input: 'c?' }),
      rollout('a', 'x', 1),
      rollout('a', 'y', 0),
      rollout('b', 'z', 0),
    ];
    const { rows, counts } = await run(records, ['--to', 'easyr1', '--images', 'none']);
    expect(rows).toEqual([
      { id: expect.any(String) as string, problem: 'a?', answer: 'answer of a' },
      { id: expect.any(String) as string, problem: 'b?', answer: 'answer of b' },
    ]);
    expect(counts['left_out']).toEqual({ 'no-reference': 1, 'same-question': 1 });
  });

  it('renders images that are in a Parquet file', async () => {
    const parent = temporaryFolder();
    const photo = new Uint8Array(
      fs.readFileSync(new URL('../../../media/sample/people-page.jpg', import.meta.url)),
    );
    const columnData: ColumnSource[] = [
      { name: 'image', data: [new Uint8Array([1]), photo], type: 'BYTE_ARRAY' },
    ];
    fs.writeFileSync(
      path.join(parent, 'all.parquet'),
      new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1 })),
    );
    const inParquet = (row: number) => ({
      pagetrace: 1,
      id: String(row),
      question: 'Who?',
      reference: '5',
      response: '<answer>5</answer>',
      num_images: 1,
      record: {
        documents: [{ path: `all.parquet#row=${row}&column=image`, sha256: null }],
        images: [{ image: 1, document: 1, page: 1 }],
      },
    });
    const { rows, folder, counts } = await run([inParquet(2), inParquet(3)], ['--to', 'trl-sft'], { parent });
    expect(counts).toMatchObject({ left_out: { 'image-missing': 1 } });
    expect(rows).toHaveLength(1);
    const [name] = fs.readdirSync(path.join(folder, 'images'));
    expect(name).toMatch(/-1-\d+x\d+\.jpg$/);
  });

  it('renders the pages that were sent, each once', async () => {
    const asked = {
      pagetrace: 1,
      question: 'How much?',
      reference: '5',
      response: '<answer>5</answer>',
      num_images: 2,
      record: {
        evaluation: { settings: { pixels: { min_pixels: 784, max_pixels: 50_176 } } },
        documents: [{ path: fixture('data-sheet.pdf'), sha256: null }],
        images: [
          { image: 1, document: 1, page: 2 },
          { image: 2, document: 1, page: 1 },
        ],
      },
    };
    const { rows, folder, counts, said } = await run(
      [
        { ...asked, id: '1' },
        { ...asked, id: '2', response: 'b' },
      ],
      ['--to', 'trl-sft'],
    );
    const images = fs.readdirSync(path.join(folder, 'images'));
    expect(rows.map((row) => row['images'])).toEqual([rows[0]?.['images'], rows[0]?.['images']]);
    expect([rows[0]?.['images']].flat().sort()).toEqual(images.map((name) => `images/${name}`).sort());
    expect(images).toHaveLength(2);
    for (const name of images) {
      const [, page, width, height] = /-(\d)-(\d+)x(\d+)\.jpg$/.exec(name) ?? [];
      expect([1, 2]).toContain(Number(page));
      expect(Number(width) * Number(height)).toBeLessThanOrEqual(50_176);
      expect(
        fs
          .readFileSync(path.join(folder, 'images', name))
          .subarray(0, 3)
          .toString('hex'),
      ).toBe('ffd8ff');
    }
    expect(counts).toMatchObject({ images: { mode: 'write', written: 2 }, question_alone: 2 });
    expect(said).toContain('The prompt of 2 records is the question alone');
  });

  it.each<[string, readonly string[], string]>([
    ['no form', [], 'needs the form'],
    ['an unknown form', ['--to', 'alpaca'], '--to'],
    ['images of verl by name', ['--to', 'verl', ...NAMED], 'holds the images themselves'],
    ['a bad name', ['--to', 'llama-factory-sft', '--name', 'a b'], 'cannot be the name'],
    ['a verdict without a reward', ['--to', 'trl-sft', '--judge', 'right'], '--judge'],
  ])('refuses %s', async (_, args, said) => {
    await expect(run([rollout('a', 'x', 1)], args)).rejects.toThrow(said);
  });

  it('writes nothing when it is stopped, and into no folder that has files', async () => {
    await expect(
      run([rollout('a', 'x', 1)], ['--to', 'trl-sft', ...NAMED], { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      reason: 'cancelled',
    });
    const { folder } = await run([rollout('a', 'x', 1)], ['--to', 'trl-sft', ...NAMED]);
    const parent = path.dirname(folder);
    await expect(run([rollout('a', 'x', 1)], ['--to', 'trl-sft', ...NAMED], { parent })).rejects.toThrow(
      'has files already',
    );
  });
});

describe('a Parquet file for verl', () => {
  it('holds messages, images and what rewards read, in row groups', async () => {
    const row = (index: number) => ({
      data_source: 'pagetrace',
      prompt: [{ role: 'user', content: `<image>Q${index}?` }],
      images: index % 2 === 0 ? [{ bytes: new Uint8Array([0x89, index]), path: 'a.png' }] : [],
      ability: 'document-qa',
      reward_model: { style: 'rule', ground_truth: String(index) },
      extra_info: { split: 'train', index, id: null, question: 'é' },
    });
    const file = path.join(temporaryFolder(), 'train.parquet');
    const table = new VerlTable((bytes) => fs.promises.appendFile(file, bytes));
    for (let index = 0; index < 205; index += 1) await table.add(row(index));
    await table.finish();
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(file), utf8: false });
    expect(read).toHaveLength(205);
    expect(read[204]).toEqual({ ...row(204), extra_info: { ...row(204).extra_info, index: 204n } });
    expect(read[1]?.['images']).toEqual([]);
  });
});
