import { parseTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import type { SourceText } from '../../language/model.ts';
import { regionsOf } from '../../language/regions.ts';
import { createLanguageService, type LanguageService } from '../../language/service.ts';
import type { Feature, FeatureAnswer, FeatureRequest, NamedFile } from '../calls.ts';
import { FileMissing, type GivenFiles } from './givenFiles.ts';
import type { ReceivedTexts } from './receivedTexts.ts';

type AnyFeature = (source: SourceText, ...args: readonly unknown[]) => Promise<unknown>;

/** The language service of the worker, over the documents and files that were sent. */
export class Features {
  readonly #texts: ReceivedTexts;
  readonly #files: GivenFiles;
  readonly #service: LanguageService;

  constructor(texts: ReceivedTexts, files: GivenFiles) {
    this.#texts = texts;
    this.#files = files;
    this.#service = createLanguageService(files);
  }

  async answer({ feature, source, args, files }: FeatureRequest): Promise<FeatureAnswer> {
    const document = this.#texts.complete(source);
    this.#files.use(files);
    try {
      // The function that sends a request has the types of the service.
      const service = this.#service as unknown as Record<Feature, AnyFeature>;
      return { needs: null, value: await service[feature](document, ...args) };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      return { needs: [...namedFiles(document), ...(error.file.kind === 'grounding' ? [error.file] : [])] };
    }
  }

  forget(uri: string): void {
    this.#service.forget(uri);
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
