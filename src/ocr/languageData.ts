import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { replaceFile } from '../documents/replaceFile.ts';
import {
  LANGUAGE_PACKAGES,
  languageFileName,
  languageName,
  type LanguagePackage,
  type OcrLanguage,
} from './languages.ts';
import type { LanguageFile } from './model.ts';
import { findInTar } from './tarFile.ts';

/** The registry of packages if the person has configured none. */
export const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** The folder of a package that holds the data of Tesseract's neural network alone. */
const FOLDER_IN_PACKAGE = 'package/4.0.0_best_int';

const MEGABYTE = 1024 * 1024;

export interface LanguageDataOptions {
  /** The files that ship. */
  readonly shipped: readonly LanguageFile[];
  /** Where fetched files are kept. */
  readonly folder: string;
  /** A folder of the person with data files (`deu.traineddata.gz`), which are used instead of fetching them. */
  readonly given: string | null;
  /** The npm registry that packages are fetched from. */
  readonly registry: string;
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** Milliseconds that fetching a package may take. */
  readonly deadline?: number;
  /** The most bytes of a package, packed and unpacked. */
  readonly mostBytes?: number;
  readonly packages?: Readonly<Record<Exclude<OcrLanguage, 'eng'>, LanguagePackage>>;
}

/** The data files of languages. A file that is not there is fetched when it is first wanted, and kept. */
export class LanguageData {
  readonly #options: Required<LanguageDataOptions>;
  readonly #fetching = new Map<OcrLanguage, Promise<string>>();

  constructor(options: LanguageDataOptions) {
    this.#options = {
      deadline: 300_000,
      mostBytes: 64 * MEGABYTE,
      packages: LANGUAGE_PACKAGES,
      ...options,
    };
  }

  /**
   * The data file of a language.
   * @throws PageTraceError `ocr-failed` if it cannot be fetched, or is not what it should be
   */
  async find(language: OcrLanguage): Promise<LanguageFile> {
    const { shipped, given, folder } = this.#options;
    const present = shipped.find(({ code }) => code === language);
    if (present !== undefined) return present;
    if (language === 'eng') throw new Error('English ships.');
    for (const place of [given, folder]) {
      if (place === null) continue;
      const file = path.join(place, languageFileName(language));
      if ((await fs.stat(file).catch(() => null))?.isFile() === true) return { code: language, file };
    }
    let fetching = this.#fetching.get(language);
    if (fetching === undefined) {
      fetching = this.#fetch(language).finally(() => {
        this.#fetching.delete(language);
      });
      this.#fetching.set(language, fetching);
    }
    return { code: language, file: await fetching };
  }

  async #fetch(language: Exclude<OcrLanguage, 'eng'>): Promise<string> {
    const { packages, folder, registry, mostBytes } = this.#options;
    const { version, integrity } = packages[language];
    const url = new URL(
      `@tesseract.js-data/${language}/-/${language}-${version}.tgz`,
      registry.endsWith('/') ? registry : `${registry}/`,
    ).href;
    try {
      const packed = await this.#download(url);
      if (`sha512-${createHash('sha512').update(packed).digest('base64')}` !== integrity) {
        throw new Error(t('What {0} sent is not the package that was expected.', url));
      }
      const archive = await promisify(gunzip)(packed, { maxOutputLength: mostBytes });
      const data = findInTar(archive, `${FOLDER_IN_PACKAGE}/${languageFileName(language)}`);
      if (data === null) throw new Error(t('The package of {0} lacks the data.', url));
      const file = path.join(folder, languageFileName(language));
      await fs.mkdir(folder, { recursive: true });
      await replaceFile(file, data);
      return file;
    } catch (error) {
      if (isPageTraceError(error) && error.reason !== 'ocr-failed') throw error;
      throw new PageTraceError(
        'ocr-failed',
        t('The data for recognizing {0} could not be fetched from {1}.', languageName(language), url),
        {
          hint: t('Check the network, or name a folder that has the file {0}.', languageFileName(language)),
          said: error instanceof Error ? error.message : String(error),
        },
      );
    }
  }

  async #download(url: string): Promise<Uint8Array> {
    const { fetch, deadline, mostBytes } = this.#options;
    const response = await fetch(url, { signal: AbortSignal.timeout(deadline) });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    const body: AsyncIterable<Uint8Array> = response.body;
    for await (const part of body) {
      length += part.length;
      if (length > mostBytes) throw new Error(t('It is larger than {0} MB.', mostBytes / MEGABYTE));
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}
