import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { serverUrls } from '../../../inference/address.ts';
import { connect } from '../../../inference/connect.ts';
import { closeConnections } from '../../../inference/fetch.ts';
import { DEFAULT_INFERENCE_LIMITS, type InferenceDeps, type ServerStatus } from '../../../inference/model.ts';
import { OFFLINE_LANGUAGES, OFFLINE_MODEL } from '../../../offline/model.ts';
import { LONGEST_SCRIPT, readScript } from '../../../offline/script.ts';
import { startOfflineReader, type OfflineReader } from '../../../offline/start.ts';
import type { AskArguments } from '../../arguments/arguments.ts';
import { scriptFile } from '../../package/shippedFile.ts';
import { readWholeFile } from '../../../runs/reading/wholeText.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A server that has answered, and what requests to it need. */
export interface Server {
  readonly status: ServerStatus;
  readonly deps: InferenceDeps;
  close(): Promise<void>;
}

/** The most bytes of a file that contains a key. */
const LONGEST_KEY = 1024 * 1024;

/**
 * Connects to the server that the arguments name, or starts the offline reader if they name none.
 * @throws PageTraceError `bad-input` for a key file that cannot be read, and the errors of connecting and starting
 */
export async function openServer(
  values: Pick<AskArguments['values'], 'server' | 'model' | 'api-key-file' | 'script'>,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Server> {
  if (values.server === undefined) return openOfflineReader(values.script, terminal, signal);
  const key = await apiKey(values['api-key-file'], environment, signal);
  const { origin } = serverUrls(values.server);
  const deps = dependencies(terminal, (asked) => (asked === origin ? key : null));
  const address = { name: values.server, url: values.server, model: values.model ?? null };
  return connectServer(address, deps, null, signal);
}

async function openOfflineReader(
  answers: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Server> {
  if (answers !== undefined) await requireScript(answers, signal);
  terminal.progress(
    `Starting the ${OFFLINE_MODEL.charAt(0).toLowerCase()}${OFFLINE_MODEL.slice(1)}, which reads ${OFFLINE_LANGUAGES.join(', ')}`,
  );
  const reader = await startOfflineReader({
    script: scriptFile('offline-server.js', 'src/offline/main.ts'),
    log: terminal.debug,
    signal,
    ...(answers === undefined ? {} : { answers: path.resolve(answers) }),
  });
  const deps = dependencies(terminal, () => reader.apiKey);
  return connectServer(
    { name: OFFLINE_MODEL, url: reader.url, model: null, isEmbedded: true },
    deps,
    reader,
    signal,
  );
}

/**
 * Reads a script before the reader does, whose process could not say what is wrong with it as well.
 * @throws PageTraceError `bad-input`
 */
async function requireScript(file: string, signal: AbortSignal): Promise<void> {
  let text: string;
  try {
    text = (await readWholeFile(file, { longest: LONGEST_SCRIPT, signal })).toString('utf8');
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageTraceError('bad-input', `The script ${file} could not be read.`, {
      hint: 'Check the path after --script.',
      cause: error,
    });
  }
  readScript(text);
}

function dependencies(terminal: Terminal, keyFor: (origin: string) => string | null): InferenceDeps {
  return {
    log: terminal.debug,
    now: () => performance.now(),
    limits: DEFAULT_INFERENCE_LIMITS,
    apiKey: (origin) => Promise.resolve(keyFor(origin)),
    // Whoever runs the command names the server.
    mayReceive: () => Promise.resolve(true),
  };
}

async function connectServer(
  address: ServerStatus['address'],
  deps: InferenceDeps,
  reader: OfflineReader | null,
  signal: AbortSignal,
): Promise<Server> {
  const close = async (): Promise<void> => {
    await closeConnections(deps);
    await reader?.close();
  };
  try {
    return { status: await connect(address, deps, signal), deps, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function apiKey(
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  const given = environment['PAGETRACE_API_KEY']?.trim() ?? '';
  if (file === undefined) return given === '' ? null : given;
  return readKeyFile(file, signal);
}

/**
 * The key of a server that is in a file.
 * @throws PageTraceError `bad-input` for a file that cannot be read, or is empty
 */
export async function readKeyFile(file: string, signal: AbortSignal): Promise<string> {
  let key: string;
  try {
    key = (await readWholeFile(file, { longest: LONGEST_KEY, signal })).toString('utf8').trim();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageTraceError('bad-input', `The key file ${file} could not be read.`, {
      hint: 'Check its path.',
      cause: error,
    });
  }
  if (key !== '') return key;
  throw new PageTraceError('bad-input', `The key file ${file} is empty.`, {
    hint: "Write the server's key into it, and nothing else.",
  });
}
