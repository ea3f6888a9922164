import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { CLAIM_MARKS, type ClaimMark } from '../../../src/core/grounding/model.ts';
import type { PreviewPiece } from '../../../src/core/prompts/preview.ts';
import type { Severity } from '../../../src/core/span.ts';

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const glob = (...patterns: readonly string[]): string[] =>
  patterns
    .flatMap((pattern) => fs.globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => fs.statSync(path.join(root, file)).isFile() && !file.includes('__pycache__'));

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/**
 * Tells whether a string of the code is or contains a name as a word. A name may also be composed: `depth-${depth}` and
 * `${kind}-name` compose every name that begins or ends so, in Python without the dollar sign.
 */
function namesIn(texts: readonly string[]): (name: string) => boolean {
  const words = new Set<string>();
  const composed: (readonly [start: string, end: string])[] = [];
  for (const text of texts.map(withoutComments)) {
    for (const [literal] of text.matchAll(/'[^'\n]*'|"[^"\n]*"|`(?:[^`\\]|\\.)*`/g)) {
      for (const word of literal.split(/[^\w.-]+/)) words.add(word);
      for (const word of literal.split(/[^\w-]+/)) words.add(word);
    }
    for (const [, start = '', end = ''] of text.matchAll(/([\w.-]*)\$?\{[^{}\n]*\}([\w.-]*)/g))
      if (start.endsWith('-') || end.startsWith('-')) composed.push([start, end]);
  }
  return (name) =>
    words.has(name) ||
    composed.some(
      ([start, end]) =>
        name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length,
    );
}

/** Classes that are not written in a view: severities, statuses of claims, and where a piece of a prompt comes from. */
const FROM_DATA: ReadonlySet<string> = new Set<Severity | ClaimMark | PreviewPiece['from']>([
  ...CLAIM_MARKS,
  'error',
  'warning',
  'information',
  'variable',
]);

/** The classes of a stylesheet that no view sets. VS Code itself sets those that begin with `vscode-`, uPlot those with `u-`. */
function unusedClasses(sheet: string, views: readonly string[]): string[] {
  const isSet = namesIn(views);
  const classes = [...withoutComments(sheet).matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name);
  return [...new Set(classes)].filter(
    (name) => !/^(?:vscode|u)-/.test(name) && !FROM_DATA.has(name) && !isSet(name),
  );
}

describe('what nothing uses', () => {
  it('a view sets every class that a stylesheet of its webview has a rule for', () => {
    const webviews = glob('webview/*/main.tsx').map((file) => path.posix.dirname(file));
    const importers = new Map<string, string[]>();
    for (const webview of webviews) {
      for (const [, sheet = ''] of read(`${webview}/main.tsx`).matchAll(/^import '(\..+\.css)';$/gm)) {
        const file = path.posix.join(webview, sheet);
        importers.set(file, [...(importers.get(file) ?? []), webview]);
      }
    }
    expect([...importers.keys()].sort()).toEqual(glob('webview/**/*.css').sort());
    const unused = [...importers].flatMap(([sheet, by]) => {
      const views = glob(
        'webview/shared/*.{ts,tsx}',
        // Statuses of claims are classes.
        'src/core/grounding/model.ts',
        ...by.map((webview) => `${webview}/**/*.{ts,tsx}`),
      );
      return unusedClasses(read(sheet), views.map(read)).map((name) => `${sheet}: .${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('finds a class that no view sets, and none that is composed or comes from data', () => {
    const sheet = '/* .comment */ .kept, .kept.planted { margin: 0.5em } .depth-2 {} .tool-name {} .error {}';
    const view = 'return <b class={`kept depth-${depth}`}><i class={`${kind}-name`} /></b>; // "planted"';
    expect(unusedClasses(sheet, [view.replace(' // "planted"', '\n// "planted"')])).toEqual(['planted']);
  });

  it('a test or script names every fixture, or reads all files of its folder', () => {
    const readWhole = /^test\/fixtures\/(?:readings|reference|prompts\/public|grounding\/heldOut\/pages)\//;
    const isNamed = namesIn(glob('{test,scripts}/**/*.{ts,tsx,mjs,py}').map(read));
    const fixtures = glob('test/fixtures/**/*').filter(
      (file) => !readWhole.test(file) && !/^(?:README\.md|make.*)$/.test(path.posix.basename(file)),
    );
    expect(fixtures.length).toBeGreaterThan(50);
    const unused = fixtures.filter((file) => {
      const { base, name } = path.posix.parse(file);
      return !isNamed(base) && !isNamed(name);
    });
    expect(unused).toEqual([]);
  });

  it('something imports, reads or runs every package of package.json', () => {
    const manifest = JSON.parse(read('package.json')) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    const packages = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    expect(packages.length).toBeGreaterThan(40);
    const texts = [
      ...glob('*.{js,ts,json}', '{src,webview,scripts,test}/**/*.{ts,tsx,mjs,cjs,js,json}')
        .filter(
          (file) => !/(?:^|\/)package(?:-lock)?\.json$/.test(file) && !file.startsWith('test/fixtures/'),
        )
        .map(read),
      Object.values(manifest['scripts'] ?? {}).join('\n'),
    ].join('\n');
    // oxlint starts it for the rules that need types.
    const started = new Set(['oxlint-tsgolint']);
    const unused = packages.filter((name) => {
      if (started.has(name)) return false;
      // Type packages are named in a tsconfig, without their scope.
      const named = name.replace(/^@types\//, '').replace(/[.]/g, '\\.');
      return !new RegExp(`['"\`/ ]${named}(?=['"\`/ ])`).test(texts);
    });
    expect(unused).toEqual([]);
  });
});
