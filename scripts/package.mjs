// Packs the extension: node scripts/package.mjs [--out FILE.vsix] [--no-build]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mustRun } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { ensureNode24, withNode } from './lib/node24.mjs';
import { cache, root, vsix } from './lib/paths.mjs';

/** The largest size allowed for the packed extension. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Copies .vscodeignore and the top-level files and folders that it allows into a folder to pack from, because vsce
 * visits every file below its folder, and .tools has tens of thousands.
 */
function stage() {
  const folder = path.join(cache, 'package');
  fs.rmSync(folder, { recursive: true, force: true });
  const allowed = fs
    .readFileSync(path.join(root, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\/\*\*$/, ''));
  for (const name of ['.vscodeignore', ...allowed]) {
    const from = path.join(root, name);
    if (!fs.existsSync(from)) continue;
    fs.cpSync(from, path.join(folder, name), { recursive: true });
  }
  const readme = path.join(folder, 'README.md');
  fs.writeFileSync(readme, withoutPictures(fs.readFileSync(readme, 'utf8')));
  return folder;
}

/**
 * README.md without its pictures, which are not packed.
 * @param {string} text
 */
function withoutPictures(text) {
  const end = '</picture>\n\n';
  const [first = '', ...others] = text.split('<picture>');
  return [first, ...others.map((part) => part.slice(part.indexOf(end) + end.length))].join('');
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: vsix }, 'no-build': { type: 'boolean', default: false } },
  });
  const out = path.resolve(values.out);
  await ensureDependencies();
  const node = await ensureNode24();
  const env = withNode(node);
  if (!values['no-build']) await mustRun(process.execPath, ['scripts/build.mjs']);
  fs.mkdirSync(path.dirname(out), { recursive: true });
  // Packed under a temporary name and renamed, so that nobody installs an incomplete package.
  const draft = `${out}.${process.pid}.vsix`;
  const staged = stage();
  const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
  // The bundles contain their dependencies. The repository is not public, so links in the README stay as they are.
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--skip-license',
  ];
  await mustRun(node, [vsce, 'package', ...flags, '--out', draft], { cwd: staged, env, quiet: true });
  const bytes = fs.statSync(draft).size;
  fs.renameSync(draft, out);
  if (bytes > MAX_BYTES) {
    throw new Failure(`${out} has ${bytes} bytes; the limit is ${MAX_BYTES}.`);
  }
  console.log(`${path.relative(process.cwd(), out)}: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
});
