import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { alternativesOf, TokenGroups } from '../../../src/core/records/tokenProbabilities.ts';
import { readTokens, TokenAlignment, type WireToken } from '../../../src/inference/tokenAlignment.ts';
import { growth, LIMIT } from '../../support/growth.ts';

const MOST = 1_000_000;

/** A token with these bytes; each has its own probability. */
function token(bytes: string | readonly number[], logprob = -0.5): WireToken {
  const values = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { bytes: Uint8Array.from(values), logprob, alternatives: [] };
}

type Chunk = readonly [tokens: readonly (WireToken | string)[], text: string];

function align(...chunks: readonly Chunk[]) {
  const alignment = new TokenAlignment(MOST);
  for (const [tokens, text] of chunks) {
    alignment.addTokens(tokens.map((piece) => (typeof piece === 'string' ? token(piece) : piece)));
    alignment.addText(text);
  }
  return alignment.end();
}

/** The text of each token, and `?` before text without a probability. */
function pieces(text: string, read: ReturnType<typeof align>): readonly string[] {
  let at = 0;
  return (read?.lengths ?? []).map((length, index) => {
    at += length;
    return `${read?.logprobs[index] === null ? '?' : ''}${text.slice(at - length, at)}`;
  });
}

describe('the text of each token', () => {
  test('tokens cut anywhere between the bytes of any text cover it exactly, however the stream is cut', () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    const cuts = fc.array(fc.nat({ max: 240 }), { maxLength: 40 });
    fc.assert(
      fc.property(texts, cuts, cuts, fc.nat({ max: 5 }), (text, tokenCuts, chunkCuts, lag) => {
        const bytes = Buffer.from(text);
        const ends = [...new Set([...tokenCuts.map((cut) => cut % bytes.length), bytes.length])]
          .filter((cut) => cut > 0)
          .sort((a, b) => a - b);
        const tokens = ends.map((end, index) =>
          token([...bytes.subarray(ends[index - 1] ?? 0, end)], -index),
        );
        const characters = Array.from(text);
        const alignment = new TokenAlignment(MOST);
        // A character is sent with the token that completes it, or up to `lag` tokens later.
        let sent = 0;
        let sentBytes = 0;
        tokens.forEach((next, index) => {
          alignment.addTokens([next]);
          if (chunkCuts.includes(index)) return;
          const complete = ends[Math.max(-1, index - lag)] ?? 0;
          let piece = '';
          for (let character = characters[sent]; character !== undefined; character = characters[sent]) {
            const size = Buffer.byteLength(character);
            if (sentBytes + size > complete) break;
            piece += character;
            sentBytes += size;
            sent += 1;
          }
          alignment.addText(piece);
        });
        alignment.addText(characters.slice(sent).join(''));
        const read = alignment.end();
        expect(read?.logprobs).toEqual(tokens.map(({ logprob }) => logprob));
        // The text up to the end of each token is that of the characters that it completes.
        let units = 0;
        const unitEnds = read?.lengths.map((length) => (units += length));
        expect(unitEnds).toEqual(
          ends.map((end) => {
            let complete = end;
            while (((bytes[complete] ?? 0) & 0xc0) === 0x80) complete -= 1;
            return bytes.subarray(0, complete).toString().length;
          }),
        );
      }),
      propertyRuns(1_000),
    );
  });

  test('a character of several tokens belongs to the last of them', () => {
    const [a, b, c, d] = Buffer.from('😀');
    const text = 'x😀y';
    const read = align(
      [['x', token([a ?? 0, b ?? 0])], 'x'],
      [[token([c ?? 0])], ''],
      [[token([d ?? 0]), 'y'], '😀y'],
    );
    expect(pieces(text, read)).toEqual(['x', '', '', '😀', 'y']);
  });

  test('a character whose bytes the server reports as replacement characters is found by the text after it', () => {
    const read = align([['a', '�'], 'a'], [['�'], ''], [['�'], '中'], [['b', 'c'], 'bc']);
    expect(pieces('a中bc', read)).toEqual(['a', '', '', '中', 'b', 'c']);
  });

  test('a character that the server reports only with its last token is found', () => {
    const read = align([[token([])], ''], [[token([])], ''], [['中'], '中']);
    expect(pieces('中', read)).toEqual(['', '', '中']);
  });

  test('bytes that become no character belong to the tokens that wrote them', () => {
    const read = align([['a', token([])], 'a'], [['b'], '\uFFFDb'], [[token([])], ''], [[], '\uFFFD']);
    expect(pieces('a\uFFFDb\uFFFD', read)).toEqual(['a', '\uFFFD', 'b', '\uFFFD']);
  });

  test('text that is held back because it could become a stop string is found later', () => {
    const read = align([['one ', 'two '], ''], [['three'], 'one tw'], [['!'], 'o three!']);
    expect(pieces('one two three!', read)).toEqual(['one ', 'two ', 'three', '!']);
  });

  test('the end of a turn, which is not in the text, is left out', () => {
    const read = align([['42'], '42'], [['<|im_end|>'], '']);
    expect(pieces('42', read)).toEqual(['42']);
  });

  test('a chunk without probabilities is text without a probability', () => {
    const read = align([['one '], 'one '], [[], 'two '], [['three'], 'three']);
    expect(pieces('one two three', read)).toEqual(['one ', '?two ', 'three']);
  });

  test('blanks that a tokenizer leaves out of its tokens belong to the token after them', () => {
    const read = align([['The', 'total', 'is', '42', '.'], 'The total is 42.']);
    expect(pieces('The total is 42.', read)).toEqual(['The', ' total', ' is', ' 42', '.']);
  });

  test('tokens after a place that does not agree are found again', () => {
    const read = align([['one ', 'XX', 'three ', 'four'], 'one two three four']);
    expect(pieces('one two three four', read)).toEqual(['one ', 'two ', 'three ', 'four']);
  });

  test('tokens that are named by their numbers give no probabilities, and no wrong ones', () => {
    const text = 'one two three four five six seven eight nine ten eleven ';
    const tokens = text.split(/(?<= )/u).map((_, index) => `token_id:${index}`);
    const read = align([tokens, text], [[], '']);
    expect(read === null ? [] : pieces(text, read).filter((piece) => !piece.startsWith('?'))).toEqual([]);
  });

  test('text that the client inserts has no probability', () => {
    const alignment = new TokenAlignment(MOST);
    alignment.insert(7);
    alignment.addTokens([token('why')]);
    alignment.addText('why');
    alignment.insert(8);
    alignment.addTokens([token('</think>'), token('42')]);
    alignment.addText('42');
    const text = '<think>why</think>42';
    expect(pieces(text, alignment.end())).toEqual(['?<think>', 'why', '?</think>', '42']);
  });

  test('a tag of the template comes before all tokens, however late it is noticed', () => {
    const alignment = new TokenAlignment(MOST);
    alignment.addTokens([token('why'), token('</think>')]);
    alignment.addText('why</think>');
    alignment.insertBefore(7);
    expect(pieces('<think>why</think>', alignment.end())).toEqual(['?<think>', 'why', '</think>']);
  });

  test('the tokens and alternatives of a long response are limited, and its text stays covered', () => {
    const alignment = new TokenAlignment(3);
    const many = [0, 1, 2, 3, 4].map((index) => ({
      ...token(String(index)),
      alternatives: [
        { text: 'a', logprob: -1 },
        { text: 'b', logprob: -2 },
      ],
    }));
    alignment.addTokens(many);
    alignment.addText('01234');
    const read = alignment.end();
    expect(pieces('01234', read)).toEqual(['0', '1', '2', '?34']);
    expect(read?.counts).toEqual([2, 0, 0, 0]);
  });

  test('the time grows with the length of a stream whose tokens never agree with its text', async () => {
    const run = (length: number): void => {
      const alignment = new TokenAlignment(MOST);
      for (let index = 0; index < length; index++) {
        alignment.addTokens(index % 2 === 0 ? [token('never')] : []);
        alignment.addText('x'.repeat(8));
      }
      alignment.end();
    };
    expect(await growth(run, { small: 500, large: 2_000 })).toBeLessThan(LIMIT);
  });
});

