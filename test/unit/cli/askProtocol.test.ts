import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { protocolFor } from '../../../src/cli/arguments/protocolOption.ts';
import { ask } from '../../../src/cli/verbs/ask/ask.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { serveOffline } from '../../../src/offline/http/server.ts';
import { fixture, temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const REPORT = fixture('annual-report.pdf');
const BOXES = '[{"bbox_2d": [1, 2, 3, 4]}]';

async function run(args: readonly string[]): Promise<{ readonly out: string; readonly said: string }> {
  const out: string[] = [];
  const said: string[] = [];
  const terminal = silentTerminal({ out: (text) => out.push(text), say: (line) => said.push(line) });
  await ask(args, {}, terminal, new AbortController().signal);
  return { out: out.join(''), said: said.join('\n') };
}

/** Asks a server that says `answers`, one after the other. */
async function askServer(
  name: string,
  answers: readonly string[],
  more: readonly string[],
  protocol: readonly string[] = ['--protocol', name],
) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'out.trajectory');
  const server = await serveOffline({
    answer: () => {
      throw new Error('Nothing is read.');
    },
    script: answers.map((text) => ({ text })),
    apiKey: '',
    version: '0.32.0',
    log: () => undefined,
  });
  try {
    const ran = await run([
      ...['What was total revenue?', REPORT, '--prompt', name, ...protocol, '--server', server.url],
      ...['--max-pixels', '200704', '--out', file, ...more],
    ]);
    return { ...ran, file: parseTrajectoryFile(fs.readFileSync(file, 'utf8')) };
  } finally {
    await server.close();
  }
}

