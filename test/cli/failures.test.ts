import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dist, root } from '../../scripts/lib/paths.mjs';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import type { FakeOptions } from '../support/fakeVllm.ts';
import { fixture, temporaryFolder } from '../support/files.ts';
import {
  NODES,
  OLDEST_NODE,
  runCli,
  SMALL_PAGE,
  startCli,
  unusedUrl,
  useServer,
  type CliOptions,
} from './support/cli.ts';

/** The content of every file in a folder, by path. */
function readAll(folder: string): Readonly<Record<string, string>> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, fs.readFileSync(file, 'base64')]),
  );
}

const REPORT = fixture('annual-report.pdf');
const PROTECTED = fixture('password-protected.pdf');
/** A question about pages, to which tests add options. */
const ASK = ['ask', 'What?', REPORT] as const;
const ASK_SMALL = ['ask', 'What?', ...SMALL_PAGE] as const;
const RENDER = ['render', REPORT, '--out', '.'] as const;
const TEXT = '<think>Image 1 shows it.</think>\n<answer>42</answer>';

/** A connection that ends in the middle of an answer, and what is said of it. */
const CUT = { fault: { cutAt: 6 }, sentence: 'was cut in the middle of the answer' };

/** Asks a server whose answer ends in its middle: the text so far is kept, whatever is wrong. */
async function expectPartOfAnswer(
  node: string,
  { fault, sentence }: { readonly fault: Partial<FakeOptions>; readonly sentence: string },
): Promise<void> {
  const out = path.join(temporaryFolder(), 'part.trajectory');
  const server = await useServer({ trajectories: [TEXT], ...fault });
  const args = [...ASK_SMALL, '--server', server.url, '--out', out];
  const { status, stdout, stderr } = await runCli(node, args);
  expect([status, stdout]).toEqual([5, `${TEXT.slice(0, 24)}\n`]);
  expect(stderr).toContain(sentence);
  // The reward is what the answer can still get, not that of an answer without an end.
  expect(stderr).toMatch(/^reward so far \(lang2act\): at most [\d.]+, the response is not complete$/m);
  expect(stderr).not.toContain('reward (lang2act)');
  expect(parseTrajectoryFile(fs.readFileSync(out, 'utf8')).response).toBe(TEXT.slice(0, 24));
  const json = await runCli(node, [...args.slice(0, -2), '--json']);
  expect(json.status).toBe(5);
  expect(JSON.parse(json.stdout)).toMatchObject({
    failure: { message: expect.stringContaining(sentence) as string },
    samples: [{ text: TEXT.slice(0, 24), state: 'failed', score: null, score_so_far: { lost: [] } }],
  });
}

