import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { ANSWER_VERDICTS, CLAIM_KINDS, CLAIM_STATUSES } from '../../../src/core/grounding/model.ts';

interface Definition {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

test('the schema of pagetrace ground has all kinds, statuses and verdicts', () => {
  const file = path.join(root, 'media/schemas/grounding.schema.json');
  const { definitions } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    readonly definitions: Readonly<Record<'claim' | 'answer', Definition>>;
  };
  expect(definitions.claim.properties['kind']?.enum).toEqual([...CLAIM_KINDS]);
  expect(definitions.claim.properties['status']?.enum).toEqual([...CLAIM_STATUSES]);
  expect(definitions.answer.properties['verdict']?.enum).toEqual([...ANSWER_VERDICTS]);
});
