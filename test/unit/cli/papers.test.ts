import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import type { Verb } from '../../../src/cli/terminal/verb.ts';
import { judge } from '../../../src/cli/verbs/judge/judge.ts';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { score } from '../../../src/cli/verbs/score/score.ts';
import { stats } from '../../../src/cli/verbs/stats/stats.ts';
import { fixture, sharedFolder } from '../../support/files.ts';
import { outputOf, runDocumented } from '../../support/documentedCommands.ts';
import { judgeFairly, withJudge } from '../judging/judgeServer.ts';

const VERBS: Readonly<Record<string, Verb>> = { judge, runs, score, stats };

const text = fs.readFileSync(path.join(root, 'docs/papers.md'), 'utf8');
const commands = [...text.matchAll(/`pagetrace ([^`]+)`/g)]
  .map(([, words = '']) => words.split(' '))
  .filter(([verb = '']) => VERBS[verb] !== undefined);

/** A sample with all that the tables need. */
function sample(id: number, value: string, right: boolean) {
  const page = (number: number): string => `report.pdf#page=${number}`;
  return {
    pagetrace: 1,
    id: `q${id}#1`,
    group: `q${id}`,
    question: 'What was total revenue?',
    reference: '518.9',
    references: ['518.9'],
    verdict: right ? 'right' : 'wrong',
    numbers: {
      acc: Number(right),
      retrieval_ms: 5,
      render_ms: 20,
      first_token_ms: 100 * id,
      last_token_ms: 1000,
      tools_ms: 7,
    },
    retrieved_images: ['report_7.jpg', 'report_3.jpg'],
    file_name: 'report.pdf',
    reference_page: ['7'],
    response: `<search>revenue</search><think>Image 2 says ${value}.</think><description><tool name="read_numeric_value" args="Image 2: total">${value}</tool></description><answer>${value}</answer>`,
    record: {
      evidence_sources: ['Table'],
      used_topk_images: [page(3), page(7)],
      gt_image_paths: [page(7)],
      item: {
        id: `q${id}`,
        question: 'What was total revenue?',
        document: 'report.pdf',
        reference: '518.9',
        gold_boxes: [{ page: 7, box: [0, 0, 2000, 2000] }],
      },
      documents: [{ path: 'report.pdf', sha256: null }],
      images: [
        { image: 1, document: 1, page: 3 },
        { image: 2, document: 1, page: 7 },
      ],
    },
  };
}

const boxes = {
  pagetrace: 1,
  id: 'b1',
  response: '<answer>[1, 2, 3, 4]</answer>',
  iou: 0.7,
  tool_iou: 0.3,
  is_refinement: true,
};

describe('docs/papers.md', () => {
  const folder = sharedFolder();

  it('each of its commands runs on the records that it names', async () => {
    const write = (name: string, records: readonly object[]): void => {
      const lines = records.map((each) => `${JSON.stringify(each)}\n`);
      fs.writeFileSync(path.join(folder, name), lines.join(''));
    };
    const samples = [sample(1, '518.9', true), sample(2, '31415.9', false), sample(3, '518.9', true)];
    write('run.jsonl', samples);
    write('baseline.jsonl', [sample(1, '1', false), sample(2, '2', false), sample(3, '518.9', true)]);
    write('rollouts.jsonl', [...samples, sample(1, '7', false), sample(2, '518.9', true)]);
    write('boxes.jsonl', [boxes]);
    fs.mkdirSync(path.join(folder, 'documents'));
    fs.copyFileSync(fixture('annual-report.pdf'), path.join(folder, 'documents', 'report.pdf'));
    const scores = 'Coherence: 4\nNon-Hallucination: 5\nFactual Consistency: 3\nAverage: 4\nExplanation: -';
    const reply = (prompt: string): string =>
      prompt.includes('Coherence') ? scores : judgeFairly(prompt) || '<judge>True</judge>';
    expect(commands.length).toBeGreaterThan(15);
    const outputs = await withJudge(reply, ({ url }) =>
      runDocumented({
        verbs: VERBS,
        commands,
        place: (word) =>
          word === 'URL' ? url : /\.jsonl$|^documents$/.test(word) ? path.join(folder, word) : word,
        folder,
      }),
    );
    for (const [command, output] of outputs)
      if (!command.includes('--out')) expect([command, output]).not.toEqual([command, '']);
    expect(outputOf(outputs, '--ground')).toContain('Gold box seen');
    expect(outputOf(outputs, '--ground')).toContain('Right, gold box seen');
    expect(outputOf(outputs, '--latency')).toContain('end-to-end');
    expect(outputOf(outputs, '--by evidence_sources')).toContain('Table');
    expect(outputOf(outputs, 'run.jsonl --metrics')).toContain('MRR@5');
    expect(outputOf(outputs, 'boxes.jsonl --metrics')).toContain('NSRI');
    expect(outputOf(outputs, 'runs rated.jsonl')).toContain('non_hallucination');
    expect(outputOf(outputs, '--tools')).toContain('read_numeric_value');
    expect(outputOf(outputs, '--agreement')).toContain('kappa');
    expect(outputOf(outputs, 'vrag.jsonl --profile')).toContain('vrag-rl');
  });
});
