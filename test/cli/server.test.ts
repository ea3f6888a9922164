import fs from 'node:fs';
import path from 'node:path';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import { defer } from '../../src/core/deferred.ts';
import type { FakeRequest, FakeVllm } from '../support/fakeVllm.ts';
import { fixture, temporaryFolder } from '../support/files.ts';
import { schemaErrors } from '../support/schemas.ts';
import { NODES, OLDEST_NODE, runCli, SMALL_PAGE, startCli, useServer } from './support/cli.ts';

const TEXT = '<think>Image 1 shows it.</think>\n<answer>42</answer>';
const OTHER = '<think>Image 1 has it.</think>\n<answer>43</answer>';
const REPORT = fixture('annual-report.pdf');

/** The requests for an answer. */
function questions(requests: readonly FakeRequest[]): FakeRequest[] {
  return requests.filter(({ path: route }) => route.endsWith('/chat/completions'));
}

/** A question about a page that takes little time. */
function askAboutPage({ url }: FakeVllm, question = 'What?'): string[] {
  return ['ask', question, ...SMALL_PAGE, '--server', url];
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** The parts of the last message of a request. */
function partsOf(request: FakeRequest | undefined): readonly Part[] {
  const messages = (request?.body?.['messages'] ?? []) as { readonly content: readonly Part[] }[];
  return messages.at(-1)?.content ?? [];
}

function imagesOf(request: FakeRequest | undefined): Buffer[] {
  return partsOf(request).flatMap(({ image_url: image }) =>
    image ? [Buffer.from(image.url.slice(image.url.indexOf(',') + 1), 'base64')] : [],
  );
}

/** A gray page image. */
function page(folder: string, name: string, gray: number): string {
  const file = path.join(folder, name);
  const [width, height] = [600, 800];
  fs.writeFileSync(
    file,
    encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(gray) }),
  );
  return file;
}

// Connections, signals and streams, whose code is in part that of Node.
describe.each(NODES)('pagetrace ask with a server, on $name', ({ node }) => {
  it('sends the requested pages, samples and sampling, and writes one file per sample', async () => {
    const folder = temporaryFolder();
    const server = await useServer({ trajectories: [TEXT, OTHER] });
    const { status, stdout, stderr } = await runCli(
      node,
      ['ask', 'What is it?', REPORT, fixture('data-sheet.pdf'), '--server', server.url, '--samples', '2']
        .concat(['--pages', '2-3', '--pages', '1', '--out', 'both.trajectory'])
        .concat(['--temperature', '0.7', '--top-p', '0.9', '--repetition-penalty', '1.1'])
        .concat(['--max-tokens', '300', '--seed', '7', '--reference', '42']),
      { cwd: folder },
    );
    expect(status).toBe(0);
    expect(stdout).toBe(`--- sample 1 of 2\n${TEXT}\n--- sample 2 of 2\n${OTHER}\n`);
    expect(stderr).toContain('Written: both-1.trajectory');
    const [request] = questions(server.requests);
    expect(request?.body).toMatchObject({
      model: 'qwen2.5-vl',
      n: 2,
      temperature: 0.7,
      top_p: 0.9,
      repetition_penalty: 1.1,
      max_tokens: 300,
      seed: 7,
    });
    expect(imagesOf(request)).toHaveLength(3);
    const texts = ['both-1.trajectory', 'both-2.trajectory'].map((name) =>
      parseTrajectoryFile(fs.readFileSync(path.join(folder, name), 'utf8')),
    );
    expect(texts.map(({ response }) => response)).toEqual([TEXT, OTHER]);
    expect(texts[1]?.info).toMatchObject({
      documents: [{ path: REPORT }, { path: fixture('data-sheet.pdf') }],
      images: [
        { image: 1, document: 0, page: 2 },
        { image: 2, document: 0, page: 3 },
        { image: 3, document: 1, page: 1 },
      ],
      reference: '42',
      sampling: { temperature: 0.7, seed: 7 },
    });
    expect(fs.readdirSync(folder).sort()).toEqual(['both-1.trajectory', 'both-2.trajectory']);
  });

  it('keeps the text so far and closes the connection when Ctrl+C is pressed', async () => {
    const out = path.join(temporaryFolder(), 'part.trajectory');
    const never = new Promise<void>(() => undefined);
    const server = await useServer({
      trajectories: [TEXT],
      beforeChunk: (chunk) => (chunk < 5 ? Promise.resolve() : never),
    });
    const running = startCli(node, [...askAboutPage(server), '--out', out]);
    await running.until('stdout', new RegExp(`^${TEXT.slice(0, 20)}`));
    running.interrupt();
    const { status, stdout, stderr } = await running.ended;
    expect(status).toBe(130);
    expect(stdout).toBe(`${TEXT.slice(0, 20)}\n`);
    expect(stderr).toContain('pagetrace: It was interrupted. The part that arrived is kept.');
    expect(parseTrajectoryFile(fs.readFileSync(out, 'utf8')).response).toBe(TEXT.slice(0, 20));
    expect(await questions(server.requests)[0]?.left).toBe(true);
  });

  it('ends without an error when its output is closed, and still completes a file given with --out', async () => {
    const out = path.join(temporaryFolder(), 'whole.trajectory');
    const long = `<think>${'Image 1 shows it. '.repeat(200)}</think>\n<answer>42</answer>`;
    for (const more of [[], ['--out', out]]) {
      const gate = defer<undefined>();
      const server = await useServer({
        trajectories: [long],
        beforeChunk: (chunk) => (chunk < 5 ? Promise.resolve() : gate.promise),
      });
      const running = startCli(node, [...askAboutPage(server), ...more]);
      await running.until('stdout', /^<think>/);
      running.stopReading();
      gate.resolve(undefined);
      const { status, stderr } = await running.ended;
      expect(status).toBe(0);
      expect(stderr).not.toContain('pagetrace:');
    }
    expect(parseTrajectoryFile(fs.readFileSync(out, 'utf8')).response).toBe(long);
  });
});

