import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { Word } from '../../core/geometry/word.ts';
import { joinList } from '../../core/joinList.ts';
import type { PageRecognizer } from '../../grounding/model.ts';
import { publicFetch } from '../../inference/publicFetch.ts';
import type { PagePart } from '../../ocr/model.ts';
import { createLanguageData, createPageReader } from '../../ocr/createPageReader.ts';
import type { LanguageData } from '../../ocr/languageData.ts';
import {
  LANGUAGE_PACKAGES,
  languageName,
  OCR_LANGUAGES,
  type FetchedLanguage,
  type OcrLanguage,
} from '../../ocr/languages.ts';
import { readerName, type PageReader } from '../../ocr/pageReader.ts';
import type { Notices } from '../shared/notices.ts';
import { configuredProxy, setting } from '../shared/settings.ts';
import { showProgress, showWarning } from '../shared/workbench.ts';
import { RecognitionProgress } from './recognitionProgress.ts';

/** The languages whose data the person has allowed to be fetched, in the memory of the extension. */
const ALLOWED = 'pagetrace.recognition.allowed';

export interface RecognitionDeps {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState'>;
  readonly notices: Pick<Notices, 'error'>;
  readonly trusted: () => boolean;
  /** Called when other languages were set after text was recognized: it is recognized again. */
  readonly changed: () => void;
}

/**
 * The data of languages.
 * @param mayFetch whether data that is not in the folder is fetched
 */
export type CreateData = (folder: string, mayFetch: boolean) => LanguageData;

type Reader = Pick<PageReader, 'name' | 'recognize' | 'kept' | 'close'>;
type CreateReader = (...args: Parameters<typeof createPageReader>) => Reader;

const createNpmData: CreateData = (folder, mayFetch) =>
  createLanguageData({ folder }, process.env, mayFetch ? publicFetch(configuredProxy()) : null);

/**
 * Recognizes the text of pages in the languages of the settings. Data of a language that is not here is fetched only
 * after the person has allowed that, which is remembered, and never in Restricted Mode.
 */
export class Recognition implements PageRecognizer {
  readonly #deps: RecognitionDeps;
  readonly #createData: CreateData;
  readonly #folder: string;
  /** Data that is here: nothing is fetched when a page is read. */
  readonly #present: LanguageData;
  readonly #progress = new RecognitionProgress();
  /** The pages that were recognized; their words are kept on disk. */
  readonly #pages = new Map<string, PagePart>();
  readonly #createReader: CreateReader;
  #reader: Reader | null = null;
  readonly #listening: vscode.Disposable;
  #isUsed = false;
  #preparing: Promise<boolean> | null = null;

  constructor(
    deps: RecognitionDeps,
    createData = createNpmData,
    createReader: CreateReader = createPageReader,
  ) {
    this.#deps = deps;
    this.#createData = createData;
    this.#createReader = createReader;
    this.#folder = vscode.Uri.joinPath(deps.context.globalStorageUri, 'recognition').fsPath;
    this.#present = createData(this.#folder, false);
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('pagetrace.recognition.languages')) void this.#changeLanguages();
    });
  }

  /** Whether the person has wanted to recognize the text of a page. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  get name(): string {
    return readerName(configuredLanguages());
  }

  readonly recognize: PageRecognizer['recognize'] = async (document, page, signal) => {
    const reader = this.#current();
    const words =
      (await reader.kept(page)) ??
      (await this.#progress.follow(t('{0}, page {1}', document.name, page.page), signal, (either) =>
        reader.recognize(document, page, either),
      ));
    this.#pages.set(`${reader.name} ${page.hash} ${page.page}`, page);
    return words;
  };

  /**
   * The words that were recognized on a page before, in the languages that are set now; none if it was not read.
   * @param hash of the document
   */
  async recall(hash: string, page: number): Promise<readonly Word[]> {
    const read = this.#pages.get(`${this.name} ${hash} ${page}`);
    return (read && (await this.#current().kept(read))) ?? [];
  }

  readonly close = async (): Promise<void> => {
    this.#listening.dispose();
    await this.#reader?.close();
  };

  /**
   * Makes sure that the data of the languages is here, after asking the person if it must be fetched. Errors are shown.
   * @returns whether it is
   */
  async prepare(): Promise<boolean> {
    this.#isUsed = true;
    this.#progress.restart();
    this.#preparing ??= this.#prepare()
      .catch(async (error: unknown) => {
        await this.#deps.notices.error(error);
        return false;
      })
      .finally(() => {
        this.#preparing = null;
      });
    return this.#preparing;
  }

  async #changeLanguages(): Promise<void> {
    if (!this.#isUsed) return;
    await this.prepare();
    this.#deps.changed();
  }

  async #prepare(): Promise<boolean> {
    const missing = await this.#present.missing(configuredLanguages());
    if (missing.length === 0) return true;
    const names = joinList(missing.map(languageName));
    if (!this.#deps.trusted()) {
      throw new PageTraceError(
        'untrusted',
        t('The data for recognizing {0} is not fetched in Restricted Mode.', names),
        { hint: t('Trust the workspace, and recognize the text again.') },
      );
    }
    const data = this.#createData(this.#folder, true);
    if (!(await this.#allow(missing, names, await data.registry()))) return false;
    await showProgress(
      t('Fetching the data for recognizing {0} ({1})', names, sizeOf(missing)),
      async (_report, token) => {
        const canceled = new AbortController();
        const listening = token.onCancellationRequested(() => {
          canceled.abort();
        });
        try {
          for (const language of missing) await data.find(language, canceled.signal);
        } finally {
          listening.dispose();
        }
      },
    );
    return true;
  }

  /** Whether the data of these languages may be fetched; asks the person if they have not allowed it before. */
  async #allow(missing: readonly FetchedLanguage[], names: string, registry: string): Promise<boolean> {
    const { globalState } = this.#deps.context;
    const allowed = globalState.get<readonly string[]>(ALLOWED, []);
    if (missing.every((language) => allowed.includes(language))) return true;
    const yes = t('Fetch');
    const packages = joinList(missing.map((language) => `@tesseract.js-data/${language}`));
    const answer = await showWarning(
      t('Fetch the data for recognizing {0}?', names),
      {
        modal: true,
        detail: t(
          'PageTrace fetches {0} ({1}) from {2} once, and checks the hash. Pages are not sent anywhere.',
          packages,
          sizeOf(missing),
          registry,
        ),
      },
      yes,
    );
    if (answer !== yes) return false;
    await globalState.update(ALLOWED, [...new Set([...allowed, ...missing])]);
    return true;
  }

  /** Reads pages in the languages that are set now. */
  #current(): Reader {
    const languages = configuredLanguages();
    if (this.#reader?.name === readerName(languages)) return this.#reader;
    void this.#reader?.close();
    this.#reader = this.#createReader({ languages, folder: this.#folder }, this.#present);
    return this.#reader;
  }
}

/** The languages of the settings; English if they name none that is known. */
function configuredLanguages(): readonly OcrLanguage[] {
  const named = setting('recognition.languages');
  const known = Array.isArray(named)
    ? OCR_LANGUAGES.filter((language) => named.includes(language)).sort(
        (one, other) => named.indexOf(one) - named.indexOf(other),
      )
    : [];
  return known.length === 0 ? ['eng'] : known;
}

function sizeOf(languages: readonly FetchedLanguage[]): string {
  const megabytes = languages.reduce((sum, language) => sum + LANGUAGE_PACKAGES[language].megabytes, 0);
  return t('{0} MB', wholeNumber(Math.ceil(megabytes)));
}
