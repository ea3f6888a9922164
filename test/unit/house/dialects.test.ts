import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { DIALECTS } from '../../../src/core/trajectory/dialects/registry.ts';
import { KNOWN_TAGS, TOOL_TAG } from '../../../src/core/trajectory/dialects/tags.ts';
import { PROFILE_NAMES } from '../../../src/core/rewards/names.ts';

const FOLDER = 'src/core/trajectory/dialects';

const files = ['src', 'webview']
  .flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.startsWith(`${FOLDER}/`));
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Names of dialects that are not also names of reward profiles. */
const ownNames = DIALECT_NAMES.filter((name) => !(PROFILE_NAMES as readonly string[]).includes(name));

describe('a dialect', () => {
  it('a dialect is described in one folder: no other file has a table or a list that every dialect must be in', () => {
    const tables = /Record<\s*(?:DialectName|RegisteredDialect)\b|Map<\s*(?:DialectName|RegisteredDialect)\b/;
    // A map made from the names in the folder always contains every dialect.
    const made = /new Map\(\s*DIALECT_NAMES/;
    expect(files.filter((file) => tables.test(read(file)) && !made.test(read(file)))).toEqual([]);
  });

  it('a dialect is named elsewhere only by a prompt, a reward, a form of answer or a default', () => {
    const countNames = (file: string): number => {
      const text = read(file);
      return ownNames.filter((name) => text.includes(`'${name}'`)).length;
    };
    // Each reward profile has the name of the dialect that it scores; presets and protocols have those of the dialects that
    // they ask for and speak.
    expect(files.filter((file) => countNames(file) > 2).toSorted()).toEqual([
      'src/asking/promptFiles.ts',
      'src/core/prompts/protocolNames.ts',
      'src/core/rewards/names.ts',
      'src/protocols/registry.ts',
    ]);
  });

  it('the tags and parts of a dialect come from its folder alone', () => {
    expect(Object.keys(DIALECTS).toSorted()).toEqual([...DIALECT_NAMES].toSorted());
    const tags = Object.values(DIALECTS).flatMap(({ blocks }) => blocks.map(({ name }) => name));
    expect([...KNOWN_TAGS].toSorted()).toEqual([...new Set([...tags, TOOL_TAG])].toSorted());
    for (const name of DIALECT_NAMES) expect(DIALECTS[name].name).toBe(name);
  });
});
