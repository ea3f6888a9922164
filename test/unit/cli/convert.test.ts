import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { convert } from '../../../src/cli/verbs/convert/convert.ts';
import { TrajectoryFolder } from '../../../src/cli/verbs/convert/trajectoryFolder.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { FORM_NAMES } from '../../../src/core/records/writing/forms.ts';
import { SampleSources } from '../../../src/core/records/writing/sampleSource.ts';
import { DialectChoice } from '../../../src/runs/choosing/dialectChoice.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../../src/runs/reading/inputs.ts';
import { readTable } from '../../../src/runs/reading/tableRecords.ts';
import type { Sample } from '../../../src/core/records/sample.ts';
import { sampleWith } from '../../support/anySample.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

interface Context {
  readonly input?: string;
  readonly signal?: AbortSignal;
}

async function run(args: readonly string[], { input = '', signal }: Context = {}): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await convert(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([Buffer.from(input)]),
    environment: {},
    interrupted: signal ?? new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

const refused = (args: readonly string[], context?: Context): Promise<ReturnType<typeof asPageTraceError>> =>
  run(args, context).then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: unknown) => asPageTraceError(error),
  );

function write(name: string, lines: readonly unknown[], folder = temporaryFolder()): string {
  const file = path.join(folder, name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  fs.writeFileSync(file, texts.map((text) => `${text}\n`).join(''));
  return file;
}

async function samplesOf(...files: readonly string[]): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for await (const items of readInputs(files, { ...WITHOUT_OPTIONS, readTable }))
    for (const item of items) {
      if ('problem' in item) throw new Error(item.problem);
      samples.push(item.sample);
    }
  return samples;
}

const verl = (output: string, score: number, more: object = {}) => ({
  input: 'q',
  output,
  gts: '1',
  score,
  ...more,
});

/** Records of several forms, with faults among them. */
const MIXED = [
  verl('a', 1, { step: 3, topic: 't' }),
  '{"input": "q", "output": "b", "gts": null, "score": NaN, "n": 12345678901234567890}',
  { custom_id: 'c', response: null, error: { message: 'out of memory' } },
  '{"output": ',
  { prompt: ['p', 'p'], completion: ['c', 'd'], reward: [0, 1] },
];

