import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { t } from '@vscode/l10n';
import { isJsonObject } from '../core/records/fieldPath.ts';
import { judgeReply } from './judgeReply.ts';

/** The variables in which public reward files look for the address of a judge. */
const ADDRESSES = [
  'OPENAI_BASE_URL',
  'OPENAI_API_BASE',
  'LLM_AS_A_JUDGE_BASE',
  'LLM_JUDGE_URL',
  'JUDGE_BASE_URL',
  'JUDGE_API_BASE',
  'JUDGE_URL',
] as const;

/** The variables in which they look for its key. */
const KEYS = [
  'OPENAI_API_KEY',
  'LLM_AS_A_JUDGE_API_KEY',
  'LLM_AS_A_JUDGE_KEY',
  'JUDGE_API_KEY',
  'JUDGE_MODEL_API_KEY',
  'SILICONFLOW_API_KEY',
  'DASHSCOPE_API_KEY',
  'DEEPSEEK_API_KEY',
] as const;

/** The variables in which they look for its model. */
const MODELS = ['LLM_AS_A_JUDGE_MODEL', 'JUDGE_MODEL'] as const;

const MODEL = 'judge-stub';

/** A server that stands for the judge of a reward function. */
export interface JudgeStub {
  /** The environment variables that lead a reward function to it. */
  readonly env: Readonly<Record<string, string>>;
  /** What it replied to how many requests, as sentences. */
  describe(): string;
  close(): Promise<void>;
}

/** That a stub judged, as a sentence beside the scores. */
export function describeStub(verdict: 'right' | 'wrong'): string {
  return verdict === 'right'
    ? t('A stub answered for the judge: it calls every answer right.')
    : t('A stub answered for the judge: it calls every answer wrong.');
}

/**
 * Starts an OpenAI-compatible server on this machine that gives every request the same verdict, in the form that the
 * prompt asks for.
 */
export async function startJudgeStub(verdict: 'right' | 'wrong'): Promise<JudgeStub> {
  const replies = new Map<string, number>();
  let refused = 0;
  const server = createServer((request, response) => {
    answer(request, response, verdict)
      .then((given) => {
        if (given === null) refused += 1;
        else for (const reply of given) replies.set(reply, (replies.get(reply) ?? 0) + 1);
      })
      .catch(() => {
        response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const noProxy = [process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? '', '127.0.0.1'];
  const direct = noProxy.filter((each) => each !== '').join(',');
  return {
    env: {
      PAGETRACE_JUDGE_STUB: url,
      ...Object.fromEntries(ADDRESSES.map((name) => [name, url])),
      ...Object.fromEntries(KEYS.map((name) => [name, 'judge-stub'])),
      ...Object.fromEntries(MODELS.map((name) => [name, MODEL])),
      NO_PROXY: direct,
      no_proxy: direct,
    },
    describe: () => describe(replies, refused),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function describe(replies: ReadonlyMap<string, number>, refused: number): string {
  const given = Array.from(replies, ([reply, count]) => `${JSON.stringify(reply)} (${count})`);
  const replied =
    given.length === 0
      ? t(
          'No request for a verdict reached the judge stub: the function asks no judge, or uses a fixed address without the openai package.',
        )
      : t('Replies of the judge stub, with the number of times: {0}.', given.join(', '));
  return refused === 0
    ? replied
    : `${replied} ${t('Requests of other kinds, which it refused: {0}.', refused)}`;
}

/** Answers a request; the replies that it gave, or null if it is not a request of the API. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  verdict: 'right' | 'wrong',
): Promise<readonly string[] | null> {
  const body = await readJson(request);
  const created = Math.floor(Date.now() / 1000);
  if (request.method === 'GET' && /\/models\/?$/.test(request.url ?? '')) {
    const model = { id: MODEL, object: 'model', created, owned_by: 'pagetrace' };
    sendJson(response, 200, { object: 'list', data: [model] });
    return [];
  }
  const model = typeof body['model'] === 'string' ? body['model'] : MODEL;
  const head = { id: 'judge-stub-1', created, model };
  if (Array.isArray(body['messages'])) {
    const text = judgeReply(body['messages'].map(messageText).join('\n'), verdict);
    const count = typeof body['n'] === 'number' ? body['n'] : 1;
    if (body['stream'] === true) sendStream(response, head, text);
    else sendJson(response, 200, { ...head, ...chatCompletion(text, count), usage: USAGE });
    return [text];
  }
  const prompts = typeof body['prompt'] === 'string' ? [body['prompt']] : body['prompt'];
  if (Array.isArray(prompts)) {
    const texts = prompts.map((prompt: unknown) => judgeReply(String(prompt), verdict));
    const choices = texts.map((text, index) => ({ index, text, logprobs: null, finish_reason: 'stop' }));
    sendJson(response, 200, { ...head, object: 'text_completion', choices, usage: USAGE });
    return texts;
  }
  const message = 'The judge stub answers /v1/models, /v1/chat/completions and /v1/completions.';
  sendJson(response, 404, { error: { message, type: 'invalid_request_error', param: null, code: null } });
  return null;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } as const;

function chatCompletion(content: string, count: number): Readonly<Record<string, unknown>> {
  const choices = Array.from({ length: count }, (_, index) => ({
    index,
    message: { role: 'assistant', content, refusal: null },
    logprobs: null,
    finish_reason: 'stop',
  }));
  return { object: 'chat.completion', choices };
}

function sendStream(
  response: ServerResponse,
  head: Readonly<Record<string, unknown>>,
  content: string,
): void {
  const chunk = (delta: unknown, reason: string | null): string =>
    `data: ${JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: '' }, null));
  response.write(chunk({ content }, null));
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The text of a chat message, whose content is a text or a list of parts. */
function messageText(message: unknown): string {
  const content = isJsonObject(message) ? message['content'] : null;
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content
    .map((part: unknown) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n');
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) text += String(piece);
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
