import type { FieldMap, RecordField } from '../../core/records/fieldMap.ts';

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

  /** One sentence for every field that a file lacks. */
  sentences(): readonly string[] {
    return [...this.#missing].map(([field, [first = '', ...more]]) => {
      const path = this.#fields[field]?.paths.join(', ') ?? field;
      const files = more.length === 0 ? first : `${first} (and of ${more.length} more)`;
      return `No record of ${files} holds anything at "${path}", where --field ${field}=${path} looks for it. Check the key.`;
    });
  }
}
