import path from 'node:path';
import { findOcrFiles } from './files.ts';
import { LanguageData, type FetchPackage } from './languageData.ts';
import type { OcrLanguage } from './languages.ts';
import { npmRegistry } from './npmRegistry.ts';
import { PageReader } from './pageReader.ts';
import { RecognitionCache } from './recognitionCache.ts';

/** How text of pages is recognized. */
export interface PageReading {
  /** The languages of the pages, the most likely first. */
  readonly languages: readonly OcrLanguage[];
  /** Where recognized pages and the data of languages are kept. */
  readonly folder: string;
  /** A folder of the person with data of languages; none if not given. */
  readonly given?: string | undefined;
}

/** The data of languages that ships, that is in the folders, or that is fetched. */
export function createLanguageData(
  { folder, given }: Pick<PageReading, 'folder' | 'given'>,
  environment: NodeJS.ProcessEnv,
  fetch: FetchPackage | null,
): LanguageData {
  return new LanguageData({
    shipped: findOcrFiles().languages,
    folder: path.join(folder, 'languages'),
    given: given ?? null,
    registry: () => npmRegistry(environment),
    fetch,
  });
}

/**
 * Recognizes the text of pages with the files that ship and data of languages.
 * @throws PageTraceError `ocr-failed` if a file that ships is missing
 */
export function createPageReader({ languages, folder }: PageReading, data: LanguageData): PageReader {
  return new PageReader({
    languages,
    files: findOcrFiles(),
    cache: new RecognitionCache(path.join(folder, 'pages')),
    data,
  });
}
