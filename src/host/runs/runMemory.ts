import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { ChosenColumn, SavedFilter } from '../../protocol/run.ts';

/** Keys of what is kept. */
const COLUMNS = 'pagetrace.run.columns';
const HISTORY = 'pagetrace.run.history';
const FILTERS = 'pagetrace.run.filters';
const FIELDS = 'pagetrace.run.fields';

/** The most filters that are remembered. */
const MOST_FILTERS = 50;

const columnsSchema = v.nullable(v.array(v.object({ name: v.string(), width: v.number() })));
const textsSchema = v.array(v.string());
const filtersSchema = v.array(v.object({ name: v.string(), filter: v.string() }));
const fieldsSchema = v.record(v.string(), textsSchema);

/** What is kept of run views: columns and filters everywhere, the field maps of runs in their workspace. */
export class RunMemory {
  readonly #everywhere: vscode.Memento;
  readonly #workspace: vscode.Memento;

  constructor(everywhere: vscode.Memento, workspace: vscode.Memento) {
    this.#everywhere = everywhere;
    this.#workspace = workspace;
  }

  /** The columns that the person chose; null for the usual ones. */
  get columns(): readonly ChosenColumn[] | null {
    return v.parse(v.fallback(columnsSchema, null), this.#everywhere.get(COLUMNS, null));
  }

  async setColumns(columns: readonly ChosenColumn[] | null): Promise<void> {
    await this.#everywhere.update(COLUMNS, columns);
  }

  /** Earlier filters, the last one first. */
  get history(): readonly string[] {
    return v.parse(v.fallback(textsSchema, []), this.#everywhere.get(HISTORY, []));
  }

  async addToHistory(filter: string): Promise<void> {
    const others = this.history.filter((each) => each !== filter);
    await this.#everywhere.update(HISTORY, [filter, ...others].slice(0, MOST_FILTERS));
  }

  /** The filters that the person saved. */
  get filters(): readonly SavedFilter[] {
    const kept = v.parse(v.fallback(filtersSchema, []), this.#everywhere.get(FILTERS, []));
    return kept.map((each) => ({ ...each, isOwn: true }));
  }

  async saveFilter(name: string, filter: string): Promise<void> {
    await this.#keepFilters([...this.filters.filter((each) => each.name !== name), { name, filter }]);
  }

  async removeFilter(name: string): Promise<void> {
    await this.#keepFilters(this.filters.filter((each) => each.name !== name));
  }

  /** Where the fields of a run's records are, as the person said: `response=output`. */
  fields(run: string): readonly string[] {
    return v.parse(v.fallback(fieldsSchema, {}), this.#workspace.get(FIELDS, {}))[run] ?? [];
  }

  async setFields(run: string, assignments: readonly string[]): Promise<void> {
    const all = v.parse(v.fallback(fieldsSchema, {}), this.#workspace.get(FIELDS, {}));
    await this.#workspace.update(FIELDS, { ...all, [run]: assignments });
  }

  async #keepFilters(filters: readonly Pick<SavedFilter, 'name' | 'filter'>[]): Promise<void> {
    await this.#everywhere.update(
      FILTERS,
      filters.slice(-MOST_FILTERS).map(({ name, filter }) => ({ name, filter })),
    );
  }
}
