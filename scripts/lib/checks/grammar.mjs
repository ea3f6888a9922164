// Runs the grammar's test files with vscode-tmgrammar-test, and counts them.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runCommand } from '../command.mjs';
import { cache, root } from '../paths.mjs';
import { reportCounts } from '../results.mjs';

const files = process.argv.slice(2);
const patterns = files.length === 0 ? ['test/grammar/**/*.test.*'] : files;
const reports = path.join(cache, 'grammar');
fs.rmSync(reports, { recursive: true, force: true });

const tester = path.join(root, 'node_modules/vscode-tmgrammar-test/dist/unit.js');
// Grammars of the languages that ours are injected into or that ours embed.
const hosts = [
  'yaml',
  'json',
  'jsonl',
  'markdown',
  'jinja',
  'jinja-html',
  'html',
  'html-derivative',
  'css',
  'javascript',
];
const grammars = hosts.flatMap((host) => [
  '-g',
  path.join(root, `node_modules/tm-grammars/grammars/${host}.json`),
]);
const { status } = await runCommand(process.execPath, [
  tester,
  ...grammars,
  '--xunit-report',
  reports,
  ...patterns,
]);

let passed = 0;
let failed = 0;
const listed = fs.existsSync(reports) ? fs.readdirSync(reports, { recursive: true, encoding: 'utf8' }) : [];
for (const name of listed.filter((file) => file.endsWith('.xml'))) {
  const report = fs.readFileSync(path.join(reports, name), 'utf8');
  const cases = report.match(/<testcase\b/g)?.length ?? 0;
  const broken = report.match(/<(?:failure|error)\b/g)?.length ?? 0;
  passed += cases - broken;
  failed += broken;
}
if (status !== 0 && failed === 0) failed = 1;
reportCounts({ passed, failed });
process.exitCode = failed === 0 ? 0 : 1;
