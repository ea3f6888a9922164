import type { FieldMap, RecordField } from '../../core/records/fieldMap.ts';

/** A field that a person has mapped, but that no record of some files has. */
export interface MissingField {
  readonly kind: 'missing-field';
  readonly field: RecordField;
  /** The keys that were looked up. */
  readonly paths: readonly string[];
  /** At least one. */
  readonly files: readonly string[];
}

/** Finds mapped fields that no record of a file holds, which is usually a misspelled key. */
export class MappedFields {
  readonly #fields: FieldMap;
  readonly #missing = new Map<RecordField, string[]>();
  readonly #found = new Set<RecordField>();

  constructor(fields: FieldMap) {
    this.#fields = fields;
  }

  /** Records that a record of the current file has this field. */
  readonly found = (field: RecordField): void => {
    this.#found.add(field);
  };

  /** Ends the current file. If it had no response, nothing is known about its other fields. */
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

  /** Every field that is missing from a file. */
  missing(): readonly MissingField[] {
    return [...this.#missing].map(([field, files]) => ({
      kind: 'missing-field',
      field,
      paths: this.#fields[field]?.paths ?? [field],
      files,
    }));
  }
}
