import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../src/cli/verbs/runs/runs.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { readPromptFile } from '../../../src/core/prompts/promptFile.ts';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { call, curationRun, PAPER_COUNTS, PAPER_TOOLS } from '../toolPool/curation.ts';

interface Ran {
  readonly out: string;
  readonly said: readonly string[];
}

async function run(args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  await runs(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (text) => said.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return { out: out.join(''), said };
}

async function refusal(args: readonly string[]): Promise<string> {
  try {
    await run(args);
  } catch (error) {
    return asPageTraceError(error).message;
  }
  return 'none';
}

function writeRun(responses: readonly string[], score = (_at: number) => 1): string {
  const file = path.join(temporaryFolder(), 'run.jsonl');
  const lines = responses.map((output, at) =>
    JSON.stringify({ input: `question ${at}`, output, gts: 'r', score: score(at), step: 1 + (at % 3) }),
  );
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

describe('the tools of a run', () => {
  it('has the counts and the coverage of the paper', async () => {
    const file = writeRun(curationRun(), (at) => at % 2);
    const { out } = await run([file, '--tools', '--format', 'json']);
    const json = JSON.parse(out) as {
      readonly tools: readonly { name: string; trajectories: number; calls: number; definitions: unknown }[];
      readonly coverage: readonly { k: number; uses: number }[];
      readonly covered: number;
    };
    expect(schemaErrors('runs-tools', json)).toEqual([]);
    expect(json).toMatchObject({ trajectories: 1500, top: 7, compared: 'score' });
    expect(json.tools.map(({ trajectories }) => trajectories)).toEqual(PAPER_COUNTS);
    expect(new Set(json.tools.map(({ name }) => name))).toEqual(new Set(PAPER_TOOLS));
    expect(json.tools[0]).toMatchObject({
      name: 'read_text_element',
      calls: 2 * 964,
      definitions: { count: 964, descriptions: [{ text: 'Does read_text_element.', count: 964 }] },
    });
    const all = PAPER_COUNTS.reduce((sum, count) => sum + count, 0);
    const top = PAPER_COUNTS.slice(0, 7).reduce((sum, count) => sum + count, 0);
    expect(json.covered).toBe(top / all);
    expect((100 * json.covered).toFixed(1)).toBe('98.9');
    expect((100 * (json.coverage[5]?.uses ?? 0)).toFixed(1)).toBe('97.4');
    expect((await run([file, '--tools'])).out).toContain(
      'The first 7 tools cover 98.9% of all uses (a trajectory is one use of each of its tools);',
    );
  });

  const SOME = [
    call('read_text') + call('zoom'),
    call('Read-Text').repeat(2),
    call('read_text'),
    'no tool is used here <answer>1</answer>',
  ];

  it('are printed as text, Markdown, CSV and lines of JSON', async () => {
    const file = writeRun(SOME, (at) => at % 2);
    const text = await run([file, '--tools', '--top', '1']);
    expect(text.out).toBe(`3 trajectories of 4 use tools.
  tool       trajectories  share  calls  success  score with  score without     beside
  read_text             3  75.0%      4    33.3%      0.3333              1       zoom
  ---
  zoom                  1  25.0%      1     0.0%           0         0.6667  read_text
The first tool covers 75.0% of all uses (a trajectory is one use of each of its tools);
2 trajectories use no other tool, 66.7% of those with tools.
Spellings that count as the same tool:
  read_text: Read-Text (1, case or separators)
`);
    expect((await run([file, '--tools', '--format', 'csv'])).out.split('\r\n').slice(0, 2)).toEqual([
      'name,trajectories,share,calls,judged,right,success,mean_with,mean_without,covered,whole_share,spellings,together,args,description',
      `read_text,3,0.75,4,3,1,${1 / 3},${1 / 3},1,0.75,${2 / 3},"Read-Text (1, case or separators)",zoom,,`,
    ]);
    const markdown = (await run([file, '--tools', '--format', 'markdown'])).out;
    expect(markdown).toContain('## Tools');
    expect(markdown).toContain('| **`read_text`** | 3 | 75.0% | 4 | 33.3% |');
    const lines = (await run([file, '--tools', '--format', 'jsonl'])).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['read_text', 'zoom']);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      examples: [
        { file, line: 1 },
        { file, line: 2 },
        { file, line: 3 },
      ],
    });
  });

  it('are those of the samples that a filter leaves', async () => {
    const { out } = await run([writeRun(SOME), '--tools', '--where', 'tool:zoom']);
    expect(out).toContain('1 trajectory of 1 use tools.');
  });

  it('say so where there are none', async () => {
    const file = writeRun(['no tool']);
    expect((await run([file, '--tools'])).out).toBe('0 trajectories of 1 use tools.\n');
    expect((await run([file, '--tools', '--format', 'csv'])).out).toBe('');
    expect(await refusal([file, '--tools', '--toolbox', path.join(temporaryFolder(), 'p.jinja')])).toBe(
      'No sample uses a tool, so there is no toolbox to write.',
    );
  });

  it('refuse options that need --tools, and report those that have no effect', async () => {
    const file = writeRun(SOME);
    expect(await refusal([file, '--top', '3'])).toBe('--top is given without --tools.');
    expect(await refusal([file, '--tools', '--top', '0'])).toContain('--top must be a whole number');
    expect(await refusal([file, '--tools', '--toolbox', 'box.yaml'])).toBe(
      '--toolbox box.yaml is no prompt file.',
    );
    expect((await run([file, '--tools', '--rows', '1', '--top', '9'])).said).toEqual([
      '--rows has no effect with --tools.',
      '--top asks for 9 tools, and the samples use 2.',
    ]);
  });
});

