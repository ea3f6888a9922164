import { ACTION_KINDS } from '../../../src/core/trajectory/actionKinds.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';

/** The place of a step in the outline. */
export interface Place {
  /** Index of the step that contains it; -1 at the top level. */
  readonly parent: number;
  /** Number among its siblings, from 1. */
  readonly position: number;
  /** Number among the model's actions (tool calls, searches, zooms), from 1; 0 for other steps. */
  readonly action: number;
  /** In a dialect with turns, the number of the turn that begins here, from 1; 0 for other steps. */
  readonly turn: number;
}

const NONE: Place = { parent: -1, position: 0, action: 0, turn: 0 };

/** The outline of a growing list of steps. Each step is placed once, except the last one, which may still change. */
export class Outline {
  readonly #places: Place[] = [];
  readonly #children = new Map<number, number>();
  readonly #begins: string | null;
  #actions = 0;
  #turns = 0;
  #steps: ListView<Step> = { length: 0, item: () => undefined };
  #last: Place = NONE;

  /** @param begins name of the block that begins every turn; null if there are no turns */
  constructor(begins: string | null = null) {
    this.#begins = begins;
  }

  /** Adds `steps`, which begin with those of the last call. */
  extend(steps: ListView<Step>): void {
    this.#steps = steps;
    for (let index = this.#places.length; index < steps.length - 1; index++) {
      const place = this.#place(index);
      this.#children.set(place.parent, place.position);
      if (place.action > 0) this.#actions = place.action;
      if (place.turn > 0) this.#turns = place.turn;
      this.#places.push(place);
    }
    this.#last = steps.length === 0 ? NONE : this.#place(steps.length - 1);
  }

  at(index: number): Place {
    return this.#places[index] ?? (index === this.#steps.length - 1 ? this.#last : NONE);
  }

  /** How many steps are directly inside the step with index `parent`; -1 for the top level. */
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
      action: ACTION_KINDS.has(step.kind) ? this.#actions + 1 : 0,
      turn: step.depth === 0 && step.name === this.#begins ? this.#turns + 1 : 0,
    };
  }
}
