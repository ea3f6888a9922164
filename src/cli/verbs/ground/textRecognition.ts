import os from 'node:os';
import path from 'node:path';
import { joinChoices } from '../../../core/joinList.ts';
import { findOcrFiles } from '../../../ocr/files.ts';
import { DEFAULT_REGISTRY, LanguageData } from '../../../ocr/languageData.ts';
import { OCR_LANGUAGES, type OcrLanguage } from '../../../ocr/languages.ts';
import { PageReader } from '../../../ocr/pageReader.ts';
import { RecognitionCache } from '../../../ocr/recognitionCache.ts';
import { UsageError } from '../../arguments/usageError.ts';

/** The options about text recognition. */
export const ocrOptions = {
  ocr: { type: 'boolean' },
  'ocr-language': { type: 'string' },
  'ocr-data': { type: 'string' },
} as const;

/**
 * Recognizes the text of pages as the options say, with a cache in the person's folder for caches.
 * @throws PageTraceError `bad-input` for an unknown language
 */
export function createPageReader(
  values: {
    readonly 'ocr-language'?: string | undefined;
    readonly 'ocr-data'?: string | undefined;
  },
  environment: NodeJS.ProcessEnv,
): PageReader {
  const files = findOcrFiles();
  const [english] = files.languages;
  if (english === undefined) throw new Error('English ships.');
  const languages = languagesOption(values['ocr-language']);
  const folder = cacheFolder(environment);
  return new PageReader({
    languages,
    files,
    cache: new RecognitionCache(path.join(folder, 'pages')),
    data: new LanguageData({
      english,
      folder: path.join(folder, 'languages'),
      given: values['ocr-data'] ?? null,
      registry: environment['npm_config_registry'] ?? DEFAULT_REGISTRY,
      fetch,
    }),
  });
}

function languagesOption(value: string | undefined): readonly OcrLanguage[] {
  if (value === undefined) return ['eng'];
  return value.split(/[+,]/).map((word) => {
    const language = OCR_LANGUAGES.find((each) => each === word.trim());
    if (language !== undefined) return language;
    throw new UsageError(
      `--ocr-language must be ${joinChoices(OCR_LANGUAGES)}, or several of them separated by commas, not "${word}".`,
    );
  });
}

/** Where caches of the person belong, by the XDG Base Directory Specification. */
function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const base = environment['XDG_CACHE_HOME'];
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'),
    'pagetrace',
  );
}
