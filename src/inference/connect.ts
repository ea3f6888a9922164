import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import { serverUrls, type ServerUrls } from './address.ts';
import { ask, type Answer } from './fetch.ts';
import { probeTokenize } from './imageLimit.ts';
import type { InferenceDeps, ModelCard, ServerAddress, ServerStatus } from './model.ts';
import { refusalError, serverWords } from './serverErrors.ts';
import { asCount, asRecord, asText, parseJson, type Wire } from './wire.ts';

/** The software of a server. */
type Software = 'vllm' | 'offline-reader' | 'llama.cpp' | 'Ollama' | 'SGLang' | null;

/** The `owned_by` of the offline reader's models. */
const OFFLINE_READER_OWNER = 'pagetrace';

/** The most characters of a version; a model with a longer name is left out. */
const LONGEST_NAME = 4_000;

/** The most models that are read from the list of a server; the others are left out. */
const MOST_MODELS = 10_000;

/** The outcome of a probe: an answer, or why there is none. */
type Probe = { readonly answer: Answer } | { readonly error: PageTraceError };

async function probe(
  url: string,
  deps: InferenceDeps,
  signal: AbortSignal | undefined,
  most: number = deps.limits.sizes.short,
): Promise<Probe> {
  try {
    return { answer: await ask(url, { most, ...(signal === undefined ? {} : { signal }) }, deps) };
  } catch (error) {
    return { error: asPageTraceError(error) };
  }
}

function answerIfAny(result: Probe): Answer | null {
  return 'answer' in result ? result.answer : null;
}

/** The list of models in an answer of /v1/models, or null if it is not one. */
function modelList(answer: Answer | null): readonly Wire[] | null {
  if (answer?.status !== 200) return null;
  const data = asRecord(parseJson(answer.body))?.['data'];
  if (!Array.isArray(data)) return null;
  // One more than are read shows that others are left out.
  return data
    .slice(0, MOST_MODELS + 1)
    .map(asRecord)
    .filter((card) => card !== null);
}

/** Reads model cards; an adapter gets the length of its base (over several steps if adapters are stacked). */
function readModels(list: readonly Wire[]): ModelCard[] {
  const byId = new Map(list.map((card) => [asText(card['id']), card]));
  const inheritedLength = (card: Wire, depth: number): number | null => {
    const own = asCount(card['max_model_len']);
    const base = byId.get(asText(card['parent']));
    return own !== null || base === undefined || depth > 8 ? own : inheritedLength(base, depth + 1);
  };
  return list
    .slice(0, MOST_MODELS)
    .filter((card) => asText(card['id']) !== '' && asText(card['id']).length <= LONGEST_NAME)
    .map((card) => ({
      id: asText(card['id']),
      root: asText(card['root']) || null,
      parent: asText(card['parent']) || null,
      maxModelLength: inheritedLength(card, 0),
    }));
}

function recognize(list: readonly Wire[], version: string | null): Software {
  const owners = new Set(list.map((card) => asText(card['owned_by'])));
  if (owners.has(OFFLINE_READER_OWNER)) return 'offline-reader';
  if (owners.has('vllm')) return 'vllm';
  if (owners.has('llamacpp')) return 'llama.cpp';
  if (owners.has('sglang')) return 'SGLang';
  if (owners.has('library')) return 'Ollama';
  return version === null ? null : 'vllm';
}

/** The error if /health says that the server cannot generate; null if it can, or if it has no such route. */
function healthError(health: Answer | null, version: string | null, host: string): PageTraceError | null {
  if (health === null || health.status < 500) return null;
  const words = serverWords(health.body);
  const details = { status: health.status, ...(words === null ? {} : { said: words }) };
  if (words !== null && /loading|starting|not ready/iu.test(words))
    return new PageTraceError('server-loading', t('The server at {0} is still loading its model.', host), {
      ...details,
      hint: t('Wait until it is ready, and connect again.'),
    });
  if (version !== null || (health.status === 500 && words === null))
    return new PageTraceError(
      'server-dead',
      t('vLLM at {0} answers, but its engine has died (/health: HTTP {1}).', host, health.status),
      { ...details, hint: t("Look at the server's own log for the cause, and start it again.") },
    );
  return new PageTraceError(
    'server-loading',
    t(
      'The server at {0} is not ready (/health: HTTP {1}): it is still loading, or nothing is running behind it.',
      host,
      health.status,
    ),
    { ...details, hint: t("Wait a moment and connect again, or look at the server's log.") },
  );
}

/** Addresses at the same origin where the API may be instead, the most likely first. */
function otherPlaces({ origin, root, baseUrl }: ServerUrls): string[] {
  const path = root.slice(origin.length);
  const segments = path.split('/').filter((segment) => segment !== '');
  const ancestors = segments.map((_, index) => `/${segments.slice(0, index).join('/')}`.replace(/\/$/u, ''));
  const places = [...ancestors.reverse(), '', '/api', '/openai', '/vllm', '/inference'];
  return [...new Set(places.map((place) => `${origin}${place}/v1`))].filter((place) => place !== baseUrl);
}