// Pipes, signals, standard output and connections, whose code is in part that of Node.
describe.each(NODES)('errors of the command line, on $name', ({ node }) => {
  it.runIf(fs.existsSync('/dev/full'))('exits with status 1 and says so when standard output is full', () => {
    const full = fs.openSync('/dev/full', 'w');
    try {
      const ended = spawnSync(node, [path.join(dist, 'cli.js'), '--help'], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect(ended.stderr).toMatch(/^pagetrace: Standard output could not be written\.\n.*\n$/);
      expect(ended.status).toBe(1);
    } finally {
      fs.closeSync(full);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'Ctrl+C ends waiting for a pipe, and reading without end',
    async () => {
      const cwd = temporaryFolder();
      // Each command has a pipe of its own: together, one would read what another writes.
      execFileSync('mkfifo', ['pipe', 'references', 'out', 'prompt'], { cwd });
      fs.writeFileSync(path.join(cwd, 'a.jsonl'), '{"response": "<answer>1</answer>"}\n');
      const [file] = SMALL_PAGE;
      const commands = [
        ['score', 'pipe'],
        ['score', 'a.jsonl', '--references', fs.existsSync('/dev/zero') ? '/dev/zero' : 'references'],
        ['score', 'a.jsonl', '--profile', 'lang2act', '--out', 'out'],
        ['ask', 'What?', file, '--prompt', 'prompt'],
      ];
      // They wait side by side.
      const waiting = commands.map((args) => ({ args, running: startCli(node, args, { cwd }) }));
      // There is nothing to wait for: it says nothing before it has read.
      await delay(3_000);
      for (const { running } of waiting) running.interrupt();
      for (const { args, running } of waiting) {
        const { status, stderr } = await running.ended;
        expect([args, status, stderr]).toEqual([
          args,
          130,
          expect.stringContaining('pagetrace: It was interrupted.'),
        ]);
      }
      expect(fs.lstatSync(path.join(cwd, 'out')).isFIFO()).toBe(true);
      const pipe = await runCli(node, ['render', 'pipe', '--out', '.'], { cwd });
      expect([pipe.status, pipe.stderr]).toEqual([
        3,
        expect.stringContaining('pagetrace: pipe is not a file.'),
      ]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    '--out writes to standard output by its name, also through a link',
    async () => {
      const cwd = temporaryFolder();
      fs.symlinkSync('/dev/stdout', path.join(cwd, 'link'));
      const printed = await runCli(node, ['profiles', 'lang2act'], { cwd });
      for (const out of ['/dev/stdout', 'link']) {
        const { status, stdout } = await runCli(node, ['profiles', 'lang2act', '--out', out], { cwd });
        expect([status, stdout]).toEqual([0, printed.stdout]);
      }
      const samples = await runCli(node, [...ASK_SMALL, '--samples', '3', '--out', 'link'], { cwd });
      expect([samples.status, samples.stdout]).toEqual([2, '']);
      expect(samples.stderr).toContain('link is a pipe or a device, which cannot take several samples.');
      expect(fs.readlinkSync(path.join(cwd, 'link'))).toBe('/dev/stdout');
    },
  );

  it('exits with status 4 when nothing listens at the address of the server', async () => {
    const nobody = await unusedUrl();
    const { status, stdout, stderr } = await runCli(node, [...ASK_SMALL, '--server', nobody]);
    expect([status, stdout]).toEqual([4, '']);
    expect(stderr).toContain(`pagetrace: Nothing listens at ${nobody}.`);
  });

  it('exits with status 5 and keeps the text so far when an answer is cut in the middle', () =>
    expectPartOfAnswer(node, CUT));
});

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('errors of arguments and files, on $name', ({ node }) => {
  it.each([
    ['stopped by a dead engine', { errorAt: 6 }, 'The engine of the server has died.'],
    ['ended by an error', { errorAt: 6, errorMessage: 'out of blocks' }, 'out of blocks'],
  ])(
    'exits with status 5 and keeps the text so far when an answer is %s in the middle',
    (_, fault, sentence) => expectPartOfAnswer(node, { fault, sentence }),
  );

  it('exits with status 4 when the server refuses the key or refuses the question', async () => {
    const ask = [...ASK_SMALL, '--server'];
    const server = await useServer({ apiKey: 'secret' });
    const refused = await runCli(node, [...ask, server.url], { env: { PAGETRACE_API_KEY: 'not-it' } });
    expect([refused.status, refused.stdout]).toEqual([4, '']);
    expect(refused.stderr).toMatch(/requires a valid API key \(HTTP 401\)\.\nGive the key .* --api-key-file/);
    expect(refused.stderr).not.toContain('not-it');
    server.set({ apiKey: null });
    const unknown = await runCli(node, [...ask, server.url, '--model', 'gpt-0']);
    expect([unknown.status, unknown.stdout]).toEqual([4, '']);
    expect(unknown.stderr).toMatch(/The server has no model called “gpt-0”\.\nChoose another with --model/);
    const folder = temporaryFolder();
    const before = path.join(folder, 'before.trajectory');
    fs.writeFileSync(before, 'an answer of yesterday');
    server.set({ maxImages: 0 });
    const images = await runCli(node, [...ask, server.url, '--out', before]);
    expect(images.status).toBe(4);
    // No text arrived, so the existing file stays.
    expect(fs.readFileSync(before, 'utf8')).toBe('an answer of yesterday');
  });

  it('exits with status 2 for a prompt that is not UTF-8, has broken YAML, is broken Jinja or asks nothing', async () => {
    const cwd = temporaryFolder();
    const prompts = [
      [Buffer.from([0xff, 0xfe, 0x7b]), 'The prompt file p.jinja is not UTF-8 text.'],
      ['---\ndialect: [\n---\n{{ content }}', 'The settings of the prompt p cannot be used'],
      ['{% for page in pages %}{{ content', 'The prompt p is not a valid Jinja template'],
      ['Nothing is asked.', 'The prompt p does not contain the question.'],
    ] as const;
    const server = await useServer();
    for (const [content, sentence] of prompts) {
      fs.writeFileSync(path.join(cwd, 'p.jinja'), content);
      const args = [...ASK, '--server', server.url, '--prompt', 'p.jinja'];
      const { status, stdout, stderr } = await runCli(node, args, { cwd });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`pagetrace: ${sentence}`);
    }
  });

  it('exits with status 2 rather than overwrite a file that it reads', async () => {
    const cwd = temporaryFolder();
    const server = await useServer();
    fs.copyFileSync(REPORT, path.join(cwd, 'report.pdf'));
    fs.symlinkSync('report.pdf', path.join(cwd, 'link.pdf'));
    fs.mkdirSync(path.join(cwd, 'scans'));
    expect((await runCli(node, ['render', ...SMALL_PAGE, '--out', 'scans'], { cwd })).status).toBe(0);
    fs.writeFileSync(path.join(cwd, 'report-2.trajectory'), '{{ content }}');
    const before = readAll(cwd);
    const ask = ['ask', 'What?', '--server', server.url];
    const commands = [
      [...ask, 'link.pdf', '--out', 'report.pdf'],
      [...ask, 'report.pdf', '--out', 'link.pdf'],
      [...ask, 'scans', '--out', path.join('scans', 'page-1.jpg')],
      [
        ...ask,
        'report.pdf',
        '--prompt',
        'report-2.trajectory',
        '--samples',
        '3',
        '--out',
        'report.trajectory',
      ],
      ['render', 'scans', '--out', 'scans'],
      ['render', path.join('scans', 'page-1.jpg'), '--out', 'scans'],
    ];
    for (const args of commands) {
      const { status, stderr } = await runCli(node, args, { cwd });
      expect(stderr).toMatch(/^pagetrace: \S+ would replace a file that is read\.\nName another place/m);
      expect(status).toBe(2);
    }
    expect(readAll(cwd)).toEqual(before);
    expect(server.requests.filter(({ path: asked }) => asked.endsWith('/completions'))).toEqual([]);
  });

  it('exits with status 1 before it asks anything when the output cannot be written', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    const server = await useServer();
    const places = [path.join(folder, 'missing', 'a.trajectory'), path.join(file, 'a.trajectory'), folder];
    for (const place of places) {
      const ended = await runCli(node, [...ASK, '--server', server.url, '--out', place]);
      expect([ended.status, ended.stdout]).toEqual([1, '']);
      expect(ended.stderr).toMatch(/^pagetrace: .* (cannot be written|is a folder, not a file)\.\n/);
    }
    expect(server.requests).toEqual([]);
    const render = await runCli(node, ['render', REPORT, '--out', file]);
    expect(render.status).toBe(1);
    expect(render.stderr).toContain('cannot be made.');
  });

  it('prints its usage on request, and on standard error for a missing or unknown command', async () => {
    for (const [args, begin] of [
      [['--help'], 'pagetrace: ask questions about documents'],
      [['-h'], 'pagetrace: ask questions about documents'],
      [['help'], 'pagetrace: ask questions about documents'],
      [['help', 'ask'], 'pagetrace ask "question" FILE... [options]: '],
      [['render', '-h'], 'pagetrace render FILE... --out DIR [options]: '],
    ] as const) {
      const { status, stdout, stderr } = await runCli(node, args);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout.startsWith(begin)).toBe(true);
    }
    const nothing = await runCli(node, []);
    expect([nothing.status, nothing.stdout]).toEqual([2, '']);
    expect(nothing.stderr).toContain('pagetrace ask "question" FILE...');
    for (const args of [['answer'], ['help', 'answer']]) {
      const unknown = await runCli(node, args);
      expect([unknown.status, unknown.stdout]).toEqual([2, '']);
      expect(unknown.stderr).toBe(
        'pagetrace: "answer" is not a command of pagetrace.\nThe commands are ask, render, eval, retrieve, batch, score, lint, parse, ground, export, runs, report, convert, judge, export-training, stats, mcp, profiles. See pagetrace --help.\n',
      );
    }
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await runCli(node, ['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    ['an unknown option', [...ASK, '--color', 'red'], 'There is no option --color.'],
    ['an option without a value', [...ASK, '--model'], '--model needs a value.'],
    ['an option as a value', [...ASK, '--model', '--json'], '--model needs a value.'],
    ['a switch with a value', [...ASK, '--json=yes'], '--json takes no value.'],
    [
      'a value that begins with a dash',
      [...ASK, '--temperature', '-1'],
      '--temperature needs a value.\nA value that begins with a dash is written --temperature=VALUE.',
    ],
    ['a negative number', [...ASK, '--seed=-1'], '--seed must be a whole number from 0 to'],
    [
      'probabilities that nobody prints',
      [...ASK, '--server', 'http://127.0.0.1:9', '--logprobs', '2'],
      '--logprobs is given without --json.\nPrint them with --json, or leave --logprobs out',
    ],
    [
      'no arguments',
      ['ask'],
      'ask takes a question and at least one file.\nWrite pagetrace ask "question" FILE...',
    ],
    [
      'an empty question',
      ['ask', ' ', REPORT],
      'The question is empty.\nWrite pagetrace ask "question" FILE...',
    ],
    ['a missing file', ['ask', 'What?'], 'No file is named after the question.'],
    [
      'a file before the question',
      ['ask', REPORT, 'What?'],
      `${REPORT} is a file and stands where the question`,
    ],
    [
      'a key without a server',
      [...ASK, '--api-key-file', 'key.txt'],
      '--api-key-file is given without --server.\nName the server with --server, or leave --api-key-file out',
    ],
    [
      'a model without a server',
      [...ASK, '--model', 'gpt-0'],
      '--model is given without --server.\nName the server with --server',
    ],
    ['an empty output file name', [...ASK, '--out', ''], '--out is empty.\nName the file to write'],
    [
      'an output file that is no trajectory file',
      [...ASK, '--out', 'answer.pdf'],
      '--out writes a trajectory file, which does not end in .pdf.\nName a file that ends in .trajectory.',
    ],
    [
      'a page 0',
      [...ASK, '--pages', '0'],
      'Pages are counted from 1, so there is no page 0.\nChoose pages from 1 to ',
    ],
    [
      'an empty output folder name',
      ['render', REPORT, '--out', ' '],
      '--out is empty.\nName the folder to write into',
    ],
    ['a missing output folder', ['render', REPORT], 'render takes at least one file and --out DIR.'],
    ['a number of samples of 0', [...ASK, '--samples', '0'], '--samples must be a whole number from 1 to 64'],
    [
      'a temperature that is not a number',
      [...ASK, '--temperature', 'warm'],
      '--temperature must be a number',
    ],
    [
      'a minimum of pixels above the maximum',
      [...RENDER, '--min-pixels', '9000', '--max-pixels', '1000'],
      '--min-pixels must not be above --max-pixels.',
    ],
    ['an unknown format', [...RENDER, '--format', 'gif'], '--format must be jpeg or png, not "gif".'],
    [
      'a prompt file that does not exist',
      [...ASK, '--prompt', 'none.jinja'],
      'The prompt file none.jinja could not be read.',
    ],
    [
      'a key file that does not exist',
      [...ASK, '--server', 'http://127.0.0.1:9', '--api-key-file', 'no-key.txt'],
      'The key file no-key.txt could not be read.',
    ],
    ['a page that is not a number', [...RENDER, '--pages', 'two'], '"two" is not a page'],
    [
      '--pages given more often than files',
      [...RENDER, '--pages', '1', '--pages', '2'],
      '--pages is given 2 times',
    ],
  ] as const)('exits with status 2 for a wrong argument: %s', async (_, args, sentence) => {
    const { status, stdout, stderr } = await runCli(node, args, { cwd: temporaryFolder() });
    expect(stderr).toContain(`pagetrace: ${sentence}`);
    expect([status, stdout]).toEqual([2, '']);
    // The message, and what to do next.
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it.each<[string, string, readonly string[], string, CliOptions?]>([
    ['a file that does not exist', 'no-such.pdf', [], 'no-such.pdf was not found.'],
    ['a damaged file', fixture('damaged-garbage.pdf'), [], 'damaged-garbage.pdf is damaged'],
    ['another kind of file', import.meta.filename, [], 'is not a PDF, PNG, JPEG or WebP file.'],
    [
      'a missing password',
      PROTECTED,
      [],
      'password-protected.pdf is protected by a password.\nGive it with --password',
    ],
    [
      'a wrong password',
      PROTECTED,
      ['--password', 'wrong'],
      'The password does not open password-protected.pdf.',
    ],
    [
      'a wrong password in the environment',
      PROTECTED,
      [],
      'The password does not open password-protected.pdf.',
      { env: { PAGETRACE_PASSWORD: 'wrong' } },
    ],
    [
      'a page that does not exist',
      REPORT,
      ['--pages', '9-11'],
      'Page 11 does not exist because the document has only 10 pages.',
    ],
  ])(
    'exits with status 3 for a document that cannot be used: %s',
    async (_, file, more, sentence, options) => {
      const args = ['ask', 'What?', file, '--server', 'http://127.0.0.1:1', ...more];
      const { status, stdout, stderr } = await runCli(node, args, options);
      expect(stderr).toMatch(/^pagetrace: /m);
      expect(stderr).toContain(sentence);
      expect([status, stdout]).toEqual([3, '']);
    },
  );

  it('opens a protected document with the password given as an option', async () => {
    const server = await useServer();
    const args = ['ask', 'What?', PROTECTED, '--server', server.url, '--password', 'tarnholm'];
    expect((await runCli(node, args)).status).toBe(0);
  });
});
