import type { RecordSample } from '../../core/records/recordSamples.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import type { BlockRole } from '../../core/trajectory/dialects/dialect.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import type { DialectName, StepKind } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';

/** What a step does beside thinking and answering. */
const ACTIONS: ReadonlySet<StepKind | BlockRole> = new Set(['tool', 'search', 'box', 'call'] as const);

/** Finds the tool calls and other actions of samples; the first sample of a file says in which dialect it is written. */
export class Actions {
  readonly #dialects = new Map<string, DialectName>();

  /** The names of a sample's actions, in their order. */
  of(file: string, { response, dialect, numImages }: RecordSample): readonly string[] {
    const own = dialect ?? this.#dialects.get(file) ?? detectDialect(response).dialect;
    this.#dialects.set(file, own);
    // Where the dialect knows none, there is nothing to look for.
    const { tools, blocks } = dialectOf(own);
    if (tools === null && !blocks.some(({ role }) => ACTIONS.has(role))) return [];
    const { steps } = parseTrajectory(response, { dialect: own, numImages, tools: null });
    return steps.filter(({ kind }) => ACTIONS.has(kind)).map(({ name }) => name);
  }
}
