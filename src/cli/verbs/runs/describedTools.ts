import { csvLine } from '../../../core/csv.ts';
import type { CountedToolFacts } from '../../../core/toolPool/definitions.ts';
import type { ToolPool } from '../../../core/toolPool/toolPool.ts';
import { visibleText } from '../../../core/visibleText.ts';
import { jsonLine, type RunsFormat } from './rowsOutput.ts';
import { toolCells, toolJson, toolsJson, toolsMarkdown, toolsText, type PlaceOf } from './toolsOutput.ts';

type Json = Readonly<Record<string, unknown>>;

/** The tools of a run, as they are printed. */
export class DescribedTools {
  readonly #pool: ToolPool;
  readonly #top: number;
  readonly #facts: CountedToolFacts;
  readonly #placeOf: PlaceOf;

  constructor(pool: ToolPool, top: number, facts: CountedToolFacts, placeOf: PlaceOf) {
    this.#pool = pool;
    this.#top = top;
    this.#facts = facts;
    this.#placeOf = placeOf;
  }

  /** What JSON with metrics or a comparison has of the tools. */
  json(): Json {
    return { tool_pool: toolsJson(this.#pool, this.#top, this.#facts, this.#placeOf) };
  }

  /** What follows metrics or a comparison in a format for people; empty in JSON, which has the tools already. */
  section(format: string): string {
    if (format === 'markdown') return visibleText(`\n${toolsMarkdown(this.#pool, this.#top)}`);
    return format === 'table' ? visibleText(`\n${toolsText(this.#pool, this.#top)}`) : '';
  }

  /** The tools alone, in parts. */
  *output(format: RunsFormat): Generator<string> {
    const [pool, top, facts, placeOf] = [this.#pool, this.#top, this.#facts, this.#placeOf];
    switch (format) {
      case 'json':
        yield `${JSON.stringify(toolsJson(pool, top, facts, placeOf), null, 2)}\n`;
        return;
      case 'jsonl':
        for (const tool of pool.tools) yield jsonLine(toolJson(tool, facts, placeOf));
        return;
      case 'csv': {
        const [first, ...others] = toolCells(pool, facts);
        if (first === undefined) return;
        yield csvLine(Object.keys(first));
        for (const row of [first, ...others]) yield csvLine(Object.values(row));
        return;
      }
      case 'markdown':
        yield visibleText(toolsMarkdown(pool, top));
        return;
      case 'table':
        yield visibleText(toolsText(pool, top));
    }
  }
}
