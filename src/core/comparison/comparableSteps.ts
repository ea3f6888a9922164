import type { ListView } from '../trajectory/listView.ts';
import type { Step } from '../trajectory/model.ts';
import { withSingleSpaces } from './wordDiff.ts';

/** The parts of a step that are compared with other steps. */
export interface ComparableStep {
  readonly kind: Step['kind'];
  readonly name: string;
  /** The args of a tool call as they are written; null for other steps. */
  readonly args: string | null;
  /** Its text with single spaces; empty if its parts are steps of their own. */
  readonly text: string;
  /** Hashes of the distinct words at its beginning, in ascending order. */
  readonly words: Uint32Array;
}

/** How many words at the beginning of a step are compared to find its counterpart, which is enough to tell steps apart. */
const WORDS = 100;

/** Reads what is compared of a step. `text` is all of it, `args` those of a tool call. */
export function comparableStep({
  kind,
  name,
  args,
  text,
}: Pick<ComparableStep, 'kind' | 'name' | 'args' | 'text'>): ComparableStep {
  const beginning = `${args ?? ''} ${text}`.slice(0, WORDS * 8).toLowerCase();
  const hashes = new Set<number>();
  for (const [word] of beginning.matchAll(/[\p{L}\p{N}]+/gu)) {
    hashes.add(hashOf(word));
    if (hashes.size === WORDS) break;
  }
  return { kind, name, args, text: withSingleSpaces(text), words: Uint32Array.from(hashes).toSorted() };
}

/** FNV-1a, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** What is compared of all steps of a trajectory that may still grow. Closed steps are read only once. */
export class ComparableSteps {
  readonly #known: ComparableStep[] = [];
  #edition = -1;

  /**
   * @param edition increases when the text was changed elsewhere than at its end
   * @param text a piece of the response
   */
  read(
    steps: ListView<Step>,
    edition: number,
    text: (start: number, end: number) => string,
  ): readonly ComparableStep[] {
    if (edition !== this.#edition) this.#known.length = 0;
    this.#edition = edition;
    const all: ComparableStep[] = [];
    for (let index = 0; index < steps.length; index++) {
      const step = steps.item(index);
      if (step === undefined) continue;
      const known = this.#known[index];
      const read = known ?? readStep(step, holdsSteps(steps, step), text);
      if (known === undefined && !step.open && index === this.#known.length) this.#known.push(read);
      all.push(read);
    }
    return all;
  }
}

function readStep(
  { kind, name, tool, body }: Step,
  isWhole: boolean,
  text: (start: number, end: number) => string,
): ComparableStep {
  const args = tool?.args ?? null;
  // The beginning of a step that holds others still tells it apart, but what differs inside is shown at those.
  const said = text(body.start, isWhole ? Math.min(body.end, body.start + WORDS * 8) : body.end);
  const read = comparableStep({ kind, name, args, text: said });
  return isWhole ? { ...read, text: '' } : read;
}

/** Whether `step` holds other steps of `steps`. */
export function holdsSteps(steps: ListView<Step>, step: Step): boolean {
  return (steps.item(step.index + 1)?.depth ?? 0) > step.depth;
}
