import fs from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { cache } from '../../../scripts/lib/paths.mjs';

const KB = 1000;

let meta: Metafile;

beforeAll(() => {
  const file = path.join(cache, 'meta.json');
  if (!fs.existsSync(file)) throw new Error('dist/ is not built: npm run build.');
  meta = JSON.parse(fs.readFileSync(file, 'utf8')) as Metafile;
});

/** The output with all that it imports: at once only, or also what is loaded at first use. */
function closure(entry: string, kinds: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const output = meta.outputs[name];
    if (output === undefined || found.has(name)) return;
    found.add(name);
    for (const each of output.imports) if (kinds.includes(each.kind)) visit(each.path);
  };
  visit(entry);
  return found;
}

const AT_ONCE = ['import-statement'];
const EVER = [...AT_ONCE, 'dynamic-import'];

function bytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + (meta.outputs[name]?.bytes ?? 0), 0);
}

describe('the bundles', () => {
  it('activation loads at most 200 KB', () => {
    const loaded = closure('dist/extension.js', AT_ONCE);
    expect(loaded.size).toBeGreaterThan(0);
    expect(bytes(loaded)).toBeLessThanOrEqual(200 * KB);
  });

  it('the extension host can load at most 1.5 MB in all', () => {
    expect(bytes(closure('dist/extension.js', EVER))).toBeLessThanOrEqual(1500 * KB);
  });

  it.each(['inspector', 'document'])('the script of the %s view is at most 450 KB', (surface) => {
    const loaded = closure(`dist/webview/${surface}.js`, AT_ONCE);
    expect(loaded.size).toBeGreaterThan(0);
    expect(bytes(loaded)).toBeLessThanOrEqual(450 * KB);
  });

  it('nothing of React, of tests or of scripts ships', () => {
    const shipped = Object.values(meta.outputs).flatMap((output) => Object.keys(output.inputs));
    expect(shipped.length).toBeGreaterThan(100);
    const unwanted =
      /node_modules\/(?:react|react-dom|scheduler|@microsoft\/fast-react-wrapper)\/|(?:^|\/)(?:test|scripts)\/|\.test\.|node_modules\/(?:vitest|mocha|fast-check)\//;
    expect(
      shipped.filter((input) => unwanted.test(input.replace(/^.*node_modules\//, 'node_modules/'))),
    ).toEqual([]);
  });

  it('the server client, templates, YAML and documents are loaded at first use', () => {
    const atOnce = [...closure('dist/extension.js', AT_ONCE)].flatMap((name) =>
      Object.keys(meta.outputs[name]?.inputs ?? {}),
    );
    const heavy =
      /node_modules\/(?:openai|undici|@huggingface\/jinja|yaml|@embedpdf|tesseract\.js|minisearch)\//;
    expect(atOnce.filter((input) => heavy.test(input))).toEqual([]);
  });
});
