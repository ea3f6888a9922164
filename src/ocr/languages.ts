import { t } from '@vscode/l10n';

/** The languages that text can be recognized in, by Tesseract's codes. */
export const OCR_LANGUAGES = ['eng', 'deu', 'chi_sim'] as const;
export type OcrLanguage = (typeof OCR_LANGUAGES)[number];

/** The language with Han characters. */
export const CHINESE = 'chi_sim' satisfies OcrLanguage;

/** A language whose data is fetched when it is first wanted; English ships. */
export type FetchedLanguage = Exclude<OcrLanguage, 'eng'>;

/** Whether the data of a language does not ship. */
export function isFetched(language: OcrLanguage): language is FetchedLanguage {
  return language !== 'eng';
}

/** The npm package with the data of a language. */
export interface LanguagePackage {
  readonly version: string;
  /** The `dist.integrity` of the registry. */
  readonly integrity: string;
  /** Of the packed package, in megabytes. */
  readonly megabytes: number;
}

export const LANGUAGE_PACKAGES: Readonly<Record<FetchedLanguage, LanguagePackage>> = {
  deu: {
    version: '1.0.0',
    integrity:
      'sha512-3ter1p2gFAiCd5CMC+PodZ9YY2UDomkKj+ytlKeeZqOUmhLx1SDnYPf5zog0g5MBbxYveW+8omI3PUflqHfZ4Q==',
    megabytes: 8.4,
  },
  chi_sim: {
    version: '1.0.0',
    integrity:
      'sha512-iuErURkPbECDUazgsLn/r3c+tU2y5o5S/w14d0A/YiagfsjYyZKgTo75RUpsGJ311qtu0dIX4hqnXAAjmqf2CA==',
    megabytes: 21.8,
  },
};

/** The name of a language for a person. */
export function languageName(language: OcrLanguage): string {
  switch (language) {
    case 'eng':
      return t('English');
    case 'deu':
      return t('German');
    case 'chi_sim':
      return t('Simplified Chinese');
  }
}

/** The name of the file with the data of a language. */
export function languageFileName(language: OcrLanguage): string {
  return `${language}.traineddata.gz`;
}
