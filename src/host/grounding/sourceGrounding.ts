import type * as vscode from 'vscode';
import type { ImageSource, TrajectoryInfo } from '../../core/records/model.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import type { ToInspector } from '../../protocol/inspector.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import type { GroundingServices } from './groundings.ts';
import type { ShownGrounding } from './shownGrounding.ts';

/** What grounding needs to know of an inspector's source, as it is now. */
export interface GroundedSource {
  /** The file that contains it; null for a question. */
  readonly uri: vscode.Uri | null;
  /** Milliseconds for which changes of a text are collected before it is grounded again. */
  readonly rests: number;
  /** The file at a path of the record, where it is now. */
  readonly resolve: (reference: string) => vscode.Uri;
  readonly info: () => TrajectoryInfo;
  readonly response: (sample: number) => string | null;
  readonly isRunning: (sample: number) => boolean;
  readonly dialect: () => DialectName;
  readonly toolNames: () => readonly string[] | null;
  /** The images of the request; sizes are in pixels, null if not known. */
  readonly images: () => readonly (ImageSource & {
    readonly width: number | null;
    readonly height: number | null;
  })[];
  readonly send: (message: ToInspector) => void;
}

/** What grounding needs from the extension. */
export interface SourceGroundingDeps {
  readonly groundings: GroundingServices;
  readonly permitFile: PermitFile;
}

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
    this.#loaded?.recognizeText();
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