describe('ask --protocol', () => {
  test('a model that searches is shown the page that fits, and the part of it that it asks for', async () => {
    const { out, said, file } = await askServer(
      'vrag-rl',
      [
        '<think>I lack it.</think><search>number of employees by region</search>',
        '<think>Closer.</think><bbox>[10, 10, 200, 200]</bbox>',
        '<think>I see.</think><answer>42</answer>',
      ],
      ['--index-folder', temporaryFolder()],
    );
    expect(said).toContain('answered after 3 turns of the model: The model answered.');
    expect(out.trimEnd()).toBe(file.response);
    const { images, conversation } = file.info;
    expect(images).toHaveLength(1);
    const added = conversation?.turns.flatMap((turn) => turn.images) ?? [];
    expect(added.map(({ page }) => page)).toEqual([images[0]?.page, images[0]?.page]);
    expect(added[1]?.region).not.toBeNull();
    // Within the budget, to which the part was enlarged.
    expect((added[1]?.width ?? 0) * (added[1]?.height ?? 0)).toBeGreaterThan(195_000);
  });

  test('VisDoM reads passages of the text, then page images, and combines both', async () => {
    const pass = '## Evidence:\nA line of text.\n\n## Chain of Thought:\nIt is printed.\n\n## Answer:\n42';
    const { said, file } = await askServer(
      'visdom',
      [pass, pass, '## Analysis:\nBoth agree.\n\n## Conclusion:\nBoth.\n\n## Final Answer:\n42'],
      ['--index-folder', temporaryFolder()],
    );
    expect(said).toContain('answered after 3 turns of the model: The model answered.');
    expect(file.info.conversation?.turns.map(({ by, did }) => did ?? by)).toEqual([
      ...['search', 'model', 'search', 'model', 'tool', 'model'],
    ]);
    expect(file.response).toMatch(/Passage 1 \(document 1, page \d+\):\n/);
    expect(file.info.images).toHaveLength(5);
  });

  test('the boxes of another tool come from a file', async () => {
    const boxes = path.join(temporaryFolder(), 'boxes.json');
    fs.writeFileSync(boxes, `${BOXES}\n`);
    const { file } = await askServer(
      'vg-refiner',
      [
        '<think>x</think><function>get_extra_ref_result()</function> and more',
        '\n<rethink>y</rethink><answer>[]</answer>',
      ],
      ['--tool-results', boxes, '--pages', '1'],
    );
    expect(file.response).toContain(`</function>\n<tool>\n${BOXES}\n</tool>\n<rethink>`);
    expect(file.info.toolResults).toBe(BOXES);
    expect(file.info.conversation?.ended).toBe('answered');
  });

  test('the offline reader says what a script has', async () => {
    const script = path.join(temporaryFolder(), 'script.json');
    fs.writeFileSync(script, JSON.stringify(['It is \\boxed{42}.']));
    const common = ['--prompt', 'pixel-reasoner', '--protocol', 'pixel-reasoner', '--script', script];
    const json = await run(['How much?', REPORT, '--pages', '1', ...common, '--json']);
    expect(schemaErrors('ask', JSON.parse(json.out))).toEqual([]);
    expect(JSON.parse(json.out)).toMatchObject({
      conversation: { ended: 'answered', turns: [{ by: 'model' }] },
    });
    const { out, said } = await run(['How much?', REPORT, '--pages', '1', ...common]);
    expect(out.trimEnd()).toBe('It is \\boxed{42}.');
    expect(said).toContain('answered after 1 turn of the model');
    expect(said).not.toContain('text layer');
  });

  test('without --protocol, the settings of the prompt name it', async () => {
    const turns = ['<reason>I lack it.</reason><text_search>employees</text_search>', '<answer>42</answer>'];
    const index = ['--index-folder', temporaryFolder()];
    const { file } = await askServer('mm-search-r1', turns, index, []);
    expect(file.info.conversation).toMatchObject({ protocol: 'mm-search-r1', ended: 'answered' });
    expect(file.info.dialect).toBe('mm-search-r1');
    const single = await askServer('mm-search-r1', turns, ['--pages', '1'], ['--protocol', 'none']);
    expect(single.file.info.conversation ?? null).toBeNull();
    expect(single.file.response).toBe(turns[0]);
  });

  test('the offline reader answers a prompt that begins a conversation in one turn, and says so', () => {
    const said: string[] = [];
    const terminal = silentTerminal({ say: (line) => said.push(line) });
    const prompt = { name: 'mine', protocol: 'vrag-rl' } as const;
    expect(protocolFor(prompt, {}, terminal)).toBeNull();
    expect(said).toEqual(['mine begins a conversation (vrag-rl); the offline reader answers in one turn.']);
    expect(protocolFor(prompt, { script: 'x' }, terminal)?.name).toBe('vrag-rl');
    expect(protocolFor(prompt, { script: 'x', protocol: 'pixel-reasoner' }, terminal)?.name).toBe(
      'pixel-reasoner',
    );
    expect(protocolFor(prompt, { script: 'x', protocol: 'none' }, terminal)).toBeNull();
  });

  test.each<[sentence: string, args: readonly string[]]>([
    ['There is no protocol react.', ['--protocol', 'react', '--server', 'http://127.0.0.1:1']],
    ['The offline reader cannot have a conversation of several turns', ['--protocol', 'vrag-rl']],
    ['--script and --server contradict each other.', ['--script', 'x', '--server', 'http://127.0.0.1:1']],
    ['The script nowhere.json could not be read.', ['--script', 'nowhere.json']],
    ['--step does not apply here.', ['--step']],
    ['--pages does not apply here.', ['--protocol', 'vrag-rl', '--script', 'x', '--pages', '1']],
    [
      '--logprobs does not apply here.',
      ['--protocol', 'vrag-rl', '--server', 'http://127.0.0.1:1', '--json', '--logprobs', '1'],
    ],
    ['A protocol has one sample at a time.', ['--protocol', 'vrag-rl', '--script', 'x', '--samples', '2']],
    ['vg-refiner needs the boxes of the other tool.', ['--protocol', 'vg-refiner', '--script', 'x']],
    [
      '--tool-results does not apply here.',
      ['--protocol', 'pixel-reasoner', '--script', 'x', '--tool-results', 'y'],
    ],
  ])('says “%s”', async (sentence, args) => {
    await expect(run(['How much?', REPORT, ...args])).rejects.toThrow(sentence);
  });
});
