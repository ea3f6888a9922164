import { joinChoices } from '../../core/joinList.ts';
import type { PageReading } from '../../ocr/createPageReader.ts';
import { OCR_LANGUAGES, type OcrLanguage } from '../../ocr/languages.ts';
import type { PageRecognizer } from '../../grounding/model.ts';
import { cacheFolder } from '../arguments/cacheFolder.ts';
import { UsageError } from '../arguments/usageError.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options about text recognition. */
export const ocrOptions = {
  ocr: { type: 'boolean' },
  'ocr-language': { type: 'string' },
  'ocr-data': { type: 'string' },
} as const;

/**
 * How text of pages is recognized, as the options say, with a cache in the person's folder for caches.
 * @throws PageTraceError `bad-input` for an unknown language
 */
export function readOcrOptions(
  values: {
    readonly 'ocr-language'?: string | undefined;
    readonly 'ocr-data'?: string | undefined;
  },
  environment: NodeJS.ProcessEnv,
): PageReading {
  return {
    languages: languagesOption(values['ocr-language']),
    folder: cacheFolder(environment),
    given: values['ocr-data'],
  };
}

/** Reads pages with `recognizer`, and shows on a terminal which page is being read: one takes seconds. */
export function showPages(recognizer: PageRecognizer, { count }: Pick<Terminal, 'count'>): PageRecognizer {
  return {
    name: recognizer.name,
    recognize: (document, page, signal) => {
      count(`Recognizing the text of page ${page.page} of ${document.name}`);
      return recognizer.recognize(document, page, signal);
    },
    close: () => recognizer.close(),
  };
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
