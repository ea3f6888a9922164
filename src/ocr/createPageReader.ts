import path from 'node:path';
import { findOcrFiles } from './files.ts';
import { DEFAULT_REGISTRY, LanguageData } from './languageData.ts';
import type { OcrLanguage } from './languages.ts';
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
  /** The npm registry; the public one if not given. */
  readonly registry?: string | undefined;
}

/**
 * Recognizes the text of pages with the files that ship, and data of other languages that is fetched if it is wanted.
 * @throws PageTraceError `ocr-failed` if a file that ships is missing
 */
export function createPageReader({ languages, folder, given, registry }: PageReading): PageReader {
  const files = findOcrFiles();
  return new PageReader({
    languages,
    files,
    cache: new RecognitionCache(path.join(folder, 'pages')),
    data: new LanguageData({
      shipped: files.languages,
      folder: path.join(folder, 'languages'),
      given: given ?? null,
      registry: registry ?? DEFAULT_REGISTRY,
      fetch,
    }),
  });
}