describe('samples that are converted', () => {
  it('are lines on standard output, and what is lost is named', async () => {
    const file = write('runs.jsonl', MIXED);
    const { status, out, said } = await run([file, '--to', 'llama-factory']);
    expect(status).toBe(2);
    expect(out).toBe(
      [
        '{"prompt":"q","predict":"a","label":"1"}',
        '{"prompt":"q","predict":"b","label":null}',
        '{"prompt":"p","predict":"c","label":null}',
        '{"prompt":"p","predict":"d","label":null}',
        '',
      ].join('\n'),
    );
    expect(said).toEqual([
      `${file}:3: The request failed, so there is no response: out of memory`,
      expect.stringContaining(`${file}:4: This is not JSON`),
      'Converted 4 samples.',
      'Predictions of LLaMA-Factory have no place for: score (4 samples), n (1 sample), step (1 sample), topic (1 sample).',
      'Left out: 1 failed request, 1 broken record (json 1).',
    ]);
  });

  it.each(['all.jsonl', 'all.jsonl.gz', 'all.parquet'])('are the same samples again in %s', async (name) => {
    const folder = temporaryFolder();
    const step = write('4.jsonl', MIXED.slice(0, 2), folder);
    const table = write('swift.jsonl', MIXED.slice(4), folder);
    const out = path.join(folder, name);
    expect(await run([step, table, '--to', 'pagetrace', '--out', out])).toMatchObject({
      status: 0,
      out: '',
      said: [`Converted 4 samples to ${out}.`],
    });
    expect(await samplesOf(out)).toStrictEqual(await samplesOf(step, table));
    expect(fs.readdirSync(folder).sort()).toEqual([name, path.basename(step), path.basename(table)].sort());
  });

  it('keep the samples of a record together in lines, and apart in tables', async () => {
    const file = write('swift.jsonl', MIXED.slice(4));
    const { out } = await run([file, '--to', 'pagetrace']);
    expect(out.split('\n')).toHaveLength(2);
    expect(JSON.parse(out)).toMatchObject({ samples: [{ response: 'c' }, { response: 'd' }], record: {} });
    const parquet = path.join(path.dirname(file), 'swift.parquet');
    await run([file, '--to', 'pagetrace', '--out', parquet]);
    const [first, second] = await samplesOf(parquet);
    expect(second?.record).toEqual(first?.record);
  });

  it('are a packed file that other programs read', async () => {
    const file = write('a.jsonl', [verl('a', 1)]);
    const out = path.join(path.dirname(file), 'b.jsonl.gz');
    await run([file, '--to', 'verl', '--out', out]);
    expect(gunzipSync(fs.readFileSync(out)).toString()).toBe(
      '{"input":"q","output":"a","gts":"1","score":1}\n',
    );
  });

  it('are files in folders of their steps, which read as the samples', async () => {
    const folder = temporaryFolder();
    const lines = [
      verl('a', 1, { step: 3, id: 'x/1' }),
      verl('b', 0, { step: 10, id: 'x/1' }),
      verl('c', 0, { id: 'X_1' }),
    ];
    const out = path.join(folder, 'new', 'answers');
    await run([write('a.jsonl', lines), '--to', 'trajectory', '--out', out]);
    expect(fs.readdirSync(out, { recursive: true }).sort()).toEqual([
      'X_1.trajectory',
      'step_10',
      'step_10/x_1.trajectory',
      'step_3',
      'step_3/x_1.trajectory',
    ]);
    expect(fs.readdirSync(path.dirname(out))).toEqual(['answers']);
    expect(
      (await samplesOf(out)).map(({ response, question, reference, step }) => [
        response,
        question,
        reference,
        step,
      ]),
    ).toEqual([
      ['c', 'q', '1', null],
      ['a', 'q', '1', 3],
      ['b', 'q', '1', 10],
    ]);
  });

  it('are those that match a filter, also one that asks for groups or the reward', async () => {
    const lines = [
      verl('a', 1),
      verl('b', 0),
      { ...verl('c', 1), input: 'r' },
      { ...verl('d', 1), input: 'r' },
    ];
    const file = write('a.jsonl', lines);
    const outputs = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { out } = await run([file, '--to', 'openrlhf', '--where', ...args]);
      return out
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { output: unknown }).output);
    };
    expect(await outputs('score>0.5')).toEqual(['a', 'c', 'd']);
    expect(await outputs('group.std=0')).toEqual(['c', 'd']);
    expect(await outputs('reward<0.5 and score=0', '--profile', 'lang2act')).toEqual(['b']);
    const { said } = await run([file, '--to', 'openrlhf', '--where', 'scroe=1']);
    expect(said.at(-1)).toBe('No sample has the field scroe, which --where asks for. Did you mean score?');
    for (const once of process.platform === 'win32' ? ['-'] : ['-', '/dev/null'])
      expect((await refused([once, '--to', 'verl', '--where', 'group.std=0'])).message).toContain(
        'only once',
      );
    vi.spyOn(DialectChoice.prototype, 'look').mockImplementationOnce(() => {
      fs.appendFileSync(file, '{}\n');
    });
    expect((await refused([file, '--to', 'verl', '--where', 'group.std=0'])).message).toContain(
      'was changed',
    );
    expect((await refused([file, '--to', 'verl', '--where', 'claim:found'])).message).toContain(
      'which are not looked for here',
    );
  });

  it('have their fields where the person says, also from standard input', async () => {
    const { out, said } = await run(
      ['-', '--to', 'verl', '--field', 'response=text', '--field', 'score=meta.s'],
      {
        input: '{"text": "r", "meta": {"s": 1, "t": 2}}\n',
      },
    );
    expect(out).toBe('{"input":null,"output":"r","gts":null,"score":1}\n');
    expect(said.at(-1)).toBe('Rollouts of verl have no place for: meta.t (1 sample).');
  });

  it('are reported as JSON that follows its schema', async () => {
    const file = write('a.jsonl', MIXED);
    const out = path.join(path.dirname(file), 'b.parquet');
    const ran = await run([file, '--to', 'trl', '--out', out, '--json']);
    const report = JSON.parse(ran.out) as unknown;
    expect(schemaErrors('convert', report)).toEqual([]);
    expect(report).toMatchObject({
      to: 'trl',
      container: 'parquet',
      out,
      files: 1,
      formats: { verl: 1, 'ms-swift-table': 1 },
      records: 5,
      samples: 4,
      written: 4,
      lost: [
        { name: 'n', samples: 1 },
        { name: 'topic', samples: 1 },
      ],
      changed: [],
      failed: 1,
      broken: { count: 1, by: { json: 1 } },
      problems: [
        { line: 3, reason: 'failed' },
        { line: 4, reason: 'json' },
      ],
    });
  });

  it('name what a table cannot hold', async () => {
    const file = write('a.jsonl', [
      '{"input": "q", "output": "\\ud800", "gts": 1, "score": 1, "__proto__": 2}',
    ]);
    const out = path.join(path.dirname(file), 'b.parquet');
    const { said } = await run([file, '--to', 'verl', '--out', out]);
    expect(said.slice(1)).toEqual([
      'Rollouts of verl have no place for: __proto__ (1 sample).',
      'Changed: output (1 sample: halves of characters are U+FFFD).',
    ]);
    expect(await samplesOf(out)).toMatchObject([{ response: '\uFFFD', groundTruth: 1, score: 1 }]);
  });
});

