import type { FieldMap, RecordField } from '../../core/records/fieldMap.ts';

/** A field that a person has mapped, and that no record of some files holds. */
export interface MissingField {
  readonly kind: 'missing-field';
  readonly field: RecordField;
  /** Where it was looked for. */
  readonly paths: readonly string[];
  /** At least one. */
  readonly files: readonly string[];
}

/** Notes which fields that a person has mapped are found in no record of a file: a key is easily misspelt. */
export class MappedFields {
  readonly #fields: FieldMap;
  readonly #missing = new Map<RecordField, string[]>();
  readonly #found = new Set<RecordField>();

  constructor(fields: FieldMap) {
    this.#fields = fields;
  }

  /** A record of the present file holds something of this field. */
  readonly found = (field: RecordField): void => {
    this.#found.add(field);
  };

  /** The present file is at its end. One without a response that was read has told nothing of the other fields. */
  end(file: string): void {
    if (this.#found.has('response')) {
      for (const field of Object.keys(this.#fields) as RecordField[]) {
        if (this.#found.has(field)) continue;
        const files = this.#missing.get(field);
        if (files === undefined) this.#missing.set(field, [file]);
        else files.push(file);
      }
    }
    this.#found.clear();
  }

  /** Every field that a file lacks. */
  missing(): readonly MissingField[] {
    return [...this.#missing].map(([field, files]) => ({
      kind: 'missing-field',
      field,
      paths: this.#fields[field]?.paths ?? [field],
      files,
    }));
  }
}
