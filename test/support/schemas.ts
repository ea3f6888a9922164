import fs from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { root } from '../../scripts/lib/paths.mjs';

/** What ships as `media/schemas/<name>.schema.json`. */
export type SchemaName = 'score' | 'stats' | 'trajectory' | 'lint' | 'profiles';

const validators = new Map<string, ValidateFunction>();

function validator(file: string, part: string): ValidateFunction {
  const key = `${file}#${part}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const schema = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>;
  // SARIF's is written in an older draft, and uses nothing that the newer one reads otherwise.
  delete schema['$schema'];
  delete schema['id'];
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(schema, 'schema');
  const made = ajv.compile({ $ref: `schema#${part}` });
  validators.set(key, made);
  return made;
}

function errors(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

/** What is wrong with `value` by a schema that ships, or by one of its definitions; empty where nothing is. */
export function schemaErrors(name: SchemaName, value: unknown, definition?: string): readonly string[] {
  const part = definition === undefined ? '' : `/definitions/${definition}`;
  return errors(validator(`media/schemas/${name}.schema.json`, part), value);
}

/** What is wrong with a SARIF log by the schema of SARIF 2.1.0. */
export function sarifErrors(log: unknown): readonly string[] {
  return errors(validator('test/fixtures/sarif/sarif-schema-2.1.0.json', ''), log);
}