interface Token {
  readonly token: string;
  readonly logprob: number | null;
}

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('pagetrace ask and render with a server, on $name', ({ node }) => {
  it('sends the key of the environment or of a file, and only to the server that is named', async () => {
    const other = await useServer({ apiKey: 'the other key' });
    const server = await useServer({ apiKey: 'secret-1' });
    const ask = ['ask', 'What?', ...SMALL_PAGE, '--server', `${server.url}/v1`];
    const byEnvironment = await runCli(node, ask, { env: { PAGETRACE_API_KEY: 'secret-1' } });
    expect(byEnvironment.status).toBe(0);
    const file = path.join(temporaryFolder(), 'key.txt');
    fs.writeFileSync(file, 'secret-1\n');
    // The file has precedence over the environment.
    const byFile = await runCli(node, [...ask, '--api-key-file', file], {
      env: { PAGETRACE_API_KEY: 'another' },
    });
    expect(byFile.status).toBe(0);
    expect(questions(server.requests).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer secret-1',
      'Bearer secret-1',
    ]);

    server.set({
      canned: { '/v1/models': { status: 307, headers: { location: `${other.url}/v1/models` } } },
    });
    const redirected = await runCli(node, ask, { env: { PAGETRACE_API_KEY: 'secret-1' } });
    expect(redirected.status).toBe(4);
    expect(redirected.stderr).toContain('redirects to');
    expect(redirected.stderr).not.toContain('secret-1');
    expect(other.requests.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([]);
  });

  it('prints one JSON object with --json', async () => {
    const server = await useServer({ trajectories: [TEXT] });
    const { status, stdout } = await runCli(node, [
      ...askAboutPage(server, 'What is it?'),
      '--json',
      '--logprobs',
      '2',
    ]);
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(schemaErrors('ask', report)).toEqual([]);
    const [sample] = report['samples'] as readonly {
      readonly logprobs: { readonly content: readonly Token[] };
    }[];
    expect(sample?.logprobs.content.map(({ token }) => token).join('')).toBe(TEXT);
    expect(sample?.logprobs.content[0]).toEqual({
      token: '<thi',
      logprob: -0.25,
      top_logprobs: [{ token: 'other 1', logprob: -1.25 }],
    });
    expect(report).toMatchObject({
      question: 'What is it?',
      model: 'qwen2.5-vl',
      server: server.url,
      failure: null,
      page_images: [{ image: 1, document: 1, page: 1 }],
      samples: [{ text: TEXT, state: 'done', finish_reason: 'stop', score: { overall: 0 } }],
    });
    expect(report['usage']).toMatchObject({ completion_tokens: expect.any(Number) as number });
  });

  it('uses the prompt file and the model that options name', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(
      path.join(folder, 'short.jinja'),
      '---\ndialect: think-answer\nsampling:\n  temperature: 0\ncolor: red\n---\n<image>Say briefly: {{ content }}',
    );
    const server = await useServer({
      models: [
        { id: 'first', root: null, parent: null, maxModelLength: 8192 },
        { id: 'second', root: null, parent: null, maxModelLength: 8192 },
      ],
    });
    const { status, stderr } = await runCli(
      node,
      [...askAboutPage(server, 'Who?'), '--model', 'second', '--prompt', 'short.jinja'],
      { cwd: folder },
    );
    expect(status).toBe(0);
    expect(stderr).toMatch(/short\.jinja: .*color/);
    const [request] = questions(server.requests);
    expect(request?.body).toMatchObject({ model: 'second', temperature: 0 });
    expect(partsOf(request).map(({ type, text }) => text ?? type)).toEqual([
      'image_url',
      'Say briefly: Who?',
    ]);
  });

  it.each([
    ['2-4, 1', [2, 3, 4, 1]],
    ['9-', [9, 10]],
    ['ALL', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('reads --pages=%s', async (text, pages) => {
    const folder = temporaryFolder();
    const { status, stdout } = await runCli(
      node,
      ['render', REPORT, `--pages=${text}`, '--max-pixels', '20000', '--out', '.'],
      { cwd: folder },
    );
    expect(status).toBe(0);
    const named = stdout
      .trimEnd()
      .split('\n')
      .map((line) => /page-(\d+)\.jpg/.exec(line)?.[1]);
    expect(named).toEqual(pages.map(String));
  });

  it('scores with the composite reward that a prompt file names, and names it in the answer', async () => {
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, 'prompts'));
    const reward = path.join(folder, 'mine.reward.json');
    fs.writeFileSync(
      reward,
      '{"components": [{"check": "tag-present", "tag": "answer", "weight": 0.25, "key": "answered"}]}',
    );
    const prompt = path.join('prompts', 'short.jinja');
    fs.writeFileSync(
      path.join(folder, prompt),
      '---\ndialect: think-answer\nreward: ../mine.reward.json\n---\n{{ content }}',
    );
    const server = await useServer({ trajectories: [TEXT] });
    const args = [...askAboutPage(server), '--prompt', prompt, '--json', '--out', 'a.trajectory'];
    const { status, stdout } = await runCli(node, args, { cwd: folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ samples: [{ score: { profile: 'mine', overall: 0.25 } }] });
    const written = fs.readFileSync(path.join(folder, 'a.trajectory'), 'utf8');
    expect(parseTrajectoryFile(written).info.reward).toBe('mine.reward.json');

    fs.rmSync(reward);
    const asked = questions(server.requests).length;
    const missing = await runCli(node, args, { cwd: folder });
    expect([missing.status, missing.stderr]).toEqual([3, expect.stringContaining('mine.reward.json')]);
    expect(questions(server.requests)).toHaveLength(asked);
  });

  it('takes image files and folders of images as documents', async () => {
    const folder = temporaryFolder();
    const scans = path.join(folder, 'scans');
    fs.mkdirSync(scans);
    page(scans, 'page-10.png', 10);
    page(scans, 'page-2.png', 200);
    const single = page(folder, 'single.png', 128);
    const server = await useServer();
    const { status, stdout } = await runCli(node, [
      'ask',
      'What?',
      scans,
      single,
      '--server',
      server.url,
      '--json',
    ]);
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(report['images']).toEqual([
      { image: 1, document: 1, page: 1 },
      { image: 2, document: 1, page: 2 },
      { image: 3, document: 2, page: 1 },
    ]);
    expect(report['page_images']).toMatchObject([{ document: 1 }, { document: 1 }, { document: 2 }]);
    expect(imagesOf(questions(server.requests)[0])).toHaveLength(3);
  });

  it('sends the same images that render writes', async () => {
    const folder = temporaryFolder();
    const server = await useServer();
    const rendered = await runCli(node, ['render', REPORT, '--pages', '2,5', '--out', folder]);
    expect(rendered.status).toBe(0);
    await runCli(node, ['ask', 'What?', REPORT, '--pages', '2,5', '--server', server.url]);
    const sent = imagesOf(questions(server.requests)[0]);
    const written = ['page-2.jpg', 'page-5.jpg'].map((name) => fs.readFileSync(path.join(folder, name)));
    expect(sent).toHaveLength(2);
    expect(sent.map((bytes, index) => bytes.equals(written[index] ?? Buffer.alloc(0)))).toEqual([true, true]);
  });

  it('prints <think> when the chat template of the server has already opened it', async () => {
    const server = await useServer({ trajectories: [TEXT], reasoning: 'reasoning' });
    const { status, stdout } = await runCli(node, askAboutPage(server));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<think>Image 1 shows it\.<\/think>/);
  });
});
