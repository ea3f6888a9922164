import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

const folder = path.join(root, 'test/fixtures/reference');

const parseRows = (text: string): readonly Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const part = (key: string) => (vector: Row) => vector[key] as Row;
const whole = (vector: Row): Row => vector;

/** For each file of reference vectors, a command and the answer that it must give. */
const VECTORS: readonly (readonly [file: string, args: readonly string[], expected: (vector: Row) => Row])[] =
  [
    ['lang2act', ['score', '--profile', 'lang2act', '--judge', 'wrong'], part('reward_if_wrong')],
    ['lang2act', ['score', '--profile', 'lang2act', '--judge', 'right'], part('reward_if_right')],
    [
      'lang2act',
      ['score', '--profile', 'action-rl', '--judge', 'right'],
      (vector) => ({ format_score: part('action_rl')(vector)['format_score'] }),
    ],
    ['evisrag', ['score', '--profile', 'evisrag'], part('scores')],
    ['vg_refiner', ['score', '--profile', 'vg-refiner'], part('with_tool')],
    ['vg_refiner', ['score', '--profile', 'vg-refiner-plain'], part('without_tool')],
    ['vrag_rl', ['score', '--profile', 'vrag-rl-anls'], ({ format, anls }) => ({ format, anls })],
    [
      'vrag_rl_training',
      ['score', '--profile', 'vrag-rl', '--judge', 'right'],
      ({ format, ndcg, right }) => ({ format, ndcg, overall: right }),
    ],
    [
      'vrag_rl_training',
      ['score', '--profile', 'vrag-rl-eval', '--judge', 'right'],
      (vector) => ({ overall: vector['eval_right'] }),
    ],
    ['search_r1', ['score', '--profile', 'search-r1-em'], (vector) => ({ overall: vector['search_r1_em'] })],
    ['answer_metrics', ['stats', '--each'], ({ em, acc, f1 }) => ({ em, acc, f1 })],
    ['group_advantages', ['stats', '--each'], whole],
    ['refinement_metrics', ['stats', '--each'], part('metrics')],
  ];

/** The fields of `expected` in which a row differs. */
function differences(row: Row | undefined, expected: Row): readonly unknown[] {
  return Object.entries(expected)
    .filter(([key, value]) => JSON.stringify(row?.[key]) !== JSON.stringify(value))
    .map(([key, value]) => ({ key, value, found: row?.[key], row }));
}

describe.each(OLDEST_NODE)('the test vectors of the references, on $name', ({ node }) => {
  it.each(VECTORS)(
    'prints the results of the reference for %s, with the arguments %s',
    async (file, args, expected) => {
      const vectors = parseRows(fs.readFileSync(path.join(folder, `${file}.jsonl`), 'utf8'));
      const format = args[0] === 'score' ? ['--format', 'jsonl'] : [];
      const { status, stdout } = await runCli(node, [...args, ...format, path.join(folder, `${file}.jsonl`)]);
      const rows = parseRows(stdout);
      expect(rows).toHaveLength(vectors.length);
      const found = vectors.flatMap((vector, index) => differences(rows[index], expected(vector)));
      expect(found.slice(0, 3)).toEqual([]);
      expect(status).toBe(0);
    },
  );

  it('scores records with the profile of their reference when no profile is named', async () => {
    const profiles = {
      lang2act: 'lang2act',
      evisrag: 'evisrag',
      vg_refiner: 'vg-refiner',
      vrag_rl: 'vrag-rl',
    };
    const cwd = temporaryFolder();
    for (const name of Object.keys(profiles)) {
      const [first = ''] = fs.readFileSync(path.join(folder, `${name}.jsonl`), 'utf8').split('\n');
      fs.writeFileSync(path.join(cwd, `${name}.jsonl`), first);
    }
    const files = Object.keys(profiles).map((name) => `${name}.jsonl`);
    const { stdout } = await runCli(node, ['score', ...files, '--format', 'jsonl'], { cwd });
    expect(parseRows(stdout).map(({ profile }) => profile)).toEqual(Object.values(profiles));
  });
});
