import type { Grounding } from '../core/grounding/model.ts';
import { rewardGrounding } from '../core/grounding/rewardGrounding.ts';
import type { CompositeText } from '../language/compositeSource.ts';
import type { PromptSource, SourceText } from '../language/model.ts';
import type { LanguageService } from '../language/service.ts';
import type { Feature, GivenFile, NamedFile } from './calls.ts';
import type { LanguageWorker } from './languageWorker.ts';

/** The files that trajectories name, as the language worker gets them. */
export interface NamedFiles {
  /** The prompt that `document` calls `name`; null if there is none or it cannot be read. Never rejects. */
  prompt(name: string, document: string): Promise<PromptSource | null>;
  /** The text of the composite reward that `document` calls `name`. Never rejects. */
  compositeText(name: string, document: string): Promise<CompositeText>;
  /** What the pages say of `document`, a trajectory, as far as it is known now. */
  grounding(document: string): Grounding | null;
}

/**
 * The most times that a request is sent: the second time with the files that the document was found to name, and the
 * third time with what the pages say, if its composite reward was found to read that.
 */
const MOST_ROUNDS = 3;

type GivenGrounding = Pick<Extract<GivenFile, { kind: 'grounding' }>, 'grounding' | 'edition'>;

/**
 * The language service of the worker. Its functions reject with PageTraceError `timeout` for a text that takes too long
 * or too much memory, and `cancelled` for one that is not needed any longer.
 */
export class TrajectoryFeatures {
  readonly #worker: LanguageWorker;
  readonly #files: NamedFiles;
  /** What a document needed when it was last read. */
  readonly #named = new Map<string, readonly NamedFile[]>();

  readonly #groundings = new WeakMap<Grounding, GivenGrounding>();
  #editions = 0;

  constructor(worker: LanguageWorker, files: NamedFiles) {
    this.#worker = worker;
    this.#files = files;
  }

  /** The service for requests that are dropped as soon as `isNeeded` returns false. */
  service(isNeeded: () => boolean): LanguageService {
    const request =
      <F extends Feature>(feature: F) =>
      (source: SourceText, ...args: unknown[]) =>
        this.#request(feature, source, args, isNeeded) as ReturnType<LanguageService[F]>;
    return {
      diagnostics: request('diagnostics'),
      hover: request('hover'),
      outline: request('outline'),
      foldings: request('foldings'),
      selections: request('selections'),
      semanticTokens: request('semanticTokens'),
      completions: request('completions'),
      tagPair: request('tagPair'),
      definition: request('definition'),
      references: request('references'),
      renamed: request('renamed'),
      rename: request('rename'),
      inlayHints: request('inlayHints'),
      fixes: request('fixes'),
      fixAll: request('fixAll'),
      status: request('status'),
      chooseDialect: request('chooseDialect'),
      scoreWithAllRewards: request('scoreWithAllRewards'),
      forget: (uri) => {
        this.forget(uri);
      },
    };
  }

  /** Discards the state of a closed document. */
  forget(uri: string): void {
    this.#named.delete(uri);
    this.#worker.forget(uri);
  }

  async #request(
    feature: Feature,
    source: SourceText,
    args: readonly unknown[],
    isNeeded: () => boolean,
  ): Promise<unknown> {
    let named = this.#named.get(source.uri) ?? [];
    for (let round = 1; ; round++) {
      const files = await Promise.all(named.map((file) => this.#read(file)));
      const answer = await this.#worker.check('feature', {
        document: source,
        settings: [source.kind, files],
        request: (thread) => ({ feature, source: this.#worker.unsent(source, thread), args, files }),
        isNeeded,
      });
      if (answer.needs === null) return answer.value;
      if (round === MOST_ROUNDS) throw new Error('A document names other files each time.');
      named = answer.needs;
      this.#named.set(source.uri, named);
    }
  }

  async #read(file: NamedFile): Promise<GivenFile> {
    const { kind, name, document } = file;
    switch (kind) {
      case 'prompt':
        return { kind, name, document, prompt: await this.#files.prompt(name, document) };
      case 'composite':
        return { kind, name, document, ...(await this.#files.compositeText(name, document)) };
      case 'grounding':
        return { kind, name, document, ...this.#given(this.#files.grounding(document)) };
    }
  }

  /** What is sent of a grounding: the same object as long as it is the same. */
  #given(grounding: Grounding | null): GivenGrounding {
    if (grounding === null) return { grounding: null, edition: 0 };
    const known = this.#groundings.get(grounding);
    if (known !== undefined) return known;
    const given = { grounding: rewardGrounding(grounding), edition: ++this.#editions };
    this.#groundings.set(grounding, given);
    return given;
  }
}
