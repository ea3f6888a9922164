import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import {
  fixture,
  NODES,
  runCli,
  temporaryFolder,
  unusedUrl,
  useServer,
  type CliOptions,
} from './support/cli.ts';

const REPORT = fixture('annual-report.pdf');
const PROTECTED = fixture('password-protected.pdf');
const TEXT = '<think>Image 1 shows it.</think>\n<answer>42</answer>';

describe.each(NODES)('what goes wrong, on $name', ({ node }) => {
  it('says how it is used', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['ask', '--help'], ['render', '-h']]) {
      const { status, stdout, stderr } = await runCli(node, args);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain('pagetrace ask "question" FILE...');
    }
    const nothing = await runCli(node, []);
    expect([nothing.status, nothing.stdout]).toEqual([2, '']);
    expect(nothing.stderr).toContain('pagetrace ask "question" FILE...');
    const unknown = await runCli(node, ['answer']);
    expect([unknown.status, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toContain('"answer" is not a command of pagetrace.');
  });

  it.each([
    ['an unknown option', ['ask', 'What?', REPORT, '--colour', 'red'], 'There is no option --colour.'],
    ['an option without a value', ['ask', 'What?', REPORT, '--model'], '--model needs a value.'],
    ['an option as a value', ['ask', 'What?', REPORT, '--model', '--json'], '--model needs a value.'],
    ['a switch with a value', ['ask', 'What?', REPORT, '--json=yes'], '--json takes no value.'],
    ['no file', ['ask', 'What?'], 'ask takes a question and at least one file.'],
    ['no folder to render into', ['render', REPORT], 'render takes at least one file and --out DIR.'],
    ['samples', ['ask', 'What?', REPORT, '--samples', '0'], '--samples must be a whole number from 1 to 64'],
    ['a temperature', ['ask', 'What?', REPORT, '--temperature', 'warm'], '--temperature must be a number'],
    [
      'pixels',
      ['render', REPORT, '--out', '.', '--min-pixels', '9000', '--max-pixels', '1000'],
      '--min-pixels must not be above --max-pixels.',
    ],
    [
      'a format',
      ['render', REPORT, '--out', '.', '--format', 'gif'],
      '--format must be jpeg or png, not "gif".',
    ],
    [
      'a prompt',
      ['ask', 'What?', REPORT, '--prompt', 'none.jinja'],
      'The prompt file none.jinja could not be read.',
    ],
    [
      'a key file',
      ['ask', 'What?', REPORT, '--server', 'http://127.0.0.1:9', '--api-key-file', 'no-key.txt'],
      'The key file no-key.txt could not be read.',
    ],
    ['a page that is no number', ['render', REPORT, '--out', '.', '--pages', 'two'], '"two" is not a page'],
    [
      'more pages than files',
      ['render', REPORT, '--out', '.', '--pages', '1', '--pages', '2'],
      '--pages is given 2 times',
    ],
  ] as const)('%s: 2', async (_, args, sentence) => {
    const { status, stdout, stderr } = await runCli(node, args, { cwd: temporaryFolder() });
    expect(stderr).toContain(`pagetrace: ${sentence}`);
    expect([status, stdout]).toEqual([2, '']);
    // The sentence, and what to do.
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it.each<[string, string, readonly string[], string, CliOptions?]>([
    ['no such file', 'no-such.pdf', [], 'no-such.pdf was not found.'],
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
      'a page that is not there',
      REPORT,
      ['--pages', '9-11'],
      'Page 11 does not exist: the document has 10 pages.',
    ],
  ])('%s: 3', async (_, file, more, sentence, options) => {
    const args = ['ask', 'What?', file, '--server', 'http://127.0.0.1:1', ...more];
    const { status, stdout, stderr } = await runCli(node, args, options);
    expect(stderr).toMatch(/^pagetrace: /m);
    expect(stderr).toContain(sentence);
    expect([status, stdout]).toEqual([3, '']);
  });

  it('takes a password from an option', async () => {
    const server = await useServer();
    const args = ['ask', 'What?', PROTECTED, '--server', server.url, '--password', 'tarnholm'];
    expect((await runCli(node, args)).status).toBe(0);
  });

  it('a server that is not there, refuses the key, or the question: 4', async () => {
    const ask = ['ask', 'What?', REPORT, '--pages', '1', '--server'];
    const nobody = await unusedUrl();
    const nowhere = await runCli(node, [...ask, nobody]);
    expect([nowhere.status, nowhere.stdout]).toEqual([4, '']);
    expect(nowhere.stderr).toContain(`pagetrace: Nothing listens at ${nobody}.`);
    const server = await useServer({ apiKey: 'secret' });
    const refused = await runCli(node, [...ask, server.url], { env: { PAGETRACE_API_KEY: 'not-it' } });
    expect([refused.status, refused.stdout]).toEqual([4, '']);
    expect(refused.stderr).toMatch(
      /refuses the API key, or misses one \(HTTP 401\)\.\nGive the key .* --api-key-file/,
    );
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
    // Nothing came, so what is there stays.
    expect(fs.readFileSync(before, 'utf8')).toBe('an answer of yesterday');
  });

  it.each([
    ['cut', { cutAt: 6 }, 'was cut in the middle of the answer'],
    ['silenced by a dead engine', { errorAt: 6 }, 'The engine of the server has died.'],
    ['ended by an error', { errorAt: 6, errorMessage: 'out of blocks' }, 'out of blocks'],
  ])('an answer that is %s in the middle: 5, and what came is kept', async (_, fault, sentence) => {
    const out = path.join(temporaryFolder(), 'part.trajectory');
    const server = await useServer({ trajectories: [TEXT], ...fault });
    const args = ['ask', 'What?', REPORT, '--pages', '1', '--server', server.url, '--out', out];
    const { status, stdout, stderr } = await runCli(node, args);
    expect([status, stdout]).toEqual([5, `${TEXT.slice(0, 24)}\n`]);
    expect(stderr).toContain(sentence);
    expect(parseTrajectoryFile(fs.readFileSync(out, 'utf8')).response).toBe(TEXT.slice(0, 24));
    const json = await runCli(node, [...args.slice(0, -2), '--json']);
    expect(json.status).toBe(5);
    expect(JSON.parse(json.stdout)).toMatchObject({
      failure: { message: expect.stringContaining(sentence) as string },
      samples: [{ text: TEXT.slice(0, 24), state: 'failed' }],
    });
  });

  it('a place that cannot be written is said before anything is asked: 1', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    const server = await useServer();
    const places = [path.join(folder, 'missing', 'a.trajectory'), path.join(file, 'a.trajectory'), folder];
    for (const place of places) {
      const ended = await runCli(node, ['ask', 'What?', REPORT, '--server', server.url, '--out', place]);
      expect([ended.status, ended.stdout]).toEqual([1, '']);
      expect(ended.stderr).toMatch(/^pagetrace: .* (cannot be written|is a folder, not a file)\.\n/);
    }
    expect(server.requests).toEqual([]);
    const render = await runCli(node, ['render', REPORT, '--out', file]);
    expect(render.status).toBe(1);
    expect(render.stderr).toContain('cannot be made.');
  });
});
