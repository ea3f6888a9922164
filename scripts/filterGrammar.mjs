// Compiles the grammar of filters (src/core/filter/filterGrammar.peggy) into the parser beside it.
import fs from 'node:fs';
import { compileFilterGrammar, PARSER } from './lib/filterGrammar.mjs';
import { runMain } from './lib/failure.mjs';

await runMain(async () => {
  fs.writeFileSync(PARSER, await compileFilterGrammar());
});
