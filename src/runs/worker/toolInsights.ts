import { findAlerts } from '../../core/alerts/findAlerts.ts';
import type { Alert } from '../../core/alerts/model.ts';
import {
  mergeDefinitions,
  ToolFactsCounter,
  type CountedToolFacts,
  type DefinedTool,
} from '../../core/toolPool/definitions.ts';
import { toolboxTool, type ToolboxTool } from '../../core/toolPool/toolbox.ts';
import { describeToolPool, type ToolPool } from '../../core/toolPool/toolPool.ts';
import type { LookedAtRun } from './insightSource.ts';
import { readRows } from './rowPass.ts';

/** Answers what the tools of a run are, and what a trainer would want to know of it. */
export class ToolInsights {
  readonly #insights: LookedAtRun;
  #alerts: { readonly revision: string; readonly found: readonly Alert[] } | null = null;

  constructor(insights: LookedAtRun) {
    this.#insights = insights;
  }

  /** The tools of the rows that the filter leaves, as far as they are scored: of others no tool is known. */
  pool(): ToolPool {
    const { table, source, looked } = this.#insights;
    const rows = looked.rows.filter((row) => source.rows.isScored(row));
    return describeToolPool(table, rows, looked.compared);
  }

  /**
   * The alerts of the whole run, as far as it is scored: rows that a filter leaves differ from the others in just what an
   * alert is about.
   */
  alerts(): readonly Alert[] {
    const { table, source, looked } = this.#insights;
    const revision = `${source.rows.revision} ${looked.compared}`;
    if (this.#alerts?.revision === revision) return this.#alerts.found;
    const rows = Uint32Array.from({ length: table.count }, (_, row) => row).filter((row) =>
      source.rows.isScored(row),
    );
    const found = findAlerts(table, rows, looked.compared);
    this.#alerts = { revision, found };
    return found;
  }

  /** What the rows that the filter leaves say of each tool, which are read again for it. */
  async definitions(signal: AbortSignal): Promise<readonly DefinedTool[]> {
    const facts = await this.#facts(signal);
    return this.pool().tools.map(({ name, spellings }) => ({
      name,
      definition: mergeDefinitions(facts, spellings),
    }));
  }

  /** Some tools as a prompt describes them, in the order of the pool. */
  async toolbox(names: readonly string[], signal: AbortSignal): Promise<readonly ToolboxTool[]> {
    const facts = await this.#facts(signal);
    const chosen = this.pool().tools.filter(({ name }) => names.includes(name));
    return chosen.map((tool) => toolboxTool(tool, facts));
  }

  #facts(signal: AbortSignal): Promise<CountedToolFacts> {
    const { table, source, looked } = this.#insights;
    const rows = looked.rows.filter((row) => table.isSample(row));
    const counter = new ToolFactsCounter();
    return source.beforeScoring(async () => {
      await readRows(source.readable(), 'toolFacts', {}, rows, signal, (read, found) => {
        if (found !== null) counter.addCounted(inRun(found, read));
      });
      return counter.counted();
    });
  }
}

/** What was counted in a block, with the rows of the run in place of those of the block. */
function inRun({ definitions, calls }: CountedToolFacts, rows: Uint32Array): CountedToolFacts {
  return { definitions: definitions.map((each) => ({ ...each, row: rows[each.row] ?? 0 })), calls };
}
