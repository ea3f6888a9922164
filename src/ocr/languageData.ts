import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { throwIfCancelled } from '../core/throwIfCancelled.ts';
import { makeFolder } from '../documents/makeFolder.ts';
import { replaceFile } from '../documents/replaceFile.ts';
import {
  isFetched,
  LANGUAGE_PACKAGES,
  languageFileName,
  languageName,
  type FetchedLanguage,
  type LanguagePackage,
  type OcrLanguage,
} from './languages.ts';
import type { LanguageFile } from './model.ts';
import { findInTar } from './tarFile.ts';

/** The folder of a package that holds the data of Tesseract's neural network alone. */
const FOLDER_IN_PACKAGE = 'package/4.0.0_best_int';

const MEGABYTE = 1024 * 1024;

/** Gets a file from a web address, as `fetch` does. */
export type FetchPackage = (
  url: string,
  init: { readonly signal: AbortSignal },
) => Promise<{
  readonly status: number;
  readonly ok: boolean;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

export interface LanguageDataOptions {
  /** The files that ship. */
  readonly shipped: readonly LanguageFile[];
  /** Where fetched files are kept. */
  readonly folder: string;
  /** A folder of the person with data files (`deu.traineddata.gz`), which are used instead of fetching them. */
  readonly given: string | null;
  /**
   * The address of the npm registry that packages are fetched from, ending with `/`; asked for when one is wanted.
   * @throws PageTraceError `ocr-failed` if there is none
   */
  readonly registry: () => Promise<string>;
  /** Null if nothing may be fetched. */
  readonly fetch: FetchPackage | null;
  /** Milliseconds that fetching a package may take. */
  readonly deadline?: number;
  /** The most bytes of a package, packed and unpacked. */
  readonly mostBytes?: number;
  readonly packages?: Readonly<Record<FetchedLanguage, Pick<LanguagePackage, 'version' | 'integrity'>>>;
}

/** Whether the registry refused access to a package: 401 without credentials, 403 whatever they are. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error.cause === 401 || error.cause === 403);
}

/** The data files of languages. A file that is not there is fetched when it is first wanted, if that is allowed, and kept. */
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
   * The address of the registry that packages are fetched from.
   * @throws PageTraceError `ocr-failed` if there is none
   */
  registry(): Promise<string> {
    return this.#options.registry();
  }

  /** The languages of which no data is here. */
  async missing(languages: readonly OcrLanguage[]): Promise<readonly FetchedLanguage[]> {
    const found = await Promise.all(languages.map((language) => this.#present(language)));
    return languages.filter(isFetched).filter((language) => found[languages.indexOf(language)] === null);
  }

  /**
   * The data file of a language.
   * @param signal ends fetching it; not used if the file is there, or is being fetched already
   * @throws PageTraceError `ocr-failed` if it is not there, and may not or cannot be fetched, or is not what it should be;
   * `cancelled`
   */
  async find(language: OcrLanguage, signal?: AbortSignal): Promise<LanguageFile> {
    const present = await this.#present(language);
    if (present !== null) return present;
    if (!isFetched(language)) throw new Error('English ships.');
    let fetching = this.#fetching.get(language);
    if (fetching === undefined) {
      fetching = this.#fetch(language, signal).finally(() => {
        this.#fetching.delete(language);
      });
      this.#fetching.set(language, fetching);
    }
    return { code: language, file: await fetching };
  }

  async #present(language: OcrLanguage): Promise<LanguageFile | null> {
    const { shipped, given, folder } = this.#options;
    const present = shipped.find(({ code }) => code === language);
    if (present !== undefined) return present;
    for (const place of [given, folder]) {
      if (place === null) continue;
      const file = path.join(place, languageFileName(language));
      if ((await fs.stat(file).catch(() => null))?.isFile() === true) return { code: language, file };
    }
    return null;
  }

  async #fetch(language: FetchedLanguage, signal: AbortSignal | undefined): Promise<string> {
    const { packages, folder, registry, mostBytes, fetch } = this.#options;
    if (fetch === null) {
      throw new PageTraceError(
        'ocr-failed',
        t('The data for recognizing {0} is not on this computer.', languageName(language)),
        { hint: t('Recognize the text again, and allow that it is fetched.') },
      );
    }
    const { version, integrity } = packages[language];
    const url = new URL(`@tesseract.js-data/${language}/-/${language}-${version}.tgz`, await registry()).href;
    try {
      const packed = await this.#download(fetch, url, signal);
      if (`sha512-${createHash('sha512').update(packed).digest('base64')}` !== integrity) {
        throw new Error(t('What {0} sent is not the package that was expected.', url));
      }
      const archive = await promisify(gunzip)(packed, { maxOutputLength: mostBytes });
      const data = findInTar(archive, `${FOLDER_IN_PACKAGE}/${languageFileName(language)}`);
      if (data === null) throw new Error(t('The package of {0} lacks the data.', url));
      const file = path.join(folder, languageFileName(language));
      await makeFolder(folder);
      await replaceFile(file, data);
      return file;
    } catch (error) {
      throwIfCancelled(signal);
      if (isPageTraceError(error) && error.reason !== 'ocr-failed') throw error;
      throw new PageTraceError(
        'ocr-failed',
        t('The data for recognizing {0} could not be fetched from {1}.', languageName(language), url),
        {
          hint: isRefusal(error)
            ? t(
                'The registry refused access, and PageTrace does not sign in to registries: put the file {0} into {1}, or set npm_config_registry to a registry that needs no sign-in.',
                languageFileName(language),
                folder,
              )
            : t('Check the network, or put the file {0} into {1}.', languageFileName(language), folder),
          said: error instanceof Error ? error.message : String(error),
        },
      );
    }
  }

  async #download(fetch: FetchPackage, url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { deadline, mostBytes } = this.#options;
    const late = AbortSignal.timeout(deadline);
    const response = await fetch(url, {
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    if (!response.ok || response.body === null) {
      throw new Error(`HTTP ${response.status}`, { cause: response.status });
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body) {
      length += part.length;
      if (length > mostBytes) throw new Error(t('It is larger than {0} MB.', mostBytes / MEGABYTE));
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}