describe('--toolbox', () => {
  it('writes a prompt that the lint has nothing to say about, and the reward that takes its tools', async () => {
    const file = writeRun(curationRun());
    const prompt = path.join(temporaryFolder(), 'found.jinja');
    const { said } = await run([file, '--tools', '--top', '9', '--toolbox', prompt]);
    const reward = path.join(path.dirname(prompt), 'found.reward.json');
    expect(said).toEqual([`${prompt} was written, and ${reward} with the reward that pays for its tools.`]);
    const { profile } = readComposite(fs.readFileSync(reward, 'utf8'), 'found.reward.json');
    const text = fs.readFileSync(prompt, 'utf8');
    expect(lintPrompt(text, { name: 'found', composite: profile }).findings).toEqual([]);
    expect(readPromptFile('found', text).prompt.toolbox).toHaveLength(9);
    fs.rmSync(prompt);
    expect(await refusal([file, '--tools', '--top', '9', '--toolbox', prompt])).toBe(
      `${reward} exists, and would be replaced.`,
    );
  });

  it('replaces the toolbox of a prompt that exists, and says what the run does not describe', async () => {
    const prompt = path.join(temporaryFolder(), 'mine.jinja');
    fs.writeFileSync(
      prompt,
      '{# pagetrace:\ntoolbox: lang2act\n-#}\n{% for tool in toolbox %}{{ tool.name }}{% endfor %} {{ content }}',
    );
    const { said } = await run([writeRun([call('find_row')]), '--tools', '--toolbox', prompt]);
    expect(said).toEqual([
      `The toolbox of ${prompt} was replaced; its text prints it.`,
      `No definition describes find_row: complete what ${prompt} says of it.`,
    ]);
    expect(readPromptFile('mine', fs.readFileSync(prompt, 'utf8')).prompt.toolbox).toEqual([
      { name: 'find_row', args: 'Image k: <where on the page>', description: 'Find row.' },
    ]);
  });

  it('leaves out tools whose names are not plain, and says which', async () => {
    const prompt = path.join(temporaryFolder(), 'found.jinja');
    const attack = '{{ 7 * 7 }}\nEverything is fine.';
    const responses = [call('zoom') + call(attack) + call('a\nb') + call(' ')];
    const { said } = await run([writeRun(responses), '--tools', '--toolbox', prompt]);
    expect(said[1]).toBe(
      '3 tools are left out of the toolbox, because a prompt cannot offer the name: "", a b and {{ 7 * 7 }} Everything is fine.. Names have at most 100 characters: letters, digits, "_", "-", ".", ":", and single spaces between them.',
    );
    expect(said[2]).toBe(`No definition describes zoom: complete what ${prompt} says of it.`);
    const reward = fs.readFileSync(prompt.replace('.jinja', '.reward.json'), 'utf8');
    expect(readComposite(reward, 'found.reward.json').problems).toEqual([]);
    expect(readPromptFile('found', fs.readFileSync(prompt, 'utf8')).prompt.toolbox).toMatchObject([
      { name: 'zoom' },
    ]);
  });

  it('replaces neither what is read nor what is written otherwise', async () => {
    const folder = temporaryFolder();
    const run1 = writeRun([call('zoom')]);
    const prompt = path.join(folder, 'a.jinja');
    const lost = (file: string): string => `${file} would replace a file that is read.`;
    expect(await refusal([run1, '--tools', '--toolbox', prompt, '--out', prompt])).toBe(lost(prompt));
    const reward = path.join(folder, 'a.reward.json');
    expect(await refusal([run1, '--tools', '--toolbox', prompt, '--out', reward])).toBe(lost(reward));
    fs.copyFileSync(run1, prompt);
    expect(await refusal([prompt, '--tools', '--toolbox', prompt])).toBe(lost(prompt));
    expect(await refusal([run1, '--references', prompt, '--tools', '--toolbox', prompt])).toBe(lost(prompt));
  });

  it('is a complete prompt in a file that is empty', async () => {
    const prompt = path.join(temporaryFolder(), 'empty.jinja');
    fs.writeFileSync(prompt, '\n');
    const { said } = await run([writeRun([call('zoom')]), '--tools', '--toolbox', prompt]);
    expect(said[0]).toMatch(/^\S+empty\.jinja was written, and/);
  });

  it('has names as code in Markdown, where none is a mention, a link or an entity', async () => {
    const file = writeRun([call('@name') + call('a&amp;b'), call('@name')]);
    const { out } = await run([file, '--tools', '--top', '1', '--format', 'markdown']);
    expect(out).toContain('| **`@name`** |');
    expect(out).toContain('| `a&amp;b` |');
  });

  it('is not written if no name is plain', async () => {
    const prompt = path.join(temporaryFolder(), 'found.jinja');
    expect(await refusal([writeRun([call('{# c')]), '--tools', '--toolbox', prompt])).toBe(
      `No tool has a name that a prompt can offer, so ${prompt} was not written.`,
    );
    expect(fs.existsSync(prompt)).toBe(false);
  });

  it('leaves a prompt alone whose settings cannot be read', async () => {
    const prompt = path.join(temporaryFolder(), 'broken.jinja');
    fs.writeFileSync(prompt, '{# pagetrace:\ntoolbox: [\n-#}\nx');
    expect(await refusal([writeRun([call('zoom')]), '--tools', '--toolbox', prompt])).toBe(
      `The settings of ${prompt} cannot be read, so its toolbox was not replaced.`,
    );
    expect(fs.readFileSync(prompt, 'utf8')).toContain('toolbox: [');
  });
});

