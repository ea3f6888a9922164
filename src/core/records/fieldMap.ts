import { t } from '@vscode/l10n';
import { PageTraceError } from '../errors.ts';

/** The fields of a sample that can be mapped to keys of a record, under the names that reward functions use. */
export const RECORD_FIELDS = [
  'response',
  'ground_truth',
  'num_images',
  'tool_results',
  'response_length',
  'retrieved_images',
  'file_name',
  'reference_page',
  'verdict',
  'prompt',
  'id',
  'group',
  'score',
  'iou',
  'tool_iou',
  'sufficient',
  'step',
] as const;

export type RecordField = (typeof RECORD_FIELDS)[number];

/**
 * Where a field is found: `value`: the first of `paths` that has a value, unchanged; `joined`: the texts at all of
 * them, joined by line breaks; `boxes`: a list of boxes, converted to the JSON that grounding rewards read; `json-list`:
 * a list, which may be written as JSON in a text; `verl-sample`: the first part of an id that joins sample, rollout and
 * output; `text`: the first of `paths` that has a value, a number as text; `text-list`: the first of `paths` that has a
 * value, a list of texts also if it is written in a text, as JSON or as Python prints it.
 */
export interface FieldSource {
  readonly paths: readonly string[];
  readonly as: 'value' | 'joined' | 'boxes' | 'json-list' | 'verl-sample' | 'text' | 'text-list';
}

export type FieldMap = Readonly<Partial<Record<RecordField, FieldSource>>>;

/** A field whose value is that of the first of some paths that has one, unchanged. */
export function from(...paths: readonly string[]): FieldSource {
  return { paths, as: 'value' };
}

/** A map of fields that are each at one path. */
export function fieldMapOf(
  fields: readonly { readonly field: RecordField; readonly path: string }[],
): FieldMap {
  return Object.fromEntries(fields.map(({ field, path }) => [field, from(path)]));
}

/**
 * Reads assignments like `response=output`: the sample's field, then the path in the record, with dots between its
 * keys.
 * @throws PageTraceError `bad-input` for text that is not an assignment, or for an unknown field
 */
export function readFieldMap(assignments: readonly string[]): FieldMap {
  const map: Partial<Record<RecordField, FieldSource>> = {};
  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const name = assignment.slice(0, Math.max(equals, 0)).trim();
    const path = assignment.slice(equals + 1).trim();
    if (equals === -1 || path === '') {
      throw new PageTraceError('bad-input', t('"{0}" does not assign a field.', assignment), {
        hint: t('Write the name of the field, an equals sign, and the key of your records: response=output.'),
      });
    }
    if (!isRecordField(name)) {
      throw new PageTraceError('bad-input', t('"{0}" is not a field that PageTrace reads.', name), {
        hint: t(
          'The fields are {0}. Write the field first, then the key of your records: response=output.',
          RECORD_FIELDS.join(', '),
        ),
      });
    }
    if (map[name] !== undefined) {
      throw new PageTraceError('bad-input', t('The field "{0}" is given twice.', name), {
        hint: t('Name one key of your records for it.'),
      });
    }
    map[name] = from(path);
  }
  return map;
}

function isRecordField(name: string): name is RecordField {
  return (RECORD_FIELDS as readonly string[]).includes(name);
}
