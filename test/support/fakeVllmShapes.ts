/** The JSON that servers send, for each kind of server: recorded from vLLM 0.32, vLLM 0.8.5 and others. */

/** `new`: vLLM 0.32; `old`: vLLM 0.8.5, whose errors and names differ. */
export type Flavor = 'new' | 'old' | 'llama.cpp' | 'ollama' | 'sglang';

export interface FakeModel {
  readonly id: string;
  readonly root: string | null;
  readonly parent: string | null;
  readonly maxModelLength: number | null;
}

/** A model's card in /v1/models. */
export function modelCard(flavor: Flavor, model: FakeModel): object {
  const common = { id: model.id, object: 'model', created: 1795269508 };
  switch (flavor) {
    case 'llama.cpp':
      return { ...common, owned_by: 'llamacpp', meta: { n_ctx_train: 131072, n_params: 7615616512 } };
    case 'ollama':
      return { ...common, owned_by: 'library' };
    case 'sglang':
      return { ...common, owned_by: 'sglang', root: model.root, max_model_len: model.maxModelLength };
    case 'new':
    case 'old':
      return {
        ...common,
        owned_by: 'vllm',
        root: model.root,
        parent: model.parent,
        max_model_len: model.maxModelLength,
        permission: [
          { id: 'modelperm-1', object: 'model_permission', created: 1795269508, organization: '*' },
        ],
      };
  }
}

/** The body of an error. */
export function errorBody(flavor: Flavor, status: number, message: string, type = 'BadRequestError'): object {
  if (flavor === 'old') return { object: 'error', message, type, param: null, code: status };
  if (flavor === 'ollama')
    return { error: { message, type: 'invalid_request_error', param: null, code: null } };
  return { error: { message, type, param: null, code: status } };
}

export interface Spent {
  readonly promptTokens: number;
  readonly imageTokens: number;
  readonly completionTokens: number;
}

/** Token usage of a chunk or of a whole answer, optionally with the details of the prompt tokens. */
export function usage(spent: Spent, details: boolean): object {
  return {
    prompt_tokens: spent.promptTokens,
    total_tokens: spent.promptTokens + spent.completionTokens,
    completion_tokens: spent.completionTokens,
    ...(details
      ? { prompt_tokens_details: { cached_tokens: 16, multimodal_tokens: { image: spent.imageTokens } } }
      : {}),
  };
}

/** A trajectory as deltas; depending on `reasoning`, the think part is in a separate field or has no opening tag. */
export function deltas(
  text: string,
  {
    reasoning,
    chunkSize,
  }: {
    readonly reasoning: 'content' | 'template' | 'reasoning' | 'reasoning_content';
    readonly chunkSize: number;
  },
): Record<string, string>[] {
  const cut = (piece: string): string[] =>
    Array.from({ length: Math.ceil(piece.length / chunkSize) }, (_, k) =>
      piece.slice(k * chunkSize, (k + 1) * chunkSize),
    );
  if (reasoning === 'content') return cut(text).map((content) => ({ content }));
  const withoutTag = text.replace(/^<think>/u, '');
  if (reasoning === 'template') return cut(withoutTag).map((content) => ({ content }));
  const [think = '', ...rest] = withoutTag.split('</think>');
  return [
    ...cut(think).map((piece) => ({ [reasoning]: piece })),
    ...cut(rest.join('</think>')).map((content) => ({ content })),
  ];
}

/** A chunk of a stream with one choice. */
export function chunk(
  model: string,
  index: number,
  delta: object,
  more: object,
  ownUsage: object | null,
): object {
  return {
    id: 'chatcmpl-bf694584ae413928',
    object: 'chat.completion.chunk',
    created: 1795269509,
    model,
    choices: [{ index, delta, logprobs: null, finish_reason: null, ...more }],
    ...(ownUsage === null ? {} : { usage: ownUsage }),
  };
}

/**
 * The `logprobs` of a chunk of one token, if the body of the request asks for them. Tokens are the likelier the longer
 * they are, so that tests can tell which is the least likely.
 */
export function probabilities(body: Readonly<Record<string, unknown>> | null, text: string): object {
  if (body?.['logprobs'] !== true) return {};
  const logprob = -1 / Math.max(1, text.trim().length);
  const named = (token: string, value: number): object => ({
    token,
    logprob: value,
    bytes: [...Buffer.from(token)],
  });
  const others = Array.from({ length: Number(body['top_logprobs'] ?? 0) }, (_, k) =>
    k === 0 ? named(text, logprob) : named(`other ${k}`, logprob - k),
  );
  return { logprobs: { content: [{ ...named(text, logprob), top_logprobs: others }] } };
}

/** vLLM's message for a request of too many alternatives, which is the same in old versions. */
export function tooManyLogprobs(requested: number, most: number | null): string {
  return `Requested sample logprobs of ${requested}, which is greater than max allowed: ${most}`;
}

/** The last chunk of a stream: usage of all samples together. */
export function usageChunk(model: string, total: object): object {
  return {
    id: 'chatcmpl-bf694584ae413928',
    object: 'chat.completion.chunk',
    created: 1795269509,
    model,
    choices: [],
    usage: total,
  };
}

/** The text of /metrics, with the names of old or new versions. */
export function metrics(flavor: Flavor, running: number, waiting: number): string {
  const cache = flavor === 'old' ? 'vllm:gpu_cache_usage_perc' : 'vllm:kv_cache_usage_perc';
  const labels = flavor === 'old' ? '{model_name="m"}' : '{engine="0",model_name="m"}';
  return [
    '# HELP vllm:num_requests_running Number of requests in model execution batches.',
    '# TYPE vllm:num_requests_running gauge',
    `vllm:num_requests_running${labels} ${running.toFixed(1)}`,
    '# TYPE vllm:num_requests_waiting gauge',
    `vllm:num_requests_waiting${labels} ${waiting.toFixed(1)}`,
    `vllm:num_requests_waiting_by_reason{engine="0",model_name="m",reason="capacity"} 7.0`,
    `# TYPE ${cache} gauge`,
    `${cache}${labels} 0.25`,
    '',
  ].join('\n');
}
