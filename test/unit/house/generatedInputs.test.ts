import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const source = 'scripts/lib/generatedInputs.mjs';
const files = ['scripts', 'test']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`),
  )
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const count = (text: string, part: string): number => text.split(part).length - 1;

/** Composed from parts, so that this file does not contain what it searches for. */
const assertion = ['fc.', 'assert('].join('');
const runs = ['property', 'Runs('].join('');

describe('generated inputs', () => {
  it('every property test takes its seed and its number of inputs from one module', () => {
    const properties = files.filter((file) => read(file).includes(assertion));
    expect(properties.length).toBeGreaterThan(20);
    expect(properties.filter((file) => count(read(file), assertion) > count(read(file), runs))).toEqual([]);
    expect(files.filter((file) => file !== source && read(file).includes(['num', 'Runs:'].join('')))).toEqual(
      [],
    );
  });

  it('the settings of generated inputs are read in one module', () => {
    const reads = /process\.env(?:\.|\[')PAGETRACE_(?:SEED|DEPTH)/;
    expect(files.filter((file) => reads.test(read(file)))).toEqual([source]);
  });
});
