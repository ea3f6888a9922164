import { describe, expect, it } from 'vitest';
import { Bundles } from '../../support/bundles.ts';

const KB = 1000;

const bundles = Bundles.read();

describe('the bundles', () => {
  it('activation loads at most 200 KB', () => {
    expect(bundles.bytes(bundles.closure('dist/extension.js', 'at once'))).toBeLessThanOrEqual(200 * KB);
  });

  it('activation reads two files: the entry, and one with everything that it needs', () => {
    expect(bundles.closure('dist/extension.js', 'at once').size).toBeLessThanOrEqual(2);
  });

  it('a verb that is not told yet what to read loads neither Parquet, nor filters, nor what sends requests', () => {
    const later = /node_modules\/(?:hyparquet|re2js|undici)\//;
    const { outputs } = bundles;
    const chunks = Object.keys(outputs).filter((file) => /^dist\/node-(?:ask|eval|lint|render)-/.test(file));
    expect(chunks).toHaveLength(4);
    const atOnce = chunks.flatMap((chunk) => bundles.inputs(bundles.closure(chunk, 'at once')));
    expect(atOnce.filter((input) => later.test(input))).toEqual([]);
    const ever = bundles.inputs(bundles.closure('dist/cli.js', 'ever'));
    expect(ever.filter((input) => later.test(input)).length).toBeGreaterThan(0);
  });

  it('the extension host can load at most 1.5 MB in all', () => {
    expect(bundles.bytes(bundles.closure('dist/extension.js', 'ever'))).toBeLessThanOrEqual(1500 * KB);
  });

  it('the language worker is at most 880 KB', () => {
    expect(bundles.bytes(bundles.closure('dist/language-worker.js', 'ever'))).toBeLessThanOrEqual(880 * KB);
  });

  it('the grounding worker is at most 350 KB', () => {
    expect(bundles.bytes(bundles.closure('dist/grounding-worker.js', 'ever'))).toBeLessThanOrEqual(350 * KB);
  });

  it('the worker of runs is at most 1,180 KB, of which it loads at most 740 KB to start', () => {
    expect(bundles.bytes(bundles.closure('dist/runs-worker.js', 'ever'))).toBeLessThanOrEqual(1180 * KB);
    expect(bundles.bytes(bundles.closure('dist/runs-worker.js', 'at once'))).toBeLessThanOrEqual(740 * KB);
  });

  it('the lint of prompts and the features for trajectories are in the language worker alone', () => {
    const inWorker = /^src\/(?:core\/prompts\/(?:lint\/rules|preview)|language\/(?:service|prompt))\b/;
    const loaded = (entry: string): string[] =>
      bundles.inputs(bundles.closure(entry, 'ever')).filter((input) => inWorker.test(input));
    expect(loaded('dist/extension.js')).toEqual([]);
    expect(loaded('dist/language-worker.js').length).toBeGreaterThan(10);
  });

  it('templates are rendered in the language worker alone, which can be ended', () => {
    const jinja = /node_modules\/@huggingface\/jinja\/|^src\/core\/prompts\/jinja\/render\b/;
    const loaded = (entry: string): string[] =>
      bundles.inputs(bundles.closure(entry, 'ever')).filter((input) => jinja.test(input));
    expect(loaded('dist/extension.js')).toEqual([]);
    expect(loaded('dist/language-worker.js').length).toBeGreaterThan(1);
  });

  it('vectors and terms of pages are kept and compared in the retrieval worker alone', () => {
    const index =
      /^src\/retrieval\/(?:maxSim|vectorIndex|fromHalf|termStore|segmentFolder|bm25|documentTerms|passageIndex)\b/;
    const loaded = (entry: string): string[] =>
      bundles.inputs(bundles.closure(entry, 'ever')).filter((input) => index.test(input));
    expect(loaded('dist/extension.js')).toEqual([]);
    expect(loaded('dist/retrieval-worker.js')).toHaveLength(8);
  });

  it.each(['prompt', 'inspector', 'document', 'run'])(
    'the script of the %s view is at most 450 KB',
    (surface) => {
      const loaded = bundles.closure(`dist/webview/${surface}.js`, 'at once');
      expect(bundles.bytes(loaded)).toBeLessThanOrEqual(450 * KB);
    },
  );

  it('no code of React, of tests or of scripts ships', () => {
    const shipped = bundles.inputs(Object.keys(bundles.outputs));
    expect(shipped.length).toBeGreaterThan(100);
    const unwanted =
      /node_modules\/(?:react|react-dom|scheduler|lit|@microsoft|@vscode-elements|vitest|mocha|fast-check)\/|^(?:test|scripts)\//;
    expect(shipped.filter((input) => unwanted.test(input))).toEqual([]);
  });

  it('the server client, YAML and documents are loaded at first use', () => {
    const heavy = /node_modules\/(?:openai|undici|yaml|@embedpdf|tesseract\.js|minisearch)\//;
    const atOnce = bundles.inputs(bundles.closure('dist/extension.js', 'at once'));
    expect(atOnce.filter((input) => heavy.test(input))).toEqual([]);
    const everything = bundles.inputs(bundles.closure('dist/extension.js', 'ever'));
    expect(everything.filter((input) => heavy.test(input)).length).toBeGreaterThan(0);
  });
});
