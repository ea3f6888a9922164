import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { DEFAULT_SIZE_LIMITS } from '../../../src/inference/sizeLimits.ts';
import {
  CHAT,
  head,
  encoded,
  endless,
  after,
  fill,
  delta,
  KEPT,
  kept,
  only,
  chat,
  json,
  connecting,
  shortStream,
  TOO_LONG_STREAM,
  TOO_MANY_VALUES,
  TOO_LONG_HEADERS,
  NO_TEXT,
  longAnswer,
  eventTooLong,
  streamTooLong,
  xs,
  megabytes,
  crowd,
  manyKeys,
  deep,
  bomb,
  commentBomb,
  type HostileCase,
} from './hostileParts.ts';

/** Servers with hostile compression, HTTP, errors, and answers to short requests. */
export const HOSTILE_ANSWERS: Readonly<Record<string, HostileCase>> = {
  // Compression
  'an event of gzip without end': {
    through: 'generate',
    answers: only(CHAT, { head: encoded('gzip'), body: after([gzipSync(`${kept}data: `)], endless(bomb)) }),
    ...eventTooLong,
  },
  'comments of gzip without end': {
    through: 'generate',
    answers: only(CHAT, { head: encoded('gzip'), body: after([gzipSync(kept)], endless(commentBomb)) }),
    ...streamTooLong,
  },
  'gzip within gzip': {
    through: 'generate',
    answers: only(CHAT, {
      head: encoded('gzip, gzip'),
      body: [
        gzipSync(Buffer.concat([gzipSync(`${kept}data: `), ...Array.from({ length: 1000 }, () => bomb)])),
      ],
    }),
    ...eventTooLong,
  },
  'an event of deflate': {
    through: 'generate',
    answers: only(CHAT, { head: encoded('deflate'), body: [deflateSync(`${kept}data: ${megabytes(100)}`)] }),
    ...eventTooLong,
  },
  'an event of brotli': {
    through: 'generate',
    answers: only(CHAT, {
      head: encoded('br'),
      body: [brotliCompressSync(`${kept}data: ${megabytes(100)}`, { params: {} })],
    }),
    ...eventTooLong,
  },
  'gzip that breaks off': {
    through: 'generate',
    answers: only(CHAT, { head: encoded('gzip'), body: [gzipSync(kept), 'broken'] }),
    reason: 'stream-cut',
  },

  // HTTP
  'a header without end': {
    through: 'generate',
    answers: only(CHAT, { head: 'HTTP/1.1 200 OK\r\nx: ', body: endless(xs) }),
    reason: 'server-failed',
    sentence: TOO_LONG_HEADERS,
  },
  'headers without end': {
    through: 'generate',
    answers: only(CHAT, { head: 'HTTP/1.1 200 OK\r\n', body: endless(fill('x: y\r\n')) }),
    reason: 'server-failed',
    sentence: TOO_LONG_HEADERS,
  },
  'a first line without end': {
    through: 'generate',
    limits: { headers: 300 },
    answers: only(CHAT, { head: 'HTTP/1.1 200 ', body: endless(xs) }),
    reason: 'timeout',
    sentence: /did not begin to answer within 0\.3 s\.$/u,
  },
  'provisional answers without end': {
    through: 'generate',
    limits: { headers: 300 },
    answers: only(CHAT, { head: '', body: endless('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n') }),
    reason: 'timeout',
    sentence: /did not begin to answer within 0\.3 s\.$/u,
  },
  'trailers without end': {
    through: 'generate',
    answers: only(CHAT, {
      head: head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'),
      body: after([`${kept.length.toString(16)}\r\n${kept}\r\n0\r\n`], endless(fill('x: y\r\n'))),
    }),
    reason: 'server-failed',
    sentence: TOO_LONG_HEADERS,
    text: KEPT,
  },
  'a piece without a valid length': {
    through: 'generate',
    answers: only(CHAT, {
      head: head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'),
      body: [`${kept.length.toString(16)}\r\n${kept}\r\n`, 'no length\r\n'],
    }),
    reason: 'stream-cut',
    sentence: /was cut in the middle of the answer\.$/u,
  },
  'an event in pieces of one byte without end': {
    through: 'generate',
    limits: { sizes: { ...DEFAULT_SIZE_LIMITS, event: 200_000 } },
    answers: only(CHAT, {
      head: head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'),
      body: after([`${kept.length.toString(16)}\r\n${kept}\r\n`], endless(fill('1\r\nx\r\n'))),
    }),
    ...eventTooLong,
    sentence: /sent more than 200 KB in one piece of its answer\.$/u,
  },
  'an extension of a piece without end': {
    through: 'generate',
    limits: { body: 300 },
    answers: only(CHAT, {
      head: head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'),
      body: after([`${kept.length.toString(16)}\r\n${kept}\r\n1;`], endless(xs)),
    }),
    reason: 'timeout',
    text: KEPT,
  },
  'a redirect with a long address': {
    through: 'generate',
    answers: only(CHAT, { head: head(`location: http://127.0.0.2/${'x'.repeat(15_000)}\r\n`, '307 Moved') }),
    reason: 'server-wrong-path',
    sentence: /redirects to http:\/\/127\.0\.0\.2\/x{480,500}….$/u,
  },
  'a redirect with a body without end': {
    through: 'generate',
    answers: only(CHAT, { head: head(`location: ${CHAT}\r\n`, '307 Moved'), body: endless(xs) }),
    reason: 'server-wrong-path',
    sentence: /redirects without end\.$/u,
  },

  'a redirect to a file': {
    through: 'connect',
    answers: () => ({ head: head('location: file:///etc/passwd\r\n', '307 Moved') }),
    reason: 'server-wrong-path',
    sentence: /redirects to file:\/\/\/etc\/passwd\.$/u,
    hint: /^Check the address of the server and the proxy before it\.$/u,
  },
  'a status that no standard has': {
    through: 'generate',
    answers: only(CHAT, { head: head('', '999 Odd'), body: ['no'] }),
    reason: 'server-failed',
    sentence: /failed to handle the request \(HTTP 999\)\. It said: no$/u,
  },
  'another protocol': {
    through: 'generate',
    answers: only(CHAT, { head: 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n' }),
    reason: 'server-failed',
    sentence: /closed the connection without an answer\.$/u,
  },
  'a piece of 72 petabytes': {
    through: 'generate',
    limits: { body: 300 },
    answers: only(CHAT, {
      head: head('content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'),
      body: [`ffffffffffffff\r\n${kept}`],
      hangs: true,
    }),
    reason: 'timeout',
    text: KEPT,
  },
  'an answer that is compressed 1,001 times': {
    through: 'generate',
    answers: only(CHAT, { head: encoded(`${'gzip, '.repeat(1000)}gzip`), body: [gzipSync(kept)] }),
    reason: 'server-unreachable',
  },

  // Answers that are no streams
  'an error without end': {
    through: 'generate',
    answers: only(CHAT, { head: head('', '500 Failed'), body: endless(xs) }),
    reason: 'server-failed',
    sentence: /failed to handle the request \(HTTP 500\)\. It said: x{2000}$/u,
  },
  'an error of gzip without end': {
    through: 'generate',
    answers: only(CHAT, { head: head('content-encoding: gzip\r\n', '400 Bad'), body: endless(bomb) }),
    reason: 'server-refused',
    sentence: /refused the request \(HTTP 400\)\. It said: x{2000}$/u,
  },
  'an error that comes slowly': {
    through: 'generate',
    limits: { probe: 300 },
    answers: only(CHAT, { head: head('', '400 Bad'), body: endless('x'), every: 20 }),
    reason: 'server-refused',
    sentence: /refused the request \(HTTP 400\)\. It said: x+$/u,
  },
  'an error that is nested deeply, instead of a stream': {
    through: 'generate',
    answers: only(CHAT, json([`{"detail":${deep}}`], { head: head('', '400 Bad') })),
    reason: 'server-refused',
  },
  'JSON without end': {
    through: 'generate',
    maxTokens: 1_000_000,
    answers: only(CHAT, json(after(['{"choices":[{"message":{"content":"'], endless(xs)))),
    reason: 'stream-failed',
    sentence: /sent more than 32 MB in one piece of its answer\.$/u,
  },
  'JSON of many empty lists': {
    through: 'generate',
    answers: only(CHAT, json([`{"choices":[${crowd}[]]}`])),
    reason: 'stream-failed',
    sentence: TOO_MANY_VALUES,
  },
  'JSON that comes slowly': {
    through: 'generate',
    limits: { body: 200 },
    answers: only(CHAT, json(endless(' '), { every: 20 })),
    reason: 'timeout',
    sentence: NO_TEXT,
  },
  'a page without end': {
    ...shortStream,
    through: 'generate',
    answers: only(CHAT, { head: head('content-type: text/html\r\n'), body: endless(fill('<p>hello</p>\n')) }),
    reason: 'stream-failed',
    sentence: TOO_LONG_STREAM,
  },

  // Short requests
  'models without end': {
    ...connecting('/v1/models', json(after(['{"data":[{"id":"'], endless(xs)))),
    reason: 'server-failed',
    sentence: longAnswer('8 MB', '/v1/models'),
  },
  'models of gzip without end': {
    ...connecting('/v1/models', { head: encoded('gzip', 'application/json'), body: endless(bomb) }),
    reason: 'server-failed',
    sentence: longAnswer('8 MB', '/v1/models'),
  },
  'models that come slowly': {
    ...connecting('/v1/models', json(endless(' '), { every: 20 })),
    limits: { probe: 500 },
    reason: 'timeout',
    sentence: /\/v1\/models did not answer within 0\.5 s\.$/u,
  },
  'models as many empty lists': {
    ...connecting('/v1/models', json([`{"data":[${crowd}[]]}`])),
    reason: 'server-wrong-path',
  },
  'models as an object with very many keys, at every path': {
    through: 'connect',
    answers: () => json([`{"data":${manyKeys}}`]),
    reason: 'server-wrong-path',
  },
  'very many models of one name': {
    ...connecting('/v1/models', json([`{"data":[${'{"id":"m"},'.repeat(700_000)}{"id":"m"}]}`])),
    reason: null,
    result: /^\{"address"/u,
  },
  'a model with a long name': {
    ...connecting('/v1/models', json([`{"data":[{"id":"${megabytes(1)}"},{"id":"m"}]}`])),
    reason: null,
    result: /"models":\[\{"id":"m"/u,
  },
  'a missing path with a page without end': {
    through: 'connect',
    answers: () => ({ head: head('', '404 Not Found'), body: endless(xs) }),
    reason: 'server-wrong-path',
  },
  'health without end': {
    ...connecting('/health', { head: head(''), body: endless(xs) }),
    reason: null,
    result: /It has no \/health/u,
  },
  'a version without end': {
    ...connecting('/version', json(endless(xs))),
    reason: null,
    result: /"version":null/u,
  },
  'a version of a megabyte': {
    ...connecting('/version', json([`{"version":"${'x'.repeat(900_000)}"}`])),
    reason: null,
    result: /"version":"x{4000}"/u,
  },
  'tokens without end while connecting': {
    ...connecting('/tokenize', json(endless(xs))),
    reason: null,
    result: /"id":"m"/u,
  },
  'tokens without end': {
    through: 'countText',
    answers: only('/tokenize', json(after(['{"tokens":['], endless(fill('1,'))))),
    reason: null,
    result: /^null$/u,
  },
  'tokens without end for a continuation': {
    through: 'continuedText',
    answers: only('/tokenize', json(after(['{"tokens":['], endless(fill('1,'))))),
    reason: null,
    result: /^"<think>"$/u,
  },
  'tokens as an object with very many keys': {
    through: 'countText',
    answers: only('/tokenize', json([`{"a":${manyKeys},"b":${manyKeys}}`])),
    reason: null,
    result: /^null$/u,
  },
  'tokens without end for a forecast': {
    through: 'forecastTokens',
    answers: only('/tokenize', json(after(['{"tokens":['], endless(fill('1,'))))),
    reason: null,
    result: /"exact":false/u,
  },
  'tokens without end for the limit of images': {
    through: 'probeTokenize',
    answers: only('/tokenize', json(endless(fill('1,')))),
    reason: 'server-failed',
    sentence: longAnswer('16 MB', '/tokenize'),
  },
  'tokens without end for the template': {
    through: 'templateOpensThink',
    answers: only('/tokenize', json(after(['{"tokens":['], endless(fill('1,'))))),
    reason: null,
    result: /^null$/u,
  },
  'metrics without end': {
    through: 'serverLoad',
    answers: only('/metrics', {
      head: head('content-type: text/plain\r\n'),
      body: endless(fill('vllm:num_requests_running{a="b"} 1\n')),
    }),
    reason: 'server-failed',
    sentence: longAnswer('8 MB', '/metrics'),
  },
  'metrics that are no counts': {
    through: 'serverLoad',
    answers: only('/metrics', {
      head: head('content-type: text/plain\r\n'),
      body: [
        'vllm:num_requests_running 1\n',
        ...['-5', '1e308', '0.3', 'NaN'].map((n) => `vllm:num_requests_running ${n}\n`),
      ],
    }),
    reason: null,
    result: /^\{"running":1,"waiting":null\}$/u,
  },
  'a load without end': {
    through: 'serverLoad',
    answers: only('/load', json(endless(xs))),
    reason: 'server-failed',
    sentence: longAnswer('1 MB', '/load'),
  },
  'a judge of one answer without end': {
    through: 'askJudge',
    answers: (path) => chat(endless(fill(delta('x'.repeat(1000)))))(path),
    reason: 'stream-failed',
    sentence: /was cut off because it sent more than 1,524,288 characters/u,
  },
  'a judge without end': {
    through: 'judgeAnswers',
    answers: (path) => chat(endless(fill(delta('x'.repeat(1000)))))(path),
    reason: 'stream-failed',
    sentence: /was cut off because it sent more than 1,131,072 characters/u,
  },
};
