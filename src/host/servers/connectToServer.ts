import { t } from '@vscode/l10n';
import { imagesPhrase, tokensPhrase } from '../../core/countPhrases.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { asPageTraceError, isPageTraceError } from '../../core/errors.ts';
import { serverUrls } from '../../inference/address.ts';
import type { ModelCard, ServerStatus } from '../../inference/model.ts';
import { noModelError } from '../../inference/modelToAsk.ts';
import { configuredServers } from '../shared/settings.ts';
import type { ApiKeys } from './apiKeys.ts';
import { showCheckedInput } from './checkedInput.ts';
import { saveServer } from './serverSettings.ts';
import type { Servers } from './servers.ts';
import { pickItem, showInformation } from '../shared/workbench.ts';

/** The address that vLLM listens at by default. */
const USUAL_ADDRESS = 'http://127.0.0.1:8000';

export interface ConnectDeps {
  readonly servers: Servers;
  readonly keys: ApiKeys;
}

/** A server that answered, with the key that it was asked with; null for the stored one, if any. */
interface Found {
  readonly status: ServerStatus;
  readonly key: string | null;
}

/**
 * `PageTrace: Connect to Server`: asks for an address and checks it, asks for an API key and a model where the server
 * needs them, and saves the server in the settings. Nothing is saved before the server has answered.
 * @throws PageTraceError `untrusted` in Restricted Mode, before anything is asked or sent; `model-unknown` if the server
 * has no model; `file-unwritable` if the settings cannot be written
 */
export async function connectToServer({ servers, keys }: ConnectDeps): Promise<void> {
  servers.requireTrust();
  const found = await findServer(servers);
  if (!found) return;
  const { status, key } = found;
  const { origin } = serverUrls(status.baseUrl);
  const [first, ...others] = status.models;
  if (!first) throw noModelError(status.address);
  const earlier = configuredServers().find(({ url }) => isSameServer(url, status.baseUrl));
  const model = others.length > 0 ? await chooseModel(status, earlier?.model ?? null) : first;
  if (!model) return;
  if (key !== null) await keys.set(origin, key);
  // An only model need not be named, so that another one can be served at the same address later.
  await saveServer(status.baseUrl, others.length > 0 || earlier?.model === model.id ? model.id : null);
  const connected = await servers.connect();
  void showInformation(describeConnection(connected, model));
}

/** Asks for an address, and for a key if the server refuses the stored one, until a server answers. */
async function findServer(servers: Servers): Promise<Found | undefined> {
  let address = servers.current()?.url ?? '';
  for (;;) {
    const answered = await showCheckedInput<Found | Refused>({
      title: t('Connect to Server'),
      prompt: t('Address of a vLLM server, or of another OpenAI-compatible server'),
      placeholder: USUAL_ADDRESS,
      value: address,
      missing: t('Enter the address of the server, such as {0}.', USUAL_ADDRESS),
      validate: addressProblem,
      doing: (url) => t('Connecting to {0}. Press Escape to cancel.', serverUrls(url).baseUrl),
      submit: (url, signal) => probe(servers, url, signal),
    });
    if (answered === 'back' || answered === undefined) return undefined;
    if ('status' in answered) return answered;
    address = answered.url;
    const unlocked = await askForKey(servers, answered);
    if (unlocked !== 'back') return unlocked;
  }
}

/** A server that needs a key, or another one than the stored. */
interface Refused {
  readonly url: string;
  readonly reason: string;
}

async function probe(servers: Servers, url: string, signal: AbortSignal): Promise<Found | Refused> {
  try {
    return { status: await servers.probe(url, null, signal), key: null };
  } catch (error) {
    if (!isPageTraceError(error) || error.reason !== 'server-unauthorized') throw error;
    return { url, reason: error.message };
  }
}

function askForKey(servers: Servers, { url, reason }: Refused): Promise<Found | 'back' | undefined> {
  const { origin, baseUrl } = serverUrls(url);
  return showCheckedInput<Found>({
    title: t('API Key for {0}', new URL(origin).host),
    prompt: `${reason} ${t('The key is kept in the secret storage and sent to {0} only.', origin)}`,
    password: true,
    hasBack: true,
    missing: t('Enter the API key that the server was started with.'),
    doing: () => t('Connecting to {0}. Press Escape to cancel.', baseUrl),
    submit: async (key, signal) => ({ status: await servers.probe(url, key, signal), key }),
  });
}

/** What is wrong with an address, as a sentence; null if nothing is. */
function addressProblem(url: string): string | null {
  try {
    serverUrls(url);
    return null;
  } catch (error) {
    return asPageTraceError(error).message;
  }
}

function isSameServer(url: string, baseUrl: string): boolean {
  return addressProblem(url) === null && serverUrls(url).baseUrl === baseUrl;
}

/** Lets the person choose a model; the one in use so far comes first. */
async function chooseModel(status: ServerStatus, current: string | null): Promise<ModelCard | undefined> {
  const models = status.models.toSorted((a, b) => Number(b.id === current) - Number(a.id === current));
  const choice = await pickItem(
    models.map((model) => ({
      label: model.id,
      description: [
        ...(model.id === current ? [t('current')] : []),
        ...(model.parent ? [t('adapter of {0}', model.parent)] : []),
      ].join(' · '),
      detail: describeLength(model),
      model,
    })),
    {
      title: t('Models of {0}', status.address.name),
      placeHolder: t('Which model answers questions?'),
      ignoreFocusOut: true,
    },
  );
  return choice?.model;
}

function describeLength(model: ModelCard): string {
  return model.maxModelLength === null ? '' : tokensPhrase(model.maxModelLength);
}

/** A description of a server, as one message. */
function describeConnection(status: ServerStatus, model: ModelCard): string {
  const limits = [
    ...(model.maxModelLength === null ? [] : [t('{0} tokens long', wholeNumber(model.maxModelLength))]),
    ...(status.imageLimit === undefined ? [] : [t('at most {0}', imagesPhrase(status.imageLimit))]),
  ];
  const kind =
    status.kind === 'vllm' ? `vLLM ${status.version ?? ''}`.trim() : t('an OpenAI-compatible server');
  const name = model.parent ? t('{0} (adapter of {1})', model.id, model.parent) : model.id;
  const facts = [name, ...limits].join(', ');
  return [t('Connected to {0} ({1}): {2}.', status.address.name, kind, facts), ...status.lacks].join(' ');
}
