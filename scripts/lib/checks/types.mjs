// Type-checks every TypeScript project (`tsc -b`) and counts the projects.
import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { root } from '../paths.mjs';
import { reportCounts } from '../results.mjs';

const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
/** @type {string[]} */
const projects = config.config.references.map((/** @type {{ path: string }} */ reference) =>
  path.join(root, reference.path, 'tsconfig.json'),
);

const format = {
  getCanonicalFileName: (/** @type {string} */ name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
/** @type {string[]} */
const errors = [];
const print = (/** @type {ts.Diagnostic} */ diagnostic) => {
  const error = ts.formatDiagnostic(diagnostic, format).trimEnd();
  console.log(error);
  errors.push(error);
};
const host = ts.createSolutionBuilderHost(ts.sys, undefined, print, () => undefined);
const builder = ts.createSolutionBuilder(host, [path.join(root, 'tsconfig.json')], {});
/** @type {import('../results.mjs').TimedTest[]} */
const built = [];
const failed = projects.filter((project) => {
  const started = performance.now();
  const status = builder.build(project);
  built.push({ name: path.relative(root, project), seconds: (performance.now() - started) / 1000 });
  return status !== ts.ExitStatus.Success;
});
for (const project of failed) console.log(`Has type errors: ${path.relative(root, project)}`);

const failures = failed.length === 0 ? [] : errors;
reportCounts({ passed: projects.length - failed.length, failed: failed.length, failures }, built);
process.exitCode = failed.length === 0 ? 0 : 1;