describe('tokens as servers report them', () => {
  const wire = (
    token: string,
    logprob: number,
    top: readonly (readonly [string, number])[] = [],
  ): unknown => ({
    token,
    logprob,
    bytes: [...Buffer.from(token)],
    top_logprobs: top.map(([other, value]) => ({ token: other, logprob: value, bytes: null })),
  });

  test('alternatives are the other tokens, the likeliest first', () => {
    const logprobs = {
      content: [
        wire('c', -2, [
          ['c', -2],
          ['a', -0.5],
          ['b', -1],
        ]),
      ],
    };
    expect(readTokens(logprobs)).toMatchObject([
      {
        logprob: -2,
        alternatives: [
          { text: 'a', logprob: -0.5 },
          { text: 'b', logprob: -1 },
        ],
      },
    ]);
  });

  test.each([
    ['null', null],
    ['a number', 3],
    ['no list', { content: 'x' }],
    ['tokens that are none', { content: [null, 3, { token: 'x' }, { token: 'x', logprob: 'high' }] }],
    ['a token of many bytes', { content: [wire('x'.repeat(5_000), -1)] }],
  ])('%s has no tokens', (_name, logprobs) => {
    expect(readTokens(logprobs)).toEqual([]);
  });

  test('bytes are those of the text if the server names none, and a logarithm above 0 is 0', () => {
    const [read] = readTokens({ content: [{ token: 'ä', logprob: 1e-7 }] });
    expect(read?.logprob).toBe(0);
    expect([...(read?.bytes ?? [])]).toEqual([...Buffer.from('ä')]);
  });

  test('alternatives of a token are found again, and the probability of a part is the product of its tokens', () => {
    const alignment = new TokenAlignment(MOST);
    alignment.addTokens(
      readTokens({
        content: [
          wire('<a>', -1),
          wire('4', -0.25, [
            ['4', -0.25],
            ['5', -3],
          ]),
          wire('2<', -0.5),
        ],
      }),
    );
    alignment.addText('<a>42<');
    const read = alignment.end();
    if (read === null) throw new Error('there are no probabilities');
    expect(alternativesOf(read, 1)).toEqual([{ text: '5', logprob: -3 }]);
    const groups = new TokenGroups(read);
    const answer = groups.joint({ start: 3, end: 5 });
    expect(answer).toMatchObject({ logprob: -0.75, tokens: 2, least: { span: { start: 4, end: 6 } } });
    expect(groups.joint({ start: 6, end: 6 })).toMatchObject({ logprob: null, tokens: 0, least: null });
  });
});
