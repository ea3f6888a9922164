import type { Sample } from '../../../core/records/sample.ts';
import { chooseDialect, detectDialect } from '../../../core/trajectory/detect.ts';
import type { BlockRole } from '../../../core/trajectory/dialects/dialect.ts';
import { dialectOf } from '../../../core/trajectory/dialects/registry.ts';
import type { DialectName, StepKind } from '../../../core/trajectory/model.ts';
import { parseTrajectory } from '../../../core/trajectory/parser.ts';
import type { InputItem } from '../../../runs/reading/inputs.ts';
import { voteByFile } from '../../../runs/choosing/fileVote.ts';

/** What a step does beside thinking and answering. */
const ACTIONS: ReadonlySet<StepKind | BlockRole> = new Set(['tool', 'search', 'box', 'call'] as const);

/** Finds the tool calls and other actions of samples; the first samples of a file say in which dialect it is written. */
export class Actions {
  readonly #dialects = new Map<string, DialectName>();

  /** Looks at a portion of samples before their actions are asked for. */
  look(items: readonly InputItem[]): void {
    const suggested = voteByFile(
      items,
      (file) => this.#dialects.has(file),
      ({ dialect, question, response }) => {
        const chosen = chooseDialect(dialect, question, response);
        return chosen.confidence > 0 ? chosen.dialect : null;
      },
    );
    for (const [file, dialect] of suggested) this.#dialects.set(file, dialect);
  }

  /** The names of a sample's actions, in their order. */
  of(file: string, { response, dialect, numImages }: Sample): readonly string[] {
    const own = dialect ?? this.#dialects.get(file) ?? detectDialect(response).dialect;
    // Where the dialect knows none, there is nothing to look for.
    const { tools, blocks } = dialectOf(own);
    if (tools === null && !blocks.some(({ role }) => ACTIONS.has(role))) return [];
    const { steps } = parseTrajectory(response, { dialect: own, numImages, tools: null });
    return steps.filter(({ kind }) => ACTIONS.has(kind)).map(({ name }) => name);
  }
}
