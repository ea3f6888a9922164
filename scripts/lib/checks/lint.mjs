// ESLint and Prettier over the tree, or over the paths given. Counts files: once for ESLint, once for Prettier.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import prettier from 'prettier';
import { root } from '../paths.mjs';
import { reportCounts } from '../results.mjs';

const paths = process.argv.slice(2);
const targets = paths.length === 0 ? ['.'] : paths;

const eslint = new ESLint({ cwd: root });
const results = await eslint.lintFiles(targets);
const formatter = await eslint.loadFormatter('stylish');
const findings = await formatter.format(results);
if (findings !== '') console.log(findings);
const lintFailed = results.filter((result) => result.errorCount + result.warningCount > 0).length;

let formatted = 0;
let unformatted = 0;
for (const file of targets.flatMap((target) => listFiles(path.resolve(root, target)))) {
  const info = await prettier.getFileInfo(file, { ignorePath: path.join(root, '.prettierignore') });
  if (info.ignored || info.inferredParser === null) continue;
  const options = { ...(await prettier.resolveConfig(file)), filepath: file };
  if (await isFormatted(file, options)) formatted += 1;
  else {
    unformatted += 1;
    console.log(`Not formatted: ${path.relative(root, file)} (npm run format writes it)`);
  }
}

const passed = results.length - lintFailed + formatted;
const failed = lintFailed + unformatted;
reportCounts({ passed, failed });
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} file
 * @param {import('prettier').Options} options
 */
async function isFormatted(file, options) {
  try {
    return await prettier.check(fs.readFileSync(file, 'utf8'), options);
  } catch (error) {
    console.log(
      `Not parsed: ${path.relative(root, file)}: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

/**
 * @param {string} target a file or folder
 * @returns {string[]}
 */
function listFiles(target) {
  if (fs.statSync(target).isFile()) return [target];
  return fs.readdirSync(target, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['node_modules', 'dist', 'test-results'].includes(entry.name))
      return [];
    const file = path.join(target, entry.name);
    if (entry.isDirectory()) return listFiles(file);
    return entry.isFile() ? [file] : [];
  });
}
