import type { Span } from '../span.ts';
import type { Step } from './model.ts';
import type { PartMaker } from './openParts.ts';
import type { Place, StructuredReading } from './structuredReading.ts';

/** A turn of the environment that has begun. */
interface OpenTurn {
  /** e.g. `user`. */
  readonly role: string;
  readonly open: Span;
  /** Its index among the steps. */
  readonly step: number;
}

/** The model's role in chat marks. */
const MODEL_ROLE = 'assistant';

/** Turns of the environment between chat marks in the text. Their content is not read as the model's. */
export class Turns {
  readonly #maker: PartMaker;
  readonly #reading: StructuredReading;
  readonly #steps: Step[];
  #turn: OpenTurn | null = null;

  /** Adds steps to `steps`. */
  constructor(maker: PartMaker, reading: StructuredReading, steps: Step[]) {
    this.#maker = maker;
    this.#reading = reading;
    this.#steps = steps;
  }

  get isOpen(): boolean {
    return this.#turn !== null;
  }

  /** Begins the turn of `role`, unless it is the model's own; returns whether it did. */
  begin(role: string, open: Span): boolean {
    if (role === MODEL_ROLE) return false;
    this.#turn = { role, open, step: this.#steps.length };
    this.#steps.push(
      this.#maker.observationStep(this.#turn.step, turnPlace(this.#turn, open.end, null, false)),
    );
    return true;
  }

  /** Ends the open turn, if there is one. */
  close(contentEnd: number, close: Span | null): void {
    const turn = this.#turn;
    if (turn === null) return;
    this.#turn = null;
    const place = turnPlace(turn, contentEnd, close, false);
    this.#steps[turn.step] = this.#maker.observationStep(turn.step, place);
    this.#reading.close(place);
  }

  /** The open turn as it reads so far, ending at `end`. */
  open(end: number): { readonly step: Step; readonly place: Place } | null {
    const turn = this.#turn;
    if (turn === null) return null;
    const place = turnPlace(turn, end, null, true);
    return { step: this.#maker.observationStep(turn.step, place), place };
  }
}

function turnPlace(
  { role, open: mark }: OpenTurn,
  contentEnd: number,
  close: Span | null,
  open: boolean,
): Place {
  const span = { start: mark.start, end: close?.end ?? contentEnd };
  const body = { start: mark.end, end: contentEnd };
  return { kind: 'observation', name: role, speaker: 'environment', span, body, open };
}