describe('an output', () => {
  it('is only replaced as a whole, and nothing is left of it after Ctrl+C', async () => {
    const folder = temporaryFolder();
    const file = write('a.jsonl', [verl('a', 1)], folder);
    const old = write('old', ['old'], folder);
    for (const [form, name] of [
      ['verl', 'old'],
      ['verl', 'b.jsonl.gz'],
      ['verl', 'b.parquet'],
      ['trajectory', 'b'],
    ] as const) {
      const stop = new AbortController();
      const stdin = (async function* () {
        await Promise.resolve();
        yield fs.readFileSync(file);
        stop.abort();
        yield Buffer.from('\n');
      })();
      const error = await convert(['-', '--to', form, '--out', path.join(folder, name)], {
        terminal: silentTerminal(),
        stdin,
        environment: {},
        interrupted: stop.signal,
      }).catch(asPageTraceError);
      expect(error).toMatchObject({ reason: 'cancelled', hint: 'Nothing was written.' });
    }
    expect(fs.readdirSync(folder).sort()).toEqual(['a.jsonl', 'old']);
    expect(fs.readFileSync(old, 'utf8')).toBe('old\n');
  });

  it('is never one of the inputs', async () => {
    const folder = temporaryFolder();
    const file = write('a.jsonl', [verl('a', 1)], folder);
    expect((await refused([file, '--to', 'verl', '--out', file])).message).toContain(
      'would replace a file that is read',
    );
    expect((await refused([folder, '--to', 'verl', '--out', file])).message).toContain(
      'would replace a file that is read',
    );
    const answers = path.join(folder, 'answers');
    await run([file, '--to', 'trajectory', '--out', answers]);
    expect((await refused([answers, '--to', 'trajectory', '--out', answers, '--force'])).message).toContain(
      'would replace',
    );
    const within = path.join(answers, 'sample.trajectory');
    expect((await refused([within, '--to', 'trajectory', '--out', answers, '--force'])).message).toContain(
      'may be replaced',
    );
  });

  it('is not put into a folder with files unless the person says so', async () => {
    const folder = temporaryFolder();
    const file = write('a.jsonl', [verl('a', 1, { id: 'x' }), verl('b', 1, { id: 'y', step: 1 })]);
    const [kept, replaced] = [write('kept', ['kept'], folder), write('x.trajectory', ['old'], folder)];
    const args = [file, '--to', 'trajectory', '--out', folder];
    expect(await refused(args)).toMatchObject({
      message: `The folder ${folder} has files already.`,
      hint: expect.stringContaining('--force') as unknown,
    });
    await run([...args, '--force']);
    expect(fs.readdirSync(folder).sort()).toEqual(['kept', 'step_1', 'x.trajectory']);
    expect(fs.readFileSync(kept, 'utf8')).toBe('kept\n');
    expect(fs.readFileSync(replaced, 'utf8')).toContain('\na\n');
    const empty = temporaryFolder();
    await run([file, '--to', 'trajectory', '--out', empty]);
    expect(fs.readdirSync(empty).sort()).toEqual(['step_1', 'x.trajectory']);
  });

  it('has no more files than a folder that can be read', async () => {
    const folder = path.join(temporaryFolder(), 'a');
    const files = await TrajectoryFolder.open(folder, false, 1);
    const sample = sampleWith({});
    const item = {
      place: { file: '-', line: 1, bytes: null, sample: null },
      sample,
      format: 'fields',
      score: null,
      unjudged: false,
      user: null,
    };
    const source = new SampleSources({}).of(sample, 'fields', 0);
    await files.add(item, source);
    await expect(files.add(item, source)).rejects.toThrow('There are more than 1 samples');
    await files.abandon();
    expect(fs.readdirSync(path.dirname(folder))).toEqual([]);
  });

  it.each([
    [['--out', 'a.jsonl'], 'convert needs the form'],
    [['--to', 'verk'], '--to must be'],
    [['--to', 'trajectory'], '--to trajectory needs a folder.'],
    [['--to', 'verl', '--json'], '--json is given without --out.'],
    [['--to', 'verl', '--out', 'a.jsonl.zst'], 'convert does not write .zst files.'],
    [['--to', 'verl', '--out', 'nowhere/a.parquet'], 'cannot be written'],
    [['--to', 'verl', '--out', '/dev/null.gz/a'], 'cannot be written'],
  ])('is refused with %j', async (args, said) => {
    expect((await refused([write('a.jsonl', [verl('a', 1)]), ...args])).message).toContain(said);
  });

  it('is refused for a table without rows', async () => {
    const file = write('a.jsonl', [verl('a', 1)]);
    const out = path.join(path.dirname(file), 'b.parquet');
    const error = await refused([file, '--to', 'verl', '--out', out, '--where', 'score>5']);
    expect(error.message).toContain('There is no sample to write');
    expect(fs.readdirSync(path.dirname(file))).toEqual(['a.jsonl']);
  });

  it('says which options have no effect', async () => {
    const { said } = await run([
      write('a.jsonl', [verl('a', 1)]),
      '--to',
      'verl',
      '--force',
      '--judge',
      'right',
    ]);
    expect(said.slice(0, 2)).toEqual([
      '--force has no effect with --to verl.',
      '--judge has no effect with no --where.',
    ]);
  });

  it('is explained by --help, with every form', async () => {
    const { out } = await run(['--help']);
    for (const name of FORM_NAMES) expect(out).toContain(name);
  });
});
