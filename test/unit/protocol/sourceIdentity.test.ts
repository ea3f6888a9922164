import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { sourceIdentity, sourceKey } from '../../../src/protocol/sourceIdentity.ts';

describe('source identities', () => {
  it.each([
    { kind: 'question', id: '20261121-1' },
    { kind: 'file', id: 'file:///a%20b/c.trajectory' },
    { kind: 'file', id: 'untitled:Untitled-1' },
    { kind: 'row', id: '3 vscode-vfs://github/o/r/run.jsonl\n' },
  ])('a source identity is read back from the key of $kind $id', (identity) => {
    expect(v.parse(sourceIdentity, sourceKey(identity))).toEqual(identity);
  });

  it.each(['', 'question', 'question:', ':1', '1:2', 'a b:c', null, 7])(
    'no source identity is read from %j',
    (key) => {
      expect(v.is(sourceIdentity, key)).toBe(false);
    },
  );
});
