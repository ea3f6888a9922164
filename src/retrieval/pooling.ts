import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { PageImage } from '../documents/model.ts';
import { serverUrls } from '../inference/address.ts';
import { connectionError } from '../inference/connectionErrors.ts';
import { serverFetch } from '../inference/fetch.ts';
import type { InferenceDeps } from '../inference/model.ts';
import { dataUrl } from '../inference/request.ts';
import { refusalError } from '../inference/serverErrors.ts';
import { withServerName } from '../inference/withServerName.ts';
import { asArray, asCount, asRecord, parseJson } from '../inference/wire.ts';
import { toHalf } from './toHalf.ts';
import type { HalfVectors } from './vectors.ts';

/** A server that turns texts and images into vectors, one for each of their tokens. */
export interface EmbeddingServer {
  /** The name by which the person knows it; not set if they have given only its address. */
  readonly name?: string;
  readonly url: string;
  readonly model: string;
  readonly deps: InferenceDeps;
}

/** Vectors of one input: 16,000 tokens of 4,096 dimensions in half precision, or 4,000 of 1,024 as JSON. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The vectors of a question. It is always sent as text and a page always as a message, because a server puts each into
 * another template.
 * @throws PageTraceError why the server does not give them
 */
export function embedQuestion(
  question: string,
  server: EmbeddingServer,
  signal: AbortSignal,
): Promise<HalfVectors> {
  return embed({ input: question }, server, signal);
}

/**
 * The vectors of a page image.
 * @throws PageTraceError why the server does not give them
 */
export function embedPage(
  image: PageImage,
  server: EmbeddingServer,
  signal: AbortSignal,
): Promise<HalfVectors> {
  const content = [{ type: 'image_url', image_url: { url: dataUrl(image) } }];
  return embed({ messages: [{ role: 'user', content }] }, server, signal);
}

async function embed(
  input: Readonly<Record<string, unknown>>,
  server: EmbeddingServer,
  signal: AbortSignal,
): Promise<HalfVectors> {
  try {
    return await askForVectors(input, server, signal);
  } catch (error) {
    throw server.name === undefined ? error : withServerName(error, server.name);
  }
}

async function askForVectors(
  input: Readonly<Record<string, unknown>>,
  { url: address, model, deps }: EmbeddingServer,
  signal: AbortSignal,
): Promise<HalfVectors> {
  const url = `${serverUrls(address).root}/pooling`;
  const form = { encoding_format: 'bytes', embed_dtype: 'float16', endianness: 'little' };
  const body = JSON.stringify({ model, ...input, ...form });
  const answer = await serverFetch(
    url,
    { method: 'POST', body, signal, most: MOST_BYTES, accept: 'application/octet-stream, application/json' },
    deps,
  );
  const bytes = await readBytes(answer.body).catch((error: unknown) => {
    throw connectionError(error, url, 'body', deps.limits);
  });
  if (!answer.ok) throw refusal(answer.status, bytes.toString('utf8'), url, model);
  const vectors = answer.contentType.includes('json')
    ? readJsonVectors(bytes.toString('utf8'))
    : readByteVectors(bytes, answer.header('metadata'));
  if (vectors === null) throw unreadable(address, model);
  return vectors;
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The vectors in a body whose form its `metadata` header describes; null if they are not there. */
function readByteVectors(bytes: Buffer, metadata: string | null): HalfVectors | null {
  const [first] = asArray(asRecord(parseJson(metadata ?? ''))?.['data']);
  const entry = asRecord(first);
  const [count, dimensions] = asArray(entry?.['shape']).map(asCount);
  const start = asCount(entry?.['start']);
  const end = asCount(entry?.['end']);
  if (!count || !dimensions || start === null || end === null) return null;
  const size = { float16: 2, float32: 4 }[String(entry?.['embed_dtype'])];
  const isWhole = size !== undefined && end - start === count * dimensions * size && end <= bytes.length;
  if (!isWhole || entry?.['endianness'] === 'big') return null;
  // Numbers have to begin at a multiple of their size.
  const own = new Uint8Array(bytes.subarray(start, end));
  const values =
    size === 2 ? new Uint16Array(own.buffer) : Uint16Array.from(new Float32Array(own.buffer), toHalf);
  return { dimensions, values };
}

/** The vectors in the JSON of servers that know no other form; null if they are not there. */
function readJsonVectors(text: string): HalfVectors | null {
  const [first] = asArray(asRecord(parseJson(text))?.['data']);
  const rows = asArray(asRecord(first)?.['data']).map(asArray);
  const dimensions = rows[0]?.length ?? 0;
  if (dimensions === 0 || rows.some((row) => row.length !== dimensions)) return null;
  const numbers = rows.flat();
  if (!numbers.every((each) => typeof each === 'number')) return null;
  return { dimensions, values: Uint16Array.from(numbers, toHalf) };
}

/** How a server is started that gives a vector for each token. */
const startHint = (): string =>
  t(
    'Start vLLM with a model such as ColQwen3 or ColPali, and with --runner pooling --convert embed --pooler-config.task token_embed.',
  );

function refusal(status: number, body: string, url: string, model: string): PageTraceError {
  const error = refusalError({ status, body, url, model });
  if (error.reason === 'model-unknown')
    return new PageTraceError('model-unknown', error.message, {
      hint: t('Name a model that the embedding server lists, or leave it out for the first one.'),
      status,
      cause: error,
    });
  const isOther = error.reason === 'server-wrong-path' || /pooling|token_embed|does not support/iu.test(body);
  if (!isOther) return error;
  return new PageTraceError('server-refused', t('{0} does not turn pages into vectors.', new URL(url).host), {
    hint: startHint(),
    status,
    ...(error.said === undefined ? {} : { said: error.said }),
    cause: error,
  });
}

function unreadable(address: string, model: string): PageTraceError {
  return new PageTraceError(
    'server-failed',
    t('{0} did not answer with a vector for each token of {1}.', new URL(address).host, model),
    { hint: startHint() },
  );
}
