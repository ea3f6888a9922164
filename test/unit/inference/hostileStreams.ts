import {
  CHAT,
  PIECE,
  STREAM,
  endless,
  after,
  fill,
  event,
  delta,
  FINISH,
  KEPT,
  kept,
  chat,
  json,
  flood,
  drip,
  shortStream,
  TOO_LONG_STREAM,
  TOO_MANY_VALUES,
  eventTooLong,
  streamTooLong,
  textTooLong,
  noText,
  xs,
  megabytes,
  crowd,
  manyKeys,
  deep,
  type HostileCase,
} from './hostileParts.ts';

/** Servers whose streams are too long or too slow. */
export const HOSTILE_STREAMS: Readonly<Record<string, HostileCase>> = {
  // Streams without end
  'an event without end': {
    ...flood(xs),
    through: 'generate',
    answers: chat(after([kept, 'data: '], endless(xs))),
    ...eventTooLong,
  },
  'an event of lines without end': { ...flood(`data: ${xs}\n`), ...eventTooLong },
  'an event of empty lines of data without end': {
    ...shortStream,
    ...flood(fill('data\n')),
    ...streamTooLong,
  },
  'a comment without end': {
    through: 'generate',
    answers: chat(after([kept, ':'], endless(xs))),
    ...eventTooLong,
  },
  'a field without a name and without end': { ...flood(xs), ...eventTooLong },
  'bytes that are not UTF-8 without end': { ...flood(Buffer.alloc(PIECE, 0xff)), ...eventTooLong },
  'comments without end': { ...flood(fill(': keep alive\n\n')), ...streamTooLong },
  'comments without end, in lines of carriage returns': {
    ...shortStream,
    ...flood(fill(':\r')),
    ...streamTooLong,
  },
  'empty lines without end': { ...shortStream, ...flood('\n'.repeat(PIECE)), ...streamTooLong },
  'null without end': { ...shortStream, ...flood(fill(event(null))), ...streamTooLong },
  'chunks without text without end': { ...flood(fill(delta(''))), ...streamTooLong },
  'roles without end': {
    ...shortStream,
    ...flood(fill(event({ choices: [{ index: 0, delta: { role: 'assistant' } }] }))),
    ...streamTooLong,
  },
  'usage without end': {
    ...shortStream,
    ...flood(fill(event({ choices: [], usage: { completion_tokens: 1 } }))),
    ...streamTooLong,
  },
  'states of the reader without end': {
    ...flood(fill(event({ choices: [], pagetrace: { status: xs.slice(0, 5000) } }))),
    ...streamTooLong,
  },
  'calls of tools without end': {
    ...shortStream,
    ...flood(
      fill(
        event({
          choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: 'x' } }] } }],
        }),
      ),
    ),
    ...streamTooLong,
  },
  'text for samples that nobody requested, without end': {
    ...shortStream,
    ...flood(fill(delta('x', 7))),
    ...streamTooLong,
  },
  'text without end': {
    ...flood(fill(delta('x'.repeat(1000)))),
    ...textTooLong,
    text: { start: KEPT, least: 1_524_288 },
  },
  'text in single characters without end': {
    ...flood(fill(delta('x'))),
    ...streamTooLong,
    text: { start: KEPT, least: 20_000 },
  },
  'reasoning without end': {
    ...flood(fill(event({ choices: [{ index: 0, delta: { reasoning: 'x'.repeat(1000) } }] }))),
    ...textTooLong,
    text: { start: KEPT, least: 1_524_288 },
  },
  'text of 64 samples in turn without end': {
    through: 'generate',
    n: 64,
    maxTokens: 64,
    answers: chat(
      after(
        [kept],
        endless(Array.from({ length: 64 }, (_, index) => delta('x'.repeat(1000), index)).join('')),
      ),
    ),
    reason: 'stream-failed',
    sentence: /was cut off because it sent more than 2,048,576 characters/u,
    text: { start: KEPT, least: 25_000 },
  },
  'text of two bytes a character without end': {
    ...flood(fill(delta('日本語'.repeat(300)))),
    ...textTooLong,
    text: { start: KEPT, least: 1_524_288 },
  },
  'blanks without end before a think part that the template opens': {
    ...shortStream,
    through: 'generate',
    isVllm: true,
    answers: (path) => {
      if (path === '/tokenize') return json(['{"tokens":[1]}']);
      if (path === '/detokenize') return json(['{"prompt":"<think>"}']);
      return path === CHAT ? { head: STREAM, body: endless(fill(delta(' '))) } : null;
    },
    reason: 'stream-failed',
    sentence: TOO_LONG_STREAM,
  },
  'probabilities without end': {
    ...shortStream,
    ...flood(
      fill(
        event({
          choices: [
            { index: 0, delta: {}, logprobs: { content: [{ token: 'x', logprob: -1, bytes: [120] }] } },
          ],
        }),
      ),
    ),
    ...streamTooLong,
  },
  'chunks without end after the sample is complete': {
    ...shortStream,
    through: 'generate',
    answers: chat(after([kept, FINISH], endless(fill(delta('x'))))),
    reason: null,
    text: KEPT,
  },
  'chunks without end after the end': {
    ...shortStream,
    through: 'generate',
    answers: chat(after([kept, FINISH, 'data: [DONE]\n\n'], endless(fill(delta('x'))))),
    reason: null,
    text: KEPT,
  },
  'a connection that stays open after the end': {
    through: 'generate',
    answers: chat([kept, FINISH, 'data: [DONE]\n\n'], { hangs: true }),
    reason: null,
    text: KEPT,
  },

  // Single large events
  'an event of almost 8 MB of text': {
    through: 'generate',
    answers: chat([kept, delta(megabytes(7.9)), FINISH]),
    ...textTooLong,
    text: { start: KEPT, least: 7_900_000 },
  },
  'an event of many empty lists': {
    through: 'generate',
    answers: chat([kept, `data: {"choices":[${crowd}[]]}\n\n`]),
    reason: 'stream-failed',
    sentence: TOO_MANY_VALUES,
    text: KEPT,
  },
  'events of very many keys': {
    through: 'generate',
    answers: chat([kept, `data: {"x":${manyKeys}}\n\n`]),
    reason: 'stream-failed',
    sentence: TOO_MANY_VALUES,
    text: KEPT,
  },
  'an event whose choices are millions of numbers': {
    through: 'generate',
    answers: chat([kept, `data: {"choices":[${'0,'.repeat(3_500_000)}0]}\n\n`, FINISH]),
    reason: null,
    text: KEPT,
  },
  'a character in two halves, and single bytes of others': {
    through: 'generate',
    answers: chat([
      ...Array.from(Buffer.from(kept), (byte) => Buffer.of(byte)),
      delta('\ud83d'),
      delta('\ude00é'),
      FINISH,
    ]),
    reason: null,
    text: `${KEPT}😀é`,
  },
  'keys that are given twice, and names of prototypes': {
    through: 'generate',
    answers: chat([
      'data: {"__proto__":{"choices":1},"choices":[],"choices":[{"__proto__":{"index":3},"delta":{"content":"a","content":"b"}}]}\n\n',
      FINISH,
    ]),
    reason: null,
    text: 'b',
  },
  'indexes of no sample': {
    through: 'generate',
    answers: chat([kept, ...[-1, 0.5, 1e9, 1e308].map((index) => delta('x', index)), FINISH]),
    reason: null,
    text: KEPT,
  },
  'text that is a list nested deeply': {
    through: 'generate',
    answers: chat([kept, `data: {"choices":[{"index":0,"delta":{"content":${deep}}}]}\n\n`, FINISH]),
    reason: null,
    text: KEPT,
  },
  'a number that is not JSON': {
    through: 'generate',
    answers: chat([kept, 'data: {"choices":[{"index":NaN}]}\n\n']),
    reason: 'stream-failed',
    sentence: /a piece of its answer that is not JSON\.$/u,
    text: KEPT,
  },
  'usage of texts and negative numbers': {
    through: 'generate',
    answers: chat([
      kept,
      event({ choices: [], usage: { completion_tokens: '9', prompt_tokens: -1 } }),
      FINISH,
    ]),
    reason: null,
    text: KEPT,
  },
  'a whole answer and a page within a stream': {
    through: 'generate',
    answers: chat([kept, '{"choices":[{"message":{"content":"x"}}]}\n\n<html>\n\n', FINISH]),
    reason: null,
    text: KEPT,
  },
  'an event of very many choices': {
    through: 'generate',
    answers: chat([
      kept,
      `data: {"choices":[${'{"delta":{"content":"x"}},'.repeat(100_000)}{}]}\n\n`,
      FINISH,
    ]),
    reason: null,
    text: { start: KEPT, least: 100_000 },
  },
  'an error that is nested deeply': {
    through: 'generate',
    answers: chat([kept, `data: {"error":${deep}}\n\n`]),
    reason: 'stream-failed',
    text: KEPT,
  },
  'an error of almost 8 MB': {
    through: 'generate',
    answers: chat([kept, event({ error: { message: megabytes(7.9) } })]),
    reason: 'stream-failed',
    sentence: /^The server broke off in the middle of its answer\. It said: x{2000}$/u,
    text: KEPT,
  },
  'a reason to finish of almost 8 MB': {
    through: 'generate',
    answers: chat([kept, delta('', 0, { finish_reason: megabytes(7.9) })]),
    reason: null,
    text: KEPT,
  },

  // Slow streams
  'comments that keep the connection open': { ...drip(': keep alive\n\n'), ...noText },
  'single bytes of a comment': { ...drip(':'), ...noText },
  'chunks without text': { ...drip(delta('')), ...noText },
  'usage again and again': { ...drip(event({ choices: [], usage: { completion_tokens: 1 } })), ...noText },
  'a state of a server that is no offline reader': {
    ...drip(event({ choices: [], pagetrace: { status: 'busy' } })),
    ...noText,
  },
  'a stream that falls silent': {
    through: 'generate',
    answers: chat([kept], { hangs: true }),
    limits: { body: 200 },
    reason: 'timeout',
    sentence: /sent nothing for 0\.2 s in the middle of its answer\.$/u,
    text: KEPT,
  },
  'text in single characters, one after the other for ever': {
    ...drip(delta('x')),
    limits: { generation: 400 },
    reason: 'timeout',
    sentence: /^The answer of 127\.0\.0\.1:\d+ was not complete after 0\.4 s\.$/u,
    text: { start: KEPT, least: KEPT.length },
  },
};
