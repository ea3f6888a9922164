import { parseTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import type { SourceText } from '../../language/model.ts';
import { regionsOf } from '../../language/regions.ts';
import { createLanguageService, type LanguageService } from '../../language/service.ts';
import type { Feature, FeatureAnswer, FeatureRequest, NamedFile, SentSource } from '../calls.ts';
import { FileMissing, type GivenFiles } from './givenFiles.ts';

type AnyFeature = (source: SourceText, ...args: readonly unknown[]) => Promise<unknown>;

/** The language service of the worker, over the documents and files that were sent. */
export class Features {
  readonly #files: GivenFiles;
  readonly #service: LanguageService;
  readonly #sources = new Map<string, SourceText>();

  constructor(files: GivenFiles) {
    this.#files = files;
    this.#service = createLanguageService(files);
  }

  async answer({ feature, source, args, files }: FeatureRequest): Promise<FeatureAnswer> {
    const document = this.#textOf(source);
    this.#files.use(files);
    try {
      // The function that sends a request has the types of the service.
      const service = this.#service as unknown as Record<Feature, AnyFeature>;
      return { needs: null, value: await service[feature](document, ...args) };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      return { needs: namedFiles(document) };
    }
  }

  forget(uri: string): void {
    this.#sources.delete(uri);
    this.#service.forget(uri);
  }

  #textOf({ text, ...source }: SentSource): SourceText {
    if (text !== null) this.#sources.set(source.uri, { ...source, text });
    const known = this.#sources.get(source.uri);
    if (known?.version !== source.version) throw new Error('The text of a document was not sent.');
    return known;
  }
}

/** The prompts and composite rewards that the trajectories of a document name. */
function namedFiles(source: SourceText): readonly NamedFile[] {
  const files = regionsOf(source).flatMap(({ text }): NamedFile[] => {
    const { prompt, reward } = parseTrajectoryFile(text).info;
    return [
      ...(prompt === null ? [] : [{ kind: 'prompt' as const, name: prompt, document: source.uri }]),
      ...(reward === null || isProfileName(reward)
        ? []
        : [{ kind: 'composite' as const, name: reward, document: source.uri }]),
    ];
  });
  return [...new Map(files.map((file) => [JSON.stringify(file), file])).values()];
}
