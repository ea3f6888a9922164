import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { ALERT_CODES } from '../../../src/core/alerts/model.ts';
import { PROTOCOL_NAMES } from '../../../src/core/prompts/protocolNames.ts';
import { RULE_CODES } from '../../../src/core/prompts/lint/ruleCatalogue.ts';
import { RECORD_FORMATS } from '../../../src/core/records/formats/registry.ts';
import { CHECKS } from '../../../src/core/rewards/composite/checks/registry.ts';
import { PROFILE_NAMES } from '../../../src/core/rewards/names.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { FINDING_CODES } from '../../../src/core/trajectory/findings.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { commands } from '../../../src/host/shared/contributions.ts';

/** The places, other than its declaration, that must name an addition, as CONTRIBUTING.md lists them. */
interface Addition {
  readonly kind: string;
  readonly names: readonly string[];
  /** Files, or globs of which one file must name it; `*NAME*` stands for the name. */
  readonly places: readonly string[];
}

const ADDITIONS: readonly Addition[] = [
  {
    kind: 'reward profile',
    names: PROFILE_NAMES,
    places: [
      'docs/rewards.md',
      'docs/cli.md',
      'media/schemas/prompt.schema.json',
      'media/schemas/trajectory-front-matter.schema.json',
      'media/schemas/prompts.schema.json',
      'media/schemas/reward.schema.json',
    ],
  },
  {
    kind: 'protocol',
    names: PROTOCOL_NAMES,
    places: [
      'docs/protocols.md',
      'docs/cli.md',
      'media/schemas/prompt.schema.json',
      'test/vllm/protocols.test.ts',
    ],
  },
  {
    kind: 'lint rule',
    names: RULE_CODES,
    places: [
      'src/core/prompts/lint/{*Rules,lintPrompt,lintReadings,suppression,rules/*}.ts',
      'docs/lint/README.md',
      'docs/lint/*NAME*.md',
      'package.json',
      'media/schemas/prompt.schema.json',
      'test/unit/lint/*.test.ts',
    ],
  },
  {
    kind: 'alert',
    names: ALERT_CODES,
    places: [
      'docs/runs.md',
      'package.json',
      'media/schemas/runs.schema.json',
      'media/schemas/runs-watch.schema.json',
      'test/unit/alerts/findAlerts.test.ts',
    ],
  },
  {
    kind: 'record form',
    names: RECORD_FORMATS.map(({ title }) => title),
    places: ['docs/cli.md'],
  },
  {
    kind: 'record form',
    names: RECORD_FORMATS.map(({ name }) => name),
    places: ['test/unit/core/records/recordExamples.ts'],
  },
  {
    kind: 'command',
    names: Object.values(commands),
    places: ['package.json'],
  },
  {
    kind: 'command',
    names: Object.keys(commands),
    places: ['src/host/**/*.ts'],
  },
  {
    kind: 'check of composite rewards',
    names: [...CHECKS.keys()],
    places: [
      'docs/own-rewards.md',
      'media/schemas/reward.schema.json',
      'test/unit/rewards/composite/checks.test.ts',
    ],
  },
  {
    kind: 'dialect',
    names: DIALECT_NAMES,
    places: [
      'media/schemas/prompt.schema.json',
      'media/schemas/trajectory-front-matter.schema.json',
      'test/unit/trajectory/dialectTexts.ts',
    ],
  },
  {
    kind: 'finding',
    names: FINDING_CODES,
    places: ['docs/findings.md'],
  },
];

const texts = new Map<string, string>();
/** The text of every file that a place names, except the file that declares the commands. */
function textOf(place: string): string {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const files = fs.globSync(place, { cwd: root }).filter((file) => !file.endsWith('contributions.ts'));
  const text = files.map((file) => fs.readFileSync(path.join(root, file), 'utf8')).join('\n');
  texts.set(place, text);
  return text;
}

/** Whether a text contains a name as a whole word. */
function isNamed(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text);
}

describe('additions', () => {
  it.each(ADDITIONS.flatMap(({ kind, names, places }) => places.map((place) => ({ kind, names, place }))))(
    'each $kind is in $place',
    ({ kind, names, place }) => {
      const lacking = names.filter((name) => !isNamed(textOf(place.replace('*NAME*', name)), name));
      expect(lacking.map((name) => `${place} lacks the ${kind} ${name}`)).toEqual([]);
    },
  );

  it('each reward profile has a version, and is described on its page under its title', () => {
    const page = textOf('docs/rewards.md');
    for (const name of PROFILE_NAMES) {
      const { title, version } = profileByName(name);
      expect(version, name).not.toBe('');
      expect(page, `docs/rewards.md lacks the title of ${name}`).toContain(title);
    }
  });

  it('each kind of addition is listed with its places in CONTRIBUTING.md', () => {
    const text = textOf('CONTRIBUTING.md');
    const places = new Set(ADDITIONS.flatMap((addition) => addition.places));
    const written = [...places].filter((place) => !/[{*]/.test(place) && !place.startsWith('src/'));
    const lacking = written.filter((place) => !text.includes(place));
    expect(lacking.map((place) => `CONTRIBUTING.md lacks ${place}`)).toEqual([]);
  });
});
