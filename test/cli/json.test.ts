import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { SCHEMA_NAMES, schemaErrors, type SchemaName } from '../support/schemas.ts';
import { DIALECT_PIECES, GOOD_TEXTS } from '../unit/trajectory/dialectTexts.ts';
import { temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli, SMALL_PAGE, useServer } from './support/cli.ts';

/**
 * Keys of objects whose own keys are data: statuses, names of fields, exceptions and defaults, and results of a
 * person's function.
 */
const MAPS: ReadonlySet<string> = new Set([
  'counts',
  'reported',
  'raises',
  'defaults',
  'python',
  'formats',
  'sizes',
  'fields',
  'pass_at',
]);

/** Names that EVisRAG's own reward function returns, and that rows keep unchanged. */
const NAMES_OF_REFERENCES: ReadonlySet<string> = new Set(['isObserve', 'isThink']);

/** Keys of spans. */
const SPANS: ReadonlySet<string> = new Set(['span', 'scope']);

/** Keys that are not snake_case, and spans of another shape, as paths. */
function oddities(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => oddities(each, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const owner = /\w+$/.exec(at)?.[0] ?? '';
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, item]) => {
    const place = `${at}.${key}`;
    const isName = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(key) || NAMES_OF_REFERENCES.has(key);
    const isSpan = typeof item === 'object' && item !== null && 'end' in item;
    return [
      ...(isName || MAPS.has(owner) ? [] : [`${place} is not snake_case`]),
      ...(isSpan !== SPANS.has(key) && item !== null ? [`${place} is no span, or stands elsewhere`] : []),
      ...(isSpan && !isPlainSpan(item) ? [`${place} is a span of another shape`] : []),
      ...oddities(item, place),
    ];
  });
}

function isPlainSpan(item: object): boolean {
  const { start, end, ...more } = item as { readonly start?: unknown; readonly end?: unknown };
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    Number(start) >= 0 &&
    Number(end) >= Number(start) &&
    Object.keys(more).length === 0
  );
}

/** The first records of a file of reference vectors. */
function reference(name: string): string {
  const text = fs.readFileSync(path.join(root, 'test/fixtures/reference', `${name}.jsonl`), 'utf8');
  const file = path.join(temporaryFolder(), `${name}.jsonl`);
  fs.writeFileSync(file, text.split('\n').slice(0, 100).join('\n'));
  return file;
}

const RESPONSES = ['evisrag', 'lang2act', 'vg_refiner', 'vrag_rl'];
const METRICS = ['answer_metrics', 'group_advantages', 'refinement_metrics'];
const POINT = '<think>a</think><answer>[{"point_2d": [1, 2], "label": "dog"}]</answer>';
const GOOD = '<think>Image 1 shows it.</think>\n<answer>42</answer>';

/** What commands print: one value, or one per line, with its schema. */
interface Printed {
  readonly schema: SchemaName;
  readonly definition?: string;
  readonly values: readonly unknown[];
}

/** The fields of a parsed trajectory that the tests check. */
interface Parsed {
  readonly parts?: readonly { readonly kind: string }[];
}

/** The number of kinds of parts. */
const PART_KINDS = 11;

type Print = (
  run: (args: readonly string[], input?: string) => Promise<string>,
) => Promise<readonly Printed[]>;

