import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';

/** Where a step stands in the outline. */
export interface Place {
  /** Index of the step that it stands in; -1 at the top. */
  readonly parent: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  /** Among the tool calls, from 1; 0 for other steps. */
  readonly tool: number;
}

const NONE: Place = { parent: -1, position: 0, tool: 0 };

/** The outline of a growing list of steps. Each step is placed once, but for the last, which may still change. */
export class Outline {
  readonly #places: Place[] = [];
  readonly #children = new Map<number, number>();
  #tools = 0;
  #steps: ListView<Step> = { length: 0, item: () => undefined };
  #last: Place = NONE;

  /** Takes over `steps`, which begin with those of the last call. */
  extend(steps: ListView<Step>): void {
    this.#steps = steps;
    for (let index = this.#places.length; index < steps.length - 1; index++) {
      const place = this.#place(index);
      this.#children.set(place.parent, place.position);
      if (place.tool > 0) this.#tools = place.tool;
      this.#places.push(place);
    }
    this.#last = steps.length === 0 ? NONE : this.#place(steps.length - 1);
  }

  at(index: number): Place {
    return this.#places[index] ?? (index === this.#steps.length - 1 ? this.#last : NONE);
  }

  /** How many steps stand in the step of index `parent`; -1 for the top. */
  childrenOf(parent: number): number {
    const fixed = this.#children.get(parent) ?? 0;
    return this.#last.parent === parent && this.#steps.length > 0
      ? Math.max(fixed, this.#last.position)
      : fixed;
  }

  #place(index: number): Place {
    const step = this.#steps.item(index);
    if (step === undefined) return NONE;
    let parent = index - 1;
    while (parent >= 0 && (this.#steps.item(parent)?.depth ?? 0) >= step.depth)
      parent = this.at(parent).parent;
    return {
      parent,
      position: (this.#children.get(parent) ?? 0) + 1,
      tool: step.kind === 'tool' ? this.#tools + 1 : 0,
    };
  }
}
