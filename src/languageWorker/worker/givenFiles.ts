import type { RewardGrounding } from '../../core/grounding/rewardGrounding.ts';
import { readCompositeSource } from '../../language/compositeSource.ts';
import type { CompositeSource, LanguageWorkspace, PromptSource } from '../../language/model.ts';
import type { GivenFile, NamedComposite, NamedFile } from '../calls.ts';

/** Thrown when the language service needs something that it was not given. */
export class FileMissing extends Error {
  readonly file: NamedFile;

  constructor(file: NamedFile) {
    super();
    this.file = file;
  }
}

type GivenGrounding = Extract<GivenFile, { kind: 'grounding' }>;

/** The most files that are remembered. */
const MOST_FILES = 200;

/**
 * The files that came with a request, as a workspace of the language service. A file is the same object as long as its
 * text is the same.
 */
export class GivenFiles implements LanguageWorkspace {
  #given = new Map<string, GivenFile>();
  readonly #prompts = new Map<string, PromptSource>();
  readonly #composites = new Map<string, CompositeSource>();
  readonly #groundings = new Map<string, Pick<GivenGrounding, 'grounding' | 'edition'>>();

  /** Uses these files until the next request. */
  use(files: readonly GivenFile[]): void {
    this.#given = new Map(files.map((file) => [keyOf(file), file]));
  }

  prompt(name: string, document: string): Promise<PromptSource | null> {
    const asked: NamedFile = { kind: 'prompt', name, document };
    const file = this.#given.get(keyOf(asked));
    if (file?.kind !== 'prompt') return Promise.reject(new FileMissing(asked));
    const { prompt } = file;
    if (prompt === null) return Promise.resolve(null);
    const key = JSON.stringify([prompt.name, prompt.uri]);
    const known = this.#prompts.get(key);
    if (known?.text === prompt.text) return Promise.resolve(known);
    remember(this.#prompts, key, prompt);
    return Promise.resolve(prompt);
  }

  composite(name: string, document: string): Promise<CompositeSource> {
    const asked: NamedFile = { kind: 'composite', name, document };
    const file = this.#given.get(keyOf(asked));
    if (file?.kind !== 'composite') return Promise.reject(new FileMissing(asked));
    return Promise.resolve(this.readComposite(file));
  }

  grounding(document: string): Promise<RewardGrounding | null> {
    const asked: NamedFile = { kind: 'grounding', name: '', document };
    const file = this.#given.get(keyOf(asked));
    if (file?.kind !== 'grounding') return Promise.reject(new FileMissing(asked));
    const known = this.#groundings.get(document);
    if (known?.edition === file.edition) return Promise.resolve(known.grounding);
    remember(this.#groundings, document, file);
    return Promise.resolve(file.grounding);
  }

  /** The composite reward with this text: the same object as long as the text is the same. */
  readComposite({ name, text, fault }: NamedComposite): CompositeSource {
    const key = JSON.stringify([name, text, fault]);
    const known = this.#composites.get(key);
    if (known !== undefined) return known;
    const source = readCompositeSource(name, { text, fault });
    remember(this.#composites, key, source);
    return source;
  }
}

const keyOf = ({ kind, name, document }: NamedFile): string => JSON.stringify([kind, name, document]);

function remember<T>(files: Map<string, T>, key: string, file: T): void {
  const [oldest] = files.keys();
  if (oldest !== undefined && files.size >= MOST_FILES) files.delete(oldest);
  files.set(key, file);
}