describe('the alerts of a run', () => {
  const BAD = Array.from({ length: 60 }, () => '<answer>1</answer>');

  /** 20 groups of three samples that are all paid the same. */
  function alike(): string {
    const file = path.join(temporaryFolder(), 'alike.jsonl');
    const lines = BAD.map((output, at) =>
      JSON.stringify({ input: `${at % 20}`, output, gts: 'r', score: 0.5, step: 1 }),
    );
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }

  it('are in the summary, with the filter that shows their samples', async () => {
    const { out } = await run([alike(), '--format', 'json']);
    const json = JSON.parse(out) as { readonly alerts: unknown };
    expect(schemaErrors('runs', json)).toEqual([]);
    expect(json.alerts).toEqual([
      {
        code: 'groups-without-variance',
        title: 'Most groups teach nothing',
        sentence:
          'In step 1, all samples of 20 of 20 groups (100%) are paid the same, so that no advantage tells them apart.',
        steps: { first: 1, last: 1 },
        filter: 'step=1 group.n>1 group.std=0',
      },
    ]);
    expect((await run([alike()])).out).toContain("    --where 'step=1 group.n>1 group.std=0'\n");
  });

  it('can be turned off, and are left out of what a filter leaves', async () => {
    expect((await run([alike(), '--no-alerts', 'groups-without-variance'])).out).not.toContain('alerts');
    expect((await run([alike(), '--no-alerts', 'all'])).out).not.toContain('alerts');
    expect((await run([alike(), '--where', 'step=1'])).out).not.toContain('alerts');
    expect(await refusal([alike(), '--no-alerts', 'x'])).toBe('--no-alerts names "x", which is no alert.');
  });
});

describe('tools beside metrics', () => {
  const file = (): string => writeRun([call('zoom'), call('zoom') + call('crop')], (at) => at);

  it('follow them in formats for people, and are a part of the JSON', async () => {
    for (const [format, head] of [
      ['markdown', '## Tools\n'],
      ['table', '2 trajectories of 2 use tools.\n'],
    ] as const) {
      const { out } = await run([file(), '--metrics', '--tools', '--format', format]);
      expect(out.indexOf(head)).toBeGreaterThan(out.indexOf('score'));
    }
    const json = JSON.parse((await run([file(), '--metrics', '--tools', '--format', 'json'])).out) as {
      readonly tool_pool: unknown;
    };
    expect(schemaErrors('runs', json)).toEqual([]);
    expect(schemaErrors('runs-tools', json.tool_pool)).toEqual([]);
  });

  it('are refused in formats of one table', async () => {
    expect(await refusal([file(), '--metrics', '--tools', '--format', 'csv'])).toBe(
      '--tools with metrics or a comparison cannot be written as csv.',
    );
  });
});
