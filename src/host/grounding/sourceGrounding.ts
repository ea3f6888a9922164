import type * as vscode from 'vscode';
import type { Grounding } from '../../core/grounding/model.ts';
import { completeGrounding, type GroundingShown } from '../../protocol/grounding.ts';
import type { ToInspector } from '../../protocol/inspector.ts';
import type { GroundedSource, SourceGroundingDeps } from './groundSource.ts';
import type { ShownGrounding } from './shownGrounding.ts';

/** The claims of the samples of one source; what finds them is loaded when a sample is first in view. */
export class SourceGrounding implements vscode.Disposable {
  readonly #deps: SourceGroundingDeps;
  readonly #source: GroundedSource;
  #loading: Promise<ShownGrounding> | null = null;
  #loaded: ShownGrounding | null = null;
  #isDisposed = false;

  constructor(deps: SourceGroundingDeps, source: GroundedSource) {
    this.#deps = deps;
    this.#source = source;
  }

  /** What is known of a sample; nothing if it was never in view. */
  shown(sample: number): GroundingShown {
    return this.#loaded?.shown(sample) ?? { kind: 'none' };
  }

  /** What the pages say of a sample whose text is complete; null if it is not known. */
  complete(sample: number): Grounding | null {
    return completeGrounding(this.shown(sample));
  }

  /** Grounds a sample that is in view, unless that was done. */
  ground(sample: number): void {
    void this.#load().then((grounding) => {
      if (!this.#isDisposed) grounding.ground(sample);
    });
  }

  /** Records a message to the inspector: the text or the images of a sample may have changed. */
  follow(message: ToInspector): void {
    this.#loaded?.follow(message);
  }

  /** Reads pages without text by text recognition, from now on. */
  recognizeText(): void {
    void this.#loaded?.recognizeText();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.dispose();
  }

  #load(): Promise<ShownGrounding> {
    this.#loading ??= import('./groundSource.ts').then(({ groundSource }) => {
      this.#loaded = groundSource(this.#deps, this.#source);
      if (this.#isDisposed) this.#loaded.dispose();
      return this.#loaded;
    });
    return this.#loading;
  }
}
