import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Consent } from '../../../../src/cli/verbs/mcp/consent.ts';
import { createServer } from '../../../../src/cli/verbs/mcp/createServer.ts';
import { describeTools } from '../../../../src/cli/verbs/mcp/tools.ts';
import { Workspace } from '../../../../src/cli/verbs/mcp/workspace.ts';
import { startFakeVllm } from '../../../support/fakeVllm.ts';
import { fixture, sharedFolder } from '../../../support/files.ts';

const folder = sharedFolder();
const inside = path.join(folder, 'work');

const RESPONSE =
  '<think>Image 1 says 518.9, not 999.1.</think>\n' +
  '<description><tool name="read_numeric_value" args="Image 1: total">518.9</tool></description>\n' +
  '<answer>518.9</answer>';

const trajectory = (more: string): string =>
  `---\nquestion: What was total revenue?\ndocuments: [report.pdf]\nimages: [{ image: 1, page: 3 }]\n${more}---\n${RESPONSE}\n`;

const write = (name: string, text: string): void => {
  fs.writeFileSync(path.join(inside, name), text);
};

beforeAll(() => {
  fs.mkdirSync(inside);
  fs.copyFileSync(fixture('annual-report.pdf'), path.join(inside, 'report.pdf'));
  fs.copyFileSync(fixture('annual-report.pdf'), path.join(folder, 'secret.pdf'));
  write('right.trajectory', trajectory('dialect: lang2act\nreward: lang2act\nverdict: right\n'));
});

interface ClientOptions {
  readonly server?: string;
  /** What the person answers; without it, the client cannot ask. */
  readonly agrees?: boolean;
}

async function connect({ server, agrees }: ClientOptions = {}) {
  const asked: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: agrees === undefined ? {} : { elicitation: {} } },
  );
  if (agrees !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return agrees ? { action: 'accept', content: {} } : { action: 'decline' };
    });
  const served = createServer(
    '1.0.0',
    {
      workspace: await Workspace.open([inside]),
      consent: new Consent([]),
      server: server ?? null,
      environment: {},
    },
    0,
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([served.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  return { client, call, asked };
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

describe('the tools', () => {
  it('are listed with schemas of their arguments and what they do to files', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'ground', 'score', 'lint', 'stats']);
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(description).toMatch(/^[A-Z].*\.$/s);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const property of Object.values(inputSchema.properties ?? {}))
        expect((property as { description?: string }).description).toMatch(/^[A-Z].*\.$/s);
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: name === 'ask' });
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(readOnly.map(({ name }) => name)).toEqual(['lint', 'stats']);
  });

  it('take what their schemas allow, and refuse what they do not', () => {
    const [ask] = describeTools();
    const fits = new Ajv().compile(ask?.inputSchema ?? false);
    expect(fits({ question: 'What?', documents: ['a.pdf'], samples: 2 })).toBe(true);
    expect(fits({ question: 'What?', documents: [] })).toBe(false);
    expect(fits({ question: 'What?', documents: ['a.pdf'], server: 'http://other.example' })).toBe(false);
  });

  it.each([
    ['score', {}, 'The tool score needs the argument "files".'],
    ['score', { files: 'a' }, 'The argument "files" is wrong: it must be a list, not "a".'],
    ['score', { files: ['a'], python: 'x.py' }, 'The tool score has no argument "python".'],
    ['ask', { question: 'What?', documents: ['report.pdf'], samples: 99 }, 'it must be at most 16, not 99.'],
    ['score', { files: ['none.jsonl'] }, 'none.jsonl was not found in the workspace.'],
    ['score', { files: ['../secret.pdf'] }, '../secret.pdf is outside of the workspace.'],
    ['score', { files: ['right.trajectory'], profile: 'nope' }, 'There is no reward profile "nope".'],
    ['ground', { files: ['right.trajectory'], documents: ['../secret.pdf'] }, 'outside of the workspace.'],
    ['lint', { prompts: ['lang2act'], reward: 'mine.py' }, 'The Python reward mine.py is not run from here.'],
    ['stats', { files: ['right.trajectory'], filter: 'x' }, '"filter"'],
  ])('%s says in a sentence what is wrong with %j', async (name, args, sentence) => {
    const { call } = await connect();
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(sentence);
    expect(textOf(result)).not.toMatch(/--[a-z]/);
  });

  it('do not include others', async () => {
    const { call } = await connect();
    const result = await call('convert', {});
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe('There is no tool "convert". The tools are ask, ground, score, lint, stats.');
  });
});

describe('score', () => {
  it('returns rows, their summary, and text', async () => {
    const { call } = await connect();
    const result = await call('score', { files: ['right.trajectory'], explain: true });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      summary: { samples: 1, mean: 1 },
      samples: [{ profile: 'lang2act', overall: 1, components: expect.any(Array) as unknown }],
    });
    expect(textOf(result)).toContain('1 sample of 1 file scored, 1 on average.');
  });

  it('writes a new file only where it is named', async () => {
    const { call } = await connect();
    const before = fs.readdirSync(inside);
    await call('score', { files: ['right.trajectory'] });
    expect(fs.readdirSync(inside)).toEqual(before);
    const written = await call('score', { files: ['right.trajectory'], out: 'scores.jsonl' });
    const file = path.join(fs.realpathSync(inside), 'scores.jsonl');
    expect(written.structuredContent).toMatchObject({ out: file, samples: [{ overall: 1 }] });
    expect(textOf(written)).toContain(`All of it is in ${file}.`);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ overall: 1 });
    const again = await call('score', { files: ['right.trajectory'], out: 'scores.jsonl' });
    expect([again.isError, textOf(again)]).toEqual([true, 'scores.jsonl exists already.\nName a new file.']);
  });

  it('reads no composite outside of the workspace', async () => {
    fs.writeFileSync(path.join(folder, 'secret.json'), '{"password": 1}');
    write('composite.trajectory', trajectory('reward: ../secret.json\n'));
    const { call } = await connect();
    const text = textOf(await call('score', { files: ['composite.trajectory'] }));
    expect(text).toContain('The reward profile ../secret.json may not be read from here.');
    expect(text).not.toContain('password');
  });
});

