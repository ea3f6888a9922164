import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { headSchema, itemSchema } from '../../src/core/datasets/itemSchema.ts';
import { RULE_CODES, RULES } from '../../src/core/prompts/lint/ruleCatalogue.ts';
import { promptMapSchema } from '../../src/core/prompts/promptMap.ts';
import { PROMPT_FRONT_MATTER } from '../../src/core/prompts/promptSettings.ts';
import { TRAJECTORY_FRONT_MATTER } from '../../src/core/records/trajectoryFile.ts';
import { PROFILE_NAMES } from '../../src/core/rewards/names.ts';
import { profiles } from '../../src/core/rewards/registry.ts';
import { DIALECT_NAMES } from '../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../src/core/trajectory/dialects/registry.ts';
import { DATASET_HEAD_KEYS, DATASET_KEYS, type DatasetKey } from '../../src/language/dataset/datasetKeys.ts';
import type { FrontMatterSchema } from '../../src/language/frontMatter/schema.ts';
import { FRONT_MATTER_KEYS } from '../../src/language/trajectory/frontMatterKeys.ts';

type Editable = { -readonly [K in keyof FrontMatterSchema]: FrontMatterSchema[K] };

function generateSchema(title: string, entries: v.ObjectEntries): FrontMatterSchema & object {
  const optional = Object.fromEntries(
    Object.entries(entries).map(([key, schema]) => [key, v.optional(schema)]),
  );
  const schema = toJsonSchema(v.object(optional), { errorMode: 'ignore', typeMode: 'input' });
  const properties = schema.properties as Record<string, Editable>;
  const describeValues = (key: string, about: ReadonlyMap<string, string>): void => {
    const property = [properties[key], ...((properties[key]?.anyOf ?? []) as readonly Editable[])].find(
      (each) => each?.enum,
    );
    if (property?.enum)
      property.enumDescriptions = property.enum.map((value) => about.get(String(value)) ?? '');
  };
  describeValues(
    'dialect',
    new Map(DIALECT_NAMES.map((name) => [name, `${dialectOf(name).title}. ${dialectOf(name).description}`])),
  );
  describeValues(
    'reward',
    new Map(profiles.map(({ name, title: long, description }) => [name, `${long}. ${description}`])),
  );
  return { ...schema, title } as FrontMatterSchema & object;
}

/** The schema of map files, with the names of the built-in rewards for completion. */
function promptMap(): FrontMatterSchema & object {
  const schema = toJsonSchema(promptMapSchema, { errorMode: 'ignore', typeMode: 'input' });
  const made = { ...schema, title: 'Rewards and trainers of prompts' } as FrontMatterSchema;
  const reward: Editable | undefined = made.properties?.['prompts']?.items?.properties?.['reward'];
  if (reward) {
    delete reward.type;
    reward.anyOf = [
      { enum: [...PROFILE_NAMES, 'none'] },
      { type: 'string', pattern: '\\.(json|py|py:[A-Za-z_]\\w*)$' } as FrontMatterSchema,
    ];
  }
  return made;
}

/** The schema of a line of a data set: a question, or a first line that says something of all questions. */
function datasetLine(): FrontMatterSchema & object {
  const described = (schema: typeof itemSchema | typeof headSchema, keys: readonly DatasetKey[]): object => {
    const made = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
    const properties = made.properties as Record<string, Editable>;
    for (const { key, description } of keys) {
      const property = properties[key];
      if (property) property.description = description;
    }
    return made;
  };
  return {
    title: 'A line of a PageTrace data set',
    anyOf: [described(itemSchema, DATASET_KEYS), described(headSchema, DATASET_HEAD_KEYS)],
  } as FrontMatterSchema & object;
}

/** The JSON Schemas of the front matters, of map files and of data sets, generateSchema from the schemas with which the code validates them. */
export function frontMatterSchemas(): Readonly<Record<string, FrontMatterSchema>> {
  const prompt = generateSchema('Front matter of a PageTrace prompt file', PROMPT_FRONT_MATTER);
  const off: Editable | undefined = prompt.properties?.['lint']?.properties?.['off'];
  if (off) {
    off.items = {
      type: 'string',
      enum: RULE_CODES,
      enumDescriptions: RULE_CODES.map((code) => `${RULES[code].title}. ${RULES[code].why}`),
    };
  }
  const trajectory = generateSchema('Front matter of a PageTrace trajectory file', TRAJECTORY_FRONT_MATTER);
  for (const { key, description } of FRONT_MATTER_KEYS) {
    const property: Editable | undefined = trajectory.properties?.[key];
    if (property) property.description = description;
  }
  return {
    'prompt.schema.json': prompt,
    'trajectory-front-matter.schema.json': trajectory,
    'prompts.schema.json': promptMap(),
    'dataset-item.schema.json': datasetLine(),
  };
}
