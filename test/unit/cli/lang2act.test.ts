import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import type { Verb } from '../../../src/cli/terminal/verb.ts';
import { evalDataset } from '../../../src/cli/verbs/eval/eval.ts';
import { exportTraining } from '../../../src/cli/verbs/exportTraining/exportTraining.ts';
import { judge } from '../../../src/cli/verbs/judge/judge.ts';
import { lint } from '../../../src/cli/verbs/lint/lint.ts';
import { report } from '../../../src/cli/verbs/report/report.ts';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { stats } from '../../../src/cli/verbs/stats/stats.ts';
import { fixture, sharedFolder } from '../../support/files.ts';
import { outputOf, runDocumented } from '../../support/documentedCommands.ts';
import { judgeFairly, withJudge } from '../judging/judgeServer.ts';

const VERBS: Readonly<Record<string, Verb>> = {
  eval: evalDataset,
  'export-training': exportTraining,
  judge,
  lint,
  report,
  runs,
  stats,
};

const text = fs.readFileSync(path.join(root, 'docs/lang2act.md'), 'utf8');
const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
  .map(([, ...words]) => words);

/** Questions of the sample data set, each about another kind of evidence. */
const QUESTIONS = ['founded', 'revenue-2024', 'operating-profit-2023'];

/** The tools that the model defines while they are curated. */
const TOOLS = ['read_table_cell', 'read_sentence', 'find_heading'];

interface Item {
  readonly id: string;
  readonly question: string;
  readonly reference: string | readonly string[];
}

/** What a model says that has learned the stages: every other sample is wrong, and those of one question never are. */
function modelOf(items: readonly Item[]) {
  return (prompt: string): string | readonly string[] => {
    if (prompt.includes('<judge>')) return judgeFairly(prompt);
    const asked = items.find(({ question }) => prompt.includes(question));
    const right = [asked?.reference ?? ''].flat()[0] ?? '';
    if (prompt.includes('DEFINE_TOOL: name')) return curation(prompt, right);
    const own = TOOLS.find((tool) => prompt.includes(tool)) ?? 'read_text_element';
    const evidence = prompt.includes('<tool name=')
      ? `<tool name="${own}" args="Image 1: where it stands">${right}</tool>`
      : `Image 1 says ${right}.`;
    return Array.from({ length: 4 }, (_, sample) => {
      const answer = sample % 2 === 0 || asked?.id === QUESTIONS[0] ? right : 'unknown';
      return `<think>Image 1 holds it. (${sample})</think><description>${evidence}</description><answer>${answer}</answer>`;
    });
  };
}

/** A turn of tool curation: tools that the pool lacks are defined, and all are used. */
function curation(prompt: string, seen: string): string {
  const pool = prompt.slice(prompt.indexOf('The tool pool so far'), prompt.indexOf('Write these three'));
  const lines = TOOLS.filter((tool) => !pool.includes(tool)).map(
    (tool) => `DEFINE_TOOL: ${tool} || Image k: where on the page || Read what is printed there`,
  );
  const uses = TOOLS.map((tool) => `<tool name="${tool}" args="Image 1: top">${seen}</tool>`);
  return [...lines, ...uses, 'END_OF_TOOLS'].join('\n');
}

describe('docs/lang2act.md', () => {
  const folder = sharedFolder();

  it('each of its commands runs on questions of the sample data set, one after the other', async () => {
    fs.copyFileSync(fixture('annual-report.pdf'), path.join(folder, 'annual-report.pdf'));
    const sample = path.join(root, 'media/sample/annual-report.dataset.jsonl');
    const [head = '', ...lines] = fs.readFileSync(sample, 'utf8').trim().split('\n');
    const chosen = lines.filter((line) => QUESTIONS.includes((JSON.parse(line) as Item).id));
    fs.writeFileSync(path.join(folder, 'annual-report.dataset.jsonl'), [head, ...chosen, ''].join('\n'));
    const items = chosen.map((line) => JSON.parse(line) as Item);
    expect(items).toHaveLength(QUESTIONS.length);
    const outputs = await withJudge(modelOf(items), ({ url }) =>
      runDocumented({
        verbs: VERBS,
        commands,
        place: (word, before) =>
          word === 'URL'
            ? url
            : /\.(?:jsonl|jinja|json|html)$/.test(word) || before === '--out'
              ? path.join(folder, word)
              : word,
        folder,
      }),
    );
    expect(outputOf(outputs, 'curation.jsonl --tools')).toContain('read_table_cell');
    expect(fs.readFileSync(path.join(folder, 'own-tools.jinja'), 'utf8')).toContain('find_heading');
    // Of three groups, the one whose samples are all right teaches nothing.
    expect(fs.readFileSync(path.join(folder, 'rl/train.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(outputOf(outputs, '--by evidence')).toContain('Table');
    expect(outputOf(outputs, '--ground')).toContain('Gold box seen');
    expect(fs.readFileSync(path.join(folder, 'report.html'), 'utf8')).toContain('What revenue does');
  });
});
