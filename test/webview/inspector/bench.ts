import { Advantages } from '../../../webview/inspector/model/advantages.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import type { Engine } from '../../../webview/inspector/model/engine.ts';
import { InspectorModel } from '../../../webview/inspector/model/inspectorModel.ts';
import { Probabilities } from '../../../webview/inspector/model/probabilities.ts';
import type { FrameClock } from '../../../webview/shared/clock.ts';
import type { UiState } from '../../../webview/inspector/model/uiState.ts';
import type { FromInspector, InspectorState } from '../../../src/protocol/inspector.ts';

/** A clock whose frames and timers the test controls. */
export class HandClock implements FrameClock {
  time = 0;
  readonly frames: (() => void)[] = [];
  readonly timers = new Map<() => void, number>();

  now(): number {
    return this.time;
  }

  frame(work: () => void): void {
    this.frames.push(work);
  }

  later(work: () => void, milliseconds: number): () => void {
    this.timers.set(work, this.time + milliseconds);
    return () => {
      this.timers.delete(work);
    };
  }

  /** Draws one frame. */
  draw(): void {
    for (const work of this.frames.splice(0)) work();
  }

  /** Advances the clock. */
  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const [work, at] of [...this.timers]) {
      if (at > this.time) continue;
      this.timers.delete(work);
      work();
    }
  }
}

/** Counts of the calls to the core. */
export interface Work {
  scorings: number;
  scoredCharacters: number;
  parsers: number;
  parsedCharacters: number;
  checkings: number;
}

/** The engine of the core, which counts its calls. */
export function countingEngine(): { readonly engine: Engine; readonly work: Work } {
  const work: Work = { scorings: 0, scoredCharacters: 0, parsers: 0, parsedCharacters: 0, checkings: 0 };
  const counted = coreEngine.profiles.map((profile) => ({
    ...profile,
    score: (text: string, context: Parameters<typeof profile.score>[1]) => {
      work.scorings += 1;
      work.scoredCharacters += text.length;
      return profile.score(text, context);
    },
  }));
  const engine: Engine = {
    parser(context) {
      work.parsers += 1;
      const parser = coreEngine.parser(context);
      return {
        append(text) {
          work.parsedCharacters += text.length;
          parser.append(text);
        },
        end() {
          parser.end();
        },
        read: () => parser.read(),
      };
    },
    checks(trajectory) {
      work.checkings += 1;
      return coreEngine.checks(trajectory);
    },
    thoughts: (trajectory) => coreEngine.thoughts(trajectory),
    profiles: counted,
    profile: (name) => counted.find((profile) => profile.name === name) ?? coreEngine.profile(name),
  };
  return { engine, work };
}

/** The probabilities of tokens, hidden at first, as an extension that answers with `answers` sends them. */
export function probabilitiesOf(answers: Readonly<Record<string, unknown>> = {}): Probabilities {
  return new Probabilities({
    client: { call: (method) => Promise.resolve(answers[method] as never) },
    shown: false,
    keep: () => undefined,
  });
}

/** The advantages of the samples of a model, hidden at first, of an extension that answers with `answers`. */
export function advantagesOf(
  model: InspectorModel,
  answers: Readonly<Record<string, unknown>> = { groupParts: null },
): Advantages {
  return new Advantages({
    model,
    client: { call: (method) => Promise.resolve(answers[method] as never) },
    shown: false,
    keep: () => undefined,
  });
}

export interface Bench {
  readonly model: InspectorModel;
  readonly clock: HandClock;
  readonly work: Work;
  readonly posted: FromInspector[];
  readonly kept: UiState[];
}

/** An inspector's model with its own clock, which has received `state` if it is given. */
export function bench(state?: InspectorState, ui?: UiState): Bench {
  const clock = new HandClock();
  const { engine, work } = countingEngine();
  const posted: FromInspector[] = [];
  const kept: UiState[] = [];
  const model = new InspectorModel({
    engine,
    clock,
    post: (message) => posted.push(message),
    keep: (next) => kept.push(next),
    ...(ui === undefined ? {} : { ui }),
  });
  if (state !== undefined) model.receive({ type: 'state', state });
  return { model, clock, work, posted, kept };
}