describe('ground', () => {
  it('says where claims stand', async () => {
    const { call } = await connect();
    const result = await call('ground', { files: ['right.trajectory'] });
    const [row] = (result.structuredContent?.['samples'] ?? []) as { readonly claims: object[] }[];
    expect(row?.claims.length).toBeGreaterThan(1);
    expect(textOf(result)).toMatch(/not-found\s+number\s+"999\.1"/);
  });

  it('opens no document outside of the workspace that a file names', async () => {
    write('leading-out.trajectory', trajectory('').replace('report.pdf', '../secret.pdf'));
    fs.symlinkSync('../secret.pdf', path.join(inside, 'linked.pdf'));
    write('linked.trajectory', trajectory('').replace('report.pdf', 'linked.pdf'));
    const { call } = await connect();
    for (const file of ['leading-out.trajectory', 'linked.trajectory']) {
      const text = textOf(await call('ground', { files: [file] }));
      expect(text).toMatch(/The document \S+ may not be read from here\. Copy it into the workspace\./);
    }
  });
});

describe('lint', () => {
  it('lists what is wrong with a prompt', async () => {
    write('bad.jinja', 'Answer in <answer>.\n{{ content }}');
    const { call } = await connect();
    const result = await call('lint', { prompts: ['bad.jinja'], reward: 'lang2act' });
    expect(result.structuredContent).toMatchObject({ prompts: [{ reward: 'lang2act' }] });
    expect(textOf(result)).toMatch(/bad\.jinja:\d+:\d+: (?:error|warning) /);
    expect(textOf(await call('lint', { prompts: ['lang2act'] }))).toContain('1 prompt: ');
  });

  it('runs no Python, whoever names it', async () => {
    const marker = path.join(folder, 'ran');
    write('reward.py', `open(${JSON.stringify(marker)}, "w")\ndef compute_score(**k): return 1\n`);
    write('own.jinja', '---\nreward: reward.py\n---\nAnswer in <answer>.\n{{ content }}');
    const { call } = await connect();
    const text = textOf(await call('lint', { prompts: ['own.jinja'] }));
    expect(text).toMatch(/The Python reward \S*reward\.py is not run from here\./);
    expect(fs.existsSync(marker)).toBe(false);
  });
});

it('stats sums up files', async () => {
  const { call } = await connect();
  const result = await call('stats', { files: ['right.trajectory'] });
  expect(result.structuredContent).toMatchObject({ samples: 1 });
  expect(textOf(result)).toContain('samples');
});

describe('ask', () => {
  const question = { question: '--What was it?', documents: ['report.pdf'], pages: '1' };

  it('answers with text, numbers and progress', async () => {
    const fake = await startFakeVllm({ trajectories: [RESPONSE] });
    onTestFinished(() => fake.close());
    const { client } = await connect({ server: fake.url });
    const progress: (string | undefined)[] = [];
    const result = (await client.callTool({ name: 'ask', arguments: question }, undefined, {
      onprogress: ({ message }) => progress.push(message),
    })) as CallToolResult;
    expect(result.structuredContent).toMatchObject({
      question: '--What was it?',
      samples: [{ text: RESPONSE, state: 'done' }],
    });
    expect(textOf(result)).toContain(RESPONSE);
    expect(progress).toContain('Waiting for the first token');
  });

  it('stops the request if the call is cancelled', async () => {
    const stop = new AbortController();
    // The headers never come.
    const fake = await startFakeVllm({
      beforeHeaders: async () => {
        stop.abort();
        await new Promise(() => undefined);
      },
    });
    onTestFinished(() => fake.close());
    const { client } = await connect({ server: fake.url });
    const call = client.callTool({ name: 'ask', arguments: question }, undefined, { signal: stop.signal });
    await expect(call).rejects.toThrow();
    const request = fake.requests.find(({ path: route }) => route.endsWith('/chat/completions'));
    expect(await request?.left).toBe(true);
  });

  const REMOTE = 'http://models.example:8000';

  it('sends nothing to another machine without asking', async () => {
    const { call } = await connect({ server: REMOTE });
    const result = await call('ask', question);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      'Pages would be sent to models.example:8000, which nobody has allowed.\nLet the person start pagetrace mcp with --allow-host models.example',
    );
  });

  it('asks the person, and sends nothing if they do not agree', async () => {
    const { call, asked } = await connect({ server: REMOTE, agrees: false });
    const result = await call('ask', question);
    expect(textOf(result)).toContain('The person did not agree. Nothing was sent.');
    expect(asked).toEqual([
      'PageTrace will send the question and pages of report.pdf to models.example:8000.',
    ]);
  });

  it('goes on if the person agrees', async () => {
    const { call, asked } = await connect({ server: 'http://models.invalid:8000', agrees: true });
    const result = await call('ask', question);
    expect(textOf(result)).toContain('models.invalid');
    expect(textOf(result)).not.toContain('did not agree');
    expect(asked).toHaveLength(1);
  });

  it('does not ask if the arguments are wrong', async () => {
    const { call, asked } = await connect({ server: REMOTE, agrees: true });
    expect((await call('ask', { ...question, documents: ['none.pdf'] })).isError).toBe(true);
    expect(asked).toEqual([]);
  });
});
