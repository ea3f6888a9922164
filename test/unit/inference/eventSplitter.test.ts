import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { EventSplitter } from '../../../src/inference/eventSplitter.ts';
import { growth, LIMIT } from '../../support/growth.ts';

const tooLong = (): Error => new Error('too long');

function split(pieces: readonly Uint8Array[], most = Infinity): string[] {
  const splitter = new EventSplitter(most, tooLong);
  return pieces.flatMap((piece) => [...splitter.take(piece)]);
}

const splitText = (text: string): string[] => split([Buffer.from(text)]);

/** The data of all events in a text, by the words of the standard, without any care for speed. */
function byStandard(text: string): string[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  // What follows the last line end is a line that has not ended.
  lines.pop();
  const events: string[] = [];
  let data: string[] = [];
  for (const line of lines) {
    const [, field, value] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (field === 'data') data.push(value ?? '');
  }
  return events;
}

describe('splitting a stream of events', () => {
  test.each([
    ['line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['carriage returns', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['both together', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['a mixture of line ends', 'data: a\r\n\rdata: b\n\r\ndata: c\r\n\n', ['a', 'b', 'c']],
    ['a byte order mark', '\uFEFFdata: a\n\n\uFEFFdata: b\n\n', ['a']],
    ['comments', ': one\ndata: a\n:two\n\n:three\n\n', ['a']],
    ['several lines of data', 'data: a\ndata:\ndata: b\n\n', ['a\n\nb']],
    ['other fields', 'event: x\nid: 1\nretry: 5\ndatum: no\ndata-x: no\ndata: a\n\nevent: y\n\n', ['a']],
    ['one blank after the colon at most', 'data:a\n\ndata:  b\n\ndata\n\n', ['a', ' b', '']],
    ['an event that has not ended', 'data: a\n\ndata: b\n', ['a']],
    ['colons in the data', 'data: {"a":1}\n\n', ['{"a":1}']],
    ['bytes that are not UTF-8', Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]), ['\uFFFD']],
  ])('%s', (_what, given, events) => {
    const bytes = Buffer.from(given);
    expect(split([bytes])).toEqual(events);
    expect(split(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(events);
  });

  test('a text is split as the standard says, wherever it is cut', () => {
    const word = fc.constantFrom(
      'data',
      'data:',
      ': ',
      ':',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '日本',
      '😀',
      'x',
      '\uFEFF',
      'event: e',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.array(fc.nat(120)), (words, cuts) => {
        const text = words.join('');
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        expect(split(pieces)).toEqual(byStandard(text));
      }),
      propertyRuns(),
    );
  });

  test('an event as long as the limit is read; a longer one is refused after those before it', () => {
    const most = 'data: 12345'.length;
    expect(split([Buffer.from('data: 12345\n\n')], most)).toEqual(['12345']);
    const splitter = new EventSplitter(most, tooLong);
    const events: string[] = [];
    expect(() => {
      for (const data of splitter.take(Buffer.from('data: 1\n\ndata: 123456\n\n'))) events.push(data);
    }).toThrow('too long');
    expect(events).toEqual(['1']);
  });

  test.each([
    ['a line that never ends', 'x'],
    ['data that never ends', 'data: x\n'],
    ['a comment that never ends', ':'],
  ])('%s is refused at the limit', (_what, piece) => {
    const splitter = new EventSplitter(1000, tooLong);
    expect(() => {
      for (let sent = 0; sent < 2000; sent += 1) expect([...splitter.take(Buffer.from(piece))]).toEqual([]);
    }).toThrow('too long');
  });

  test('comments and fields that are ignored do not add up to an event that is too long', () => {
    const splitter = new EventSplitter(100, tooLong);
    for (let sent = 0; sent < 1000; sent += 1)
      expect([...splitter.take(Buffer.from(': x\nid: 1\n'))]).toEqual([]);
    expect([...splitter.take(Buffer.from('data: a\n\n'))]).toEqual(['a']);
  });

  test.each([
    ['one event in pieces of 64 bytes', 64, (length: number) => `data: ${'x'.repeat(length)}\n\n`],
    ['one event in single bytes', 1, (length: number) => `data: ${'x'.repeat(length)}\n\n`],
    ['one event of many lines', 4096, (length: number) => `${'data: x\n'.repeat(length / 8)}\n`],
    ['many events in one piece', Infinity, (length: number) => 'data: x\r\n\r\n'.repeat(length / 11)],
  ])('the time for %s grows with its length only', async (_what, size, text) => {
    const work = (length: number): void => {
      const bytes = Buffer.from(text(length));
      const splitter = new EventSplitter(Infinity, tooLong);
      const piece = Math.min(size, bytes.length);
      for (let at = 0; at < bytes.length; at += piece)
        for (const data of splitter.take(bytes.subarray(at, at + piece))) expect(data[0]).toBe('x');
    };
    expect(await growth(work, { small: 100_000, large: 400_000 })).toBeLessThan(LIMIT);
  });

  test('an empty piece changes nothing', () => {
    expect(split([Buffer.from('data: a\r'), Buffer.alloc(0), Buffer.from('\n\r\n')])).toEqual(['a']);
    expect(splitText('')).toEqual([]);
  });
});
