import fs from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import peggy from 'peggy';
import { root } from './paths.mjs';

const GRAMMAR = path.join(root, 'src/core/filter/filterGrammar.peggy');
/** The compiled parser, which is committed, so that TypeScript, Vitest and Node import it as it is. */
export const PARSER = path.join(root, 'src/core/filter/filterGrammar.js');

/**
 * What peggy makes of the grammar of filters, made small by esbuild.
 * @returns {Promise<string>}
 */
export async function compileFilterGrammar() {
  const source = peggy.generate(fs.readFileSync(GRAMMAR, 'utf8'), { output: 'source', format: 'es' });
  const { code } = await transform(source, {
    minify: true,
    format: 'esm',
    target: 'es2023',
    legalComments: 'none',
  });
  return `// Made by scripts/filterGrammar.mjs from filterGrammar.peggy.\n${code}`;
}
