import fs from 'node:fs';
import { expect, it } from 'vitest';
import { compileFilterGrammar, PARSER } from '../../../../scripts/lib/filterGrammar.mjs';

it('the parser of filters is what peggy makes of the grammar', async () => {
  expect(fs.readFileSync(PARSER, 'utf8')).toBe(await compileFilterGrammar());
});
