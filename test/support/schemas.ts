import fs from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { root } from '../../scripts/lib/paths.mjs';

/** The schemas that ship as `media/schemas/<name>.schema.json`. */
export const SCHEMA_NAMES = [
  'ask',
  'convert',
  'eval-progress',
  'export-training',
  'grounding',
  'judge',
  'judge-agreement',
  'lint',
  'lint-dataset',
  'profiles',
  'runs',
  'runs-latency',
  'runs-tools',
  'runs-watch',
  'score',
  'stats',
  'sweep-matrix',
  'trajectory',
] as const;
export type SchemaName = (typeof SCHEMA_NAMES)[number];

const validators = new Map<string, ValidateFunction>();

function schemaPath(name: SchemaName): string {
  return `media/schemas/${name}.schema.json`;
}

function validator(file: string, part: string): ValidateFunction {
  const key = `${file}#${part}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const each of new Set([file, ...SCHEMA_NAMES.map(schemaPath)])) {
    const schema = JSON.parse(fs.readFileSync(path.join(root, each), 'utf8')) as Record<string, unknown>;
    // The schema of SARIF is written in an older draft but uses nothing that the newer draft interprets differently.
    delete schema['$schema'];
    delete schema['id'];
    ajv.addSchema(schema, path.basename(each));
  }
  const made = ajv.compile({ $ref: `${path.basename(file)}#${part}` });
  validators.set(key, made);
  return made;
}

function errors(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

/** The errors of `value` by a schema that ships, or by one of its definitions; empty if it is valid. */
export function schemaErrors(name: SchemaName, value: unknown, definition?: string): readonly string[] {
  const part = definition === undefined ? '' : `/definitions/${definition}`;
  return errors(validator(schemaPath(name), part), value);
}

/** The errors of a SARIF log by the schema of SARIF 2.1.0. */
export function sarifErrors(log: unknown): readonly string[] {
  return errors(validator('test/fixtures/sarif/sarif-schema-2.1.0.json', ''), log);
}
