import { PageTraceError } from '../../../core/errors.ts';
import { ColumnsTable } from '../../../core/summary/columnsTable.ts';
import type { RunColumns } from '../../../core/summary/runColumns.ts';
import { usualToolboxSize } from '../../../core/toolPool/coverage.ts';
import { readToolFacts, ToolFactsCounter } from '../../../core/toolPool/definitions.ts';
import { describeToolPool, EXAMPLES } from '../../../core/toolPool/toolPool.ts';
import { toolboxTool } from '../../../core/toolPool/toolbox.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { numberOption, refuseWithout, reportIdle } from '../../arguments/arguments.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { DescribedTools } from './describedTools.ts';
import { requireToolboxFile, writeToolbox, type OtherFiles } from './writeToolbox.ts';

/** The options about tools. */
export const toolsOptions = {
  tools: { type: 'boolean' },
  top: { type: 'string' },
  toolbox: { type: 'string' },
} as const;

interface ToolsValues {
  readonly tools?: boolean | undefined;
  readonly top?: string | undefined;
  readonly toolbox?: string | undefined;
}

/** The formats in which tools stand beside metrics. */
const BESIDE = ['table', 'json', 'markdown'];

/** The most tools of a toolbox. */
const MOST_TOOLS = 1000;

/** What `--tools` prints: the tool pool of a run, and the toolbox that is made of it. */
export class ToolsReport {
  readonly #facts = new ToolFactsCounter();
  /** The places of the first rows that call each name. */
  readonly #places = new Map<string, Map<number, Place>>();
  readonly #top: number | null;
  readonly #toolbox: string | null;

  private constructor(top: number | null, toolbox: string | null) {
    this.#top = top;
    this.#toolbox = toolbox;
  }

  /**
   * Reads the options; null without `--tools`.
   * @param measures the metrics that are printed beside the tools; null for none
   * @param others the files that are read and written, none of which the toolbox may replace
   * @throws PageTraceError `bad-input` or `file-unwritable` for wrong options
   */
  static async read(
    values: ToolsValues,
    measures: { readonly format: string } | null,
    others: OtherFiles,
    terminal: Terminal,
  ): Promise<ToolsReport | null> {
    refuseWithout({ ...values }, 'tools', ['top', 'toolbox'], { hint: 'Ask for the tools' });
    if (values.tools !== true) return null;
    if (measures !== null && !BESIDE.includes(measures.format))
      throw new PageTraceError(
        'bad-input',
        `--tools with metrics or a comparison cannot be written as ${measures.format}.`,
        {
          hint: 'Choose --format table, json or markdown, or run the command once for each.',
        },
      );
    reportIdle({ ...values }, '--tools', ['groups', 'rows'], terminal);
    const top = numberOption('top', values.top, { least: 1, most: MOST_TOOLS, whole: true }, null);
    const { toolbox = null } = values;
    if (toolbox !== null) await requireToolboxFile(toolbox, others);
    return new ToolsReport(top, toolbox);
  }

  /** Adds a sample that has the next row of the columns. */
  add(row: number, response: string, tools: readonly string[], place: Place): void {
    this.#facts.add(row, readToolFacts(response));
    for (const name of tools) {
      const places = this.#places.get(name);
      if (places === undefined) this.#places.set(name, new Map([[row, place]]));
      else if (places.size < EXAMPLES) places.set(row, place);
    }
  }

  /** Describes the tools after all samples, and writes the toolbox. */
  async describe(columns: RunColumns, compared: string, terminal: Terminal): Promise<DescribedTools> {
    const rows = Uint32Array.from({ length: columns.rows }, (_, row) => row);
    const pool = describeToolPool(new ColumnsTable(columns), rows, compared);
    const top = Math.min(this.#top ?? usualToolboxSize(pool.coverage), pool.tools.length);
    if (this.#top !== null && this.#top > pool.tools.length)
      terminal.say(`--top asks for ${this.#top} tools, and the samples use ${pool.tools.length}.`);
    const facts = this.#facts.counted();
    if (this.#toolbox !== null) {
      const tools = pool.tools.slice(0, top).map((tool) => toolboxTool(tool, facts));
      if (tools.length === 0) throw noTools();
      for (const sentence of await writeToolbox(this.#toolbox, tools)) terminal.say(sentence);
    }
    return new DescribedTools(pool, top, facts, (name, row) => this.#places.get(name)?.get(row) ?? null);
  }
}

function noTools(): PageTraceError {
  return new PageTraceError('bad-input', 'No sample uses a tool, so there is no toolbox to write.', {
    hint: 'Leave --toolbox out.',
  });
}
