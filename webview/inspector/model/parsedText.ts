import { IMAGE_TOKENS } from '../../../src/core/trajectory/imageTokens.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step, Token, ToolCall, Trajectory } from '../../../src/core/trajectory/model.ts';
import type { Part } from '../../../src/core/trajectory/partModel.ts';
import { trajectoryViews, type TrajectoryViews } from '../../../src/core/trajectory/partialTrajectory.ts';
import type { TextStore } from '../../../src/core/trajectory/textStore.ts';
import type { TextChunks } from './textChunks.ts';

/** The result of parsing one version of a sample's text. Lists are views, without copies. */
export class ParsedText {
  /** Increases with every change of the text. */
  readonly version: number;
  /** Increases when the text was changed elsewhere than at its end. */
  readonly edition: number;
  /** The sample's live text, which continues to grow, like its chunks. */
  readonly text: TextStore;
  readonly chunks: TextChunks;
  /** False while more text may come. */
  readonly complete: boolean;
  readonly #views: TrajectoryViews;
  #imageTokens: readonly number[] | null = null;

  constructor(trajectory: Trajectory, version: number, edition: number, text: TextStore, chunks: TextChunks) {
    this.complete = trajectory.complete;
    this.#views = trajectoryViews(trajectory);
    this.version = version;
    this.edition = edition;
    this.text = text;
    this.chunks = chunks;
  }

  /** Where what stands for an image begins in the text, in order. */
  get imageTokens(): readonly number[] {
    return (this.#imageTokens ??= Array.from(
      this.text.toString().matchAll(IMAGE_TOKENS),
      ({ index }) => index,
    ));
  }

  get tokens(): ListView<Token> {
    return this.#views.tokens;
  }

  get tools(): ListView<ToolCall> {
    return this.#views.tools;
  }

  get steps(): ListView<Step> {
    return this.#views.steps;
  }

  get parts(): ListView<Part> {
    return this.#views.parts;
  }
}
