// Bundles the suite and runs it in a real extension host: node test/host/support/run.ts [TEST FILE ...]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { cache, root } from '../../../scripts/lib/paths.mjs';

const tests = path.join(root, 'test/host');
const out = path.join(cache, 'host-tests');
const chosen = process.argv.slice(2).map((file) => path.resolve(file));
const files = fs.globSync('**/*.test.ts', { cwd: tests }).map((file) => path.join(tests, file));

fs.rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: {
    suite: path.join(tests, 'support/suite.ts'),
    ...Object.fromEntries(
      files
        .filter((file) => chosen.length === 0 || chosen.includes(file))
        .map((file) => [path.relative(tests, file).replace(/\.ts$/, ''), file]),
    ),
  },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Files share what they import; a copy for each of them takes the extension host long to read.
  splitting: true,
  // Keeps one copy of Mocha for the suite and its files, and leaves out packages that only Node can resolve.
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});

const workspace = path.join(cache, 'host-workspace');
fs.rmSync(workspace, { recursive: true, force: true });
// Without a trajectory file or a data set, nothing activates the extension before the test that measures its activation.
fs.cpSync(path.join(root, 'media/sample'), workspace, {
  recursive: true,
  filter: (file) => !/\.(?:trajectory|dataset\.jsonl)$/.test(file),
});
try {
  process.exitCode = await runTests({
    vscodeExecutablePath: path.join(import.meta.dirname, 'codeShim.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, 'suite.mjs'),
    launchArgs: [workspace],
    // The shim uses new folders of its own rather than those of test-electron in .vscode-test.
    reuseMachineInstall: true,
  });
} catch {
  // The suite has already printed what failed.
  process.exitCode = 1;
}