/** Explains a 404 (or a page that is not a list of models), with the right path if one is found. */
async function wrongPath(
  urls: ServerUrls,
  answer: Answer,
  deps: InferenceDeps,
  signal: AbortSignal | undefined,
): Promise<PageTraceError> {
  const places = otherPlaces(urls);
  const found = await Promise.all(
    places.map(async (place) => {
      const there = answerIfAny(await probe(`${place}/models`, deps, signal, deps.limits.sizes.list));
      return modelList(there) !== null || there?.status === 401;
    }),
  );
  const place = places[found.indexOf(true)];
  const sentence =
    answer.status === 200
      ? t('No OpenAI-compatible API was found at {0}: /models is not a list of models.', urls.baseUrl)
      : t('No OpenAI-compatible API was found at {0} (HTTP {1}).', urls.baseUrl, answer.status);
  const words = serverWords(answer.body);
  return new PageTraceError('server-wrong-path', sentence, {
    hint:
      place === undefined
        ? t("Check the path in the server's address, and that an OpenAI-compatible server runs there.")
        : t('The API was found at {0}: use that address.', place),
    status: answer.status,
    ...(words === null ? {} : { said: words }),
  });
}

function lacking(
  software: Software,
  has: {
    readonly health: boolean;
    readonly version: boolean;
    readonly length: boolean;
    readonly tokenize: boolean;
  },
): string[] {
  if (software === 'offline-reader') return [];
  const lacks: string[] = [];
  if (software !== 'vllm')
    lacks.push(
      software === null
        ? t('It is an OpenAI-compatible server, not vLLM.')
        : t('It is {0}, not vLLM.', software),
      t(
        'It does not count the tokens of a prompt with its images (/tokenize): the count before sending is an estimate.',
      ),
      t('It does not report its load in a form that PageTrace can read (/metrics of vLLM).'),
      t(
        'It may not report the tokens of each sample while they stream: they are then estimated from the characters and marked “about”.',
      ),
      t('It may ignore the request fields that are vLLM’s own (repetition_penalty, structured_outputs).'),
    );
  if (!has.health) lacks.push(t('It has no /health: whether it can answer is known only when it is asked.'));
  if (software === 'vllm' && !has.tokenize)
    lacks.push(t('It does not count tokens (/tokenize): the count before sending is an estimate.'));
  if (software === 'vllm' && !has.version) lacks.push(t('It does not report its version (/version).'));
  if (!has.length)
    lacks.push(
      t("It does not report the model's length: whether a prompt fits is known only when it is sent."),
    );
  return lacks;
}

/** What llama.cpp's /props reports in addition to its models; null if it does not. */
async function llamaProps(
  root: string,
  deps: InferenceDeps,
  signal: AbortSignal | undefined,
): Promise<{ readonly vision: boolean | null; readonly length: number | null }> {
  const answer = answerIfAny(await probe(`${root}/props`, deps, signal));
  const props = answer?.status === 200 ? asRecord(parseJson(answer.body)) : null;
  const vision = asRecord(props?.['modalities'])?.['vision'];
  const length = asCount(asRecord(props?.['default_generation_settings'])?.['n_ctx']);
  return { vision: typeof vision === 'boolean' ? vision : null, length };
}

/**
 * Checks a server: its health, version, and models.
 * @throws PageTraceError with what exactly is wrong: `bad-input` (no address), `server-unreachable`, `timeout`,
 * `server-unauthorized`, `server-wrong-path` (its hint names the right path if one was found), `server-loading`,
 * `server-dead`, `server-refused`, `server-failed`, `cancelled`
 */
export async function connect(
  address: ServerAddress,
  deps: InferenceDeps,
  signal?: AbortSignal,
): Promise<ServerStatus> {
  const urls = serverUrls(address.url);
  const { host } = new URL(urls.baseUrl);
  const [health, version, models] = await Promise.all([
    probe(`${urls.root}/health`, deps, signal),
    probe(`${urls.root}/version`, deps, signal),
    probe(`${urls.baseUrl}/models`, deps, signal, deps.limits.sizes.list),
  ]);
  const versionAnswer = answerIfAny(version);
  const versionText =
    versionAnswer?.status === 200
      ? asText(asRecord(parseJson(versionAnswer.body))?.['version']).slice(0, LONGEST_NAME) || null
      : null;
  const ill = healthError(answerIfAny(health), versionText, host);
  if (ill !== null) throw ill;
  if ('error' in models) throw models.error;

  const list = modelList(models.answer);
  if (list === null) {
    const { status } = models.answer;
    if (status === 404 || status === 405 || status === 200)
      throw await wrongPath(urls, models.answer, deps, signal);
    throw refusalError({ status, body: models.answer.body, url: models.answer.url });
  }
  const software = recognize(list, versionText);
  const props = software === 'llama.cpp' ? await llamaProps(urls.root, deps, signal) : null;
  const cards = readModels(list).map((card) => ({
    ...card,
    maxModelLength: card.maxModelLength ?? props?.length ?? null,
  }));
  const [first] = cards;
  // If a server cannot be asked now, it is asked again before a question is sent.
  const tokenize =
    software === 'vllm' && first !== undefined
      ? await probeTokenize(urls.root, first.id, deps, signal).catch(() => null)
      : null;
  const imageLimit = props?.vision === false ? 0 : (tokenize?.imageLimit ?? null);
  if (signal?.aborted === true) throw new PageTraceError('cancelled', t('Connecting was canceled.'));
  return {
    address,
    baseUrl: urls.baseUrl,
    kind: software === 'vllm' || software === 'offline-reader' ? software : 'openai-compatible',
    version: versionText,
    models: cards,
    lacks: [
      ...(list.length > MOST_MODELS
        ? [t('It lists more than {0} models: the others are left out.', wholeNumber(MOST_MODELS))]
        : []),
      ...lacking(software, {
        health: answerIfAny(health)?.status === 200,
        version: versionText !== null,
        length: cards.some((card) => card.maxModelLength !== null),
        tokenize: tokenize?.available !== false,
      }),
    ],
    ...(imageLimit === null ? {} : { imageLimit }),
  };
}
