import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  documentMethods,
  documentPosition,
  fromDocument,
  MAX_RANGE_BYTES,
} from '../../../src/protocol/document.ts';

const position = { page: 2, top: 1, offset: 0.5, zoom: 1.25, selection: [1, 3] };

describe('messages of the document view', () => {
  it.each([
    { type: 'ready' },
    { type: 'ask' },
    { type: 'retry' },
    { type: 'copy', text: 'words' },
    { type: 'view', ...position, pageCount: 10 },
    { type: 'view', ...position, zoom: 'width', pageCount: 0 },
  ])('accepts the message %o of the document view', (message) => {
    expect(v.parse(fromDocument, message)).toEqual(message);
  });

  it.each([
    { type: 'unknown' },
    { type: 'copy' },
    { type: 'view', ...position, page: 0, pageCount: 10 },
    { type: 'view', ...position, page: 1.5, pageCount: 10 },
    { type: 'view', ...position, zoom: 1000, pageCount: 10 },
    { type: 'view', ...position, zoom: Number.NaN, pageCount: 10 },
    { type: 'view', ...position, offset: 2, pageCount: 10 },
    { type: 'view', ...position, selection: ['1'], pageCount: 10 },
    null,
    'ready',
  ])('refuses the message %o of the document view', (message) => {
    expect(v.is(fromDocument, message)).toBe(false);
  });

  it('accepts ranges of a limited length only', () => {
    const is = (begin: number, end: number): boolean =>
      v.is(documentMethods.range, { version: 1, begin, end });
    expect(is(0, MAX_RANGE_BYTES)).toBe(true);
    expect(is(0, MAX_RANGE_BYTES + 1)).toBe(false);
    expect(is(5, 5)).toBe(false);
    expect(is(-1, 5)).toBe(false);
  });

  it('restores only a position that the document view could have saved', () => {
    expect(v.is(documentPosition, position)).toBe(true);
    expect(v.is(documentPosition, { page: 2 })).toBe(false);
  });
});