function jsonLines(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** The output of each verb in all its JSON formats, for inputs that contain everything. */
const VERBS: Readonly<Record<string, Print>> = {
  score: async (run) => {
    const reward = path.join(temporaryFolder(), 'own.py');
    fs.writeFileSync(
      reward,
      'def compute_score(reward_inputs):\n    return [{"overall": float("nan"), "MyField": 1} for _ in reward_inputs]\n',
    );
    const explained = ['score', ...RESPONSES.map(reference), 'missing.jsonl', '--explain'];
    const python = ['score', '-', '--python', reward, '--profile', 'lang2act', '--format', 'jsonl'];
    return [
      { schema: 'score', values: [JSON.parse(await run([...explained, '--format', 'json']))] },
      {
        schema: 'score',
        definition: 'row',
        values: jsonLines(await run([...explained, '--judge', 'unknown', '--format', 'jsonl'])),
      },
      {
        schema: 'score',
        definition: 'row',
        values: jsonLines(await run(python, `${JSON.stringify({ response: GOOD })}\n{}`)),
      },
    ];
  },
  parse: async (run) => {
    const values = [
      ...jsonLines(await run(['parse', ...RESPONSES.map(reference), 'missing.jsonl', '--format', 'jsonl'])),
    ];
    for (const [dialect, good] of Object.entries(GOOD_TEXTS)) {
      const responses = [good, POINT, ...DIALECT_PIECES.map((piece) => `${good}${piece}</think>`)];
      const input = responses.map((response) => JSON.stringify({ response })).join('\n');
      values.push(...jsonLines(await run(['parse', '-', '--dialect', dialect, '--format', 'jsonl'], input)));
    }
    const kinds = new Set(
      (values as readonly Parsed[]).flatMap(({ parts = [] }) => parts.map(({ kind }) => kind)),
    );
    expect(kinds.size).toBe(PART_KINDS);
    return [{ schema: 'trajectory', values }];
  },
  runs: async (run) => {
    const files = RESPONSES.map(reference);
    const options = ['--groups', '--rows', '1,-1'];
    return [
      { schema: 'runs', values: [JSON.parse(await run(['runs', ...files, ...options, '--format', 'json']))] },
      {
        schema: 'runs',
        definition: 'row',
        values: jsonLines(await run(['runs', ...files, '--profile', 'evisrag', '--format', 'jsonl'])),
      },
    ];
  },
  convert: async (run) => {
    const out = path.join(temporaryFolder(), 'all.parquet');
    const files = [...RESPONSES.map(reference), 'missing.jsonl'];
    return [
      {
        schema: 'convert',
        values: [JSON.parse(await run(['convert', ...files, '--to', 'trl', '--out', out, '--json']))],
      },
    ];
  },
  stats: async (run) => {
    const all = [...[...RESPONSES, ...METRICS].map(reference), 'missing.jsonl'];
    return [
      { schema: 'stats', values: [JSON.parse(await run(['stats', ...all, '--groups', '--format', 'json']))] },
      { schema: 'stats', definition: 'row', values: jsonLines(await run(['stats', ...all, '--each'])) },
    ];
  },
  lint: async (run) => {
    const folder = temporaryFolder();
    const broken = path.join(folder, 'broken.jinja');
    fs.writeFileSync(broken, '<image>{{ content }} Think in <think> and answer in <anser>. Call zoom_in.');
    const args = ['lint', 'lang2act', 'evisrag', broken, 'missing.jinja', '--format', 'json'];
    return [{ schema: 'lint', values: [JSON.parse(await run([...args, '--reward', 'lang2act']))] }];
  },
  profiles: async (run) => [
    { schema: 'profiles', values: [JSON.parse(await run(['profiles', '--format', 'json']))] },
  ],
  ask: async (run) => {
    const server = await useServer({ trajectories: [GOOD, 'no format at all'] });
    const page = [...SMALL_PAGE, '--server', server.url];
    const answered = await run(['ask', 'What?', ...page, '--samples', '2', '--reference', '42', '--json']);
    const stopped = await useServer({ trajectories: [GOOD], cutAt: 3 });
    const cut = await run(['ask', 'What?', ...page.slice(0, -1), stopped.url, '--json']);
    return [{ schema: 'ask', values: [JSON.parse(answered), JSON.parse(cut)] }];
  },
};

describe.each(OLDEST_NODE)('the JSON that the command line prints, on $name', ({ node }) => {
  it.each(Object.entries(VERBS))(
    'prints JSON that matches its schema, with snake_case keys and spans of one shape: %s',
    async (_, print) => {
      const printed = await print(async (args, input) => {
        const { stdout } = await runCli(node, args, input === undefined ? {} : { input });
        return stdout;
      });
      for (const { schema, definition, values } of printed) {
        expect(values.length).toBeGreaterThan(0);
        for (const value of values) {
          expect(schemaErrors(schema, value, definition)).toEqual([]);
          expect(oddities(value)).toEqual([]);
        }
      }
    },
  );

  it('detects keys in another case, spans with other keys, and spans under another name', () => {
    const good = { span: { start: 1, end: 2 }, scope: null, raises: { ValueError: 1 } };
    expect(oddities({ list: [good] })).toEqual([]);
    const odd = [
      { firstToken: 1 },
      { span: [1, 2] },
      { span: { start: 1, end: 2, line: 3 } },
      { span: { start: 2, end: 1 } },
      { place: { start: 1, end: 2 } },
    ];
    for (const each of odd) expect(oddities([each])).toHaveLength(1);
  });

  it('names every key in the schemas in snake_case', () => {
    const names = (schema: unknown): readonly string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const { properties = {} } = schema as { readonly properties?: object };
      return [...Object.keys(properties), ...Object.values(schema).flatMap(names)];
    };
    for (const name of SCHEMA_NAMES) {
      const file = path.join(root, 'media/schemas', `${name}.schema.json`);
      const declared = names(JSON.parse(fs.readFileSync(file, 'utf8')));
      const odd = declared.filter((key) => !/^[a-z0-9_]+$/.test(key) && !NAMES_OF_REFERENCES.has(key));
      expect(odd).toEqual([]);
    }
  });
});
