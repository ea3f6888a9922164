import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PromptFinding } from '../../core/prompts/lint/model.ts';
import { trainerOfFolder } from '../../asking/trainerFolder.ts';
import { asPageTraceError, isPageTraceError } from '../../core/errors.ts';
import { PROMPT_MAP_FILE } from '../../core/prompts/promptMapName.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import { TRAINERS, type Trainer } from '../../core/rewards/trainers.ts';
import type { ScoredReward } from '../../language/prompt/promptLanguage.ts';
import type { DocumentText, NamedReward, SentLintSettings } from '../../languageWorker/calls.ts';
import type { PromptFeatures } from '../../languageWorker/promptFeatures.ts';
import type { PythonRewards } from '../rewards/pythonRewards.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import type { FilePermissions } from '../shared/filePermissions.ts';
import { setting } from '../shared/settings.ts';
import { toRange, uncheckedDiagnostic, workspaceEdit, vscodeDiagnostic } from '../shared/editorValues.ts';
import type { LanguageThread } from '../shared/languageThread.ts';
import { allowAction, mappedPrompt, withheldDiagnostic, type MappedPrompt } from './mapFile.ts';
import { isPromptDocument, PROMPT_SELECTOR } from './promptDocuments.ts';
import { OpenDocumentProblems } from '../shared/openDocumentProblems.ts';
import { markdownString } from '../shared/workbench.ts';
import { plainText } from '../../core/plainText.ts';

const OFF = 'lint.off';
const TRAINER = 'lint.trainer';

export interface PromptLintDeps {
  readonly extensionUri: vscode.Uri;
  /** The worker that checks the prompts. */
  readonly language: Pick<LanguageThread, 'worker' | 'forget'>;
  /** Milliseconds without typing before a prompt is read again. */
  readonly debounce: number;
  /** Tokens that the model in use takes; null if none is known. */
  readonly modelLength: () => number | null;
  /** The composite rewards that prompts name. */
  readonly composites: CompositeFiles;
  /** The Python rewards that map files name. */
  readonly python: Pick<PythonRewards, 'openOfPrompt'>;
  /** Decides which Python rewards may be run, and which map files may be read. */
  readonly files: Pick<FilePermissions, 'permit' | 'isPermitted' | 'isInWorkspace' | 'onDidChange'>;
  /** Fires when another model may be in use. */
  readonly onDidChangeServer: vscode.Event<unknown>;
}

/**
 * Checks open prompts against the reward that will score the responses, while they are edited: diagnostics, repairs,
 * and hovers. Reads the text of the editor, and the files that name its reward and trainer.
 */
export class PromptLint implements vscode.Disposable {
  readonly #deps: PromptLintDeps;
  readonly #listening: vscode.Disposable;
  /** The scores of prompts by their own reward functions, by the prompts' addresses. */
  readonly #scored = new Map<
    string,
    { readonly text: string; readonly file: string; readonly reward: Promise<ScoredReward> }
  >();

  constructor(deps: PromptLintDeps) {
    this.#deps = deps;
    const shown = new OpenDocumentProblems({
      name: 'pagetrace-prompts',
      debounce: deps.debounce,
      concerns: isPromptDocument,
      problems: (document) => this.#problems(document),
      forget: ({ uri }) => {
        this.#scored.delete(uri.toString());
        deps.language.forget(uri);
      },
    });
    const rescore = (): void => {
      this.#scored.clear();
      shown.readAll();
    };
    const maps = vscode.workspace.createFileSystemWatcher(`**/${PROMPT_MAP_FILE}`);
    this.#listening = vscode.Disposable.from(
      shown,
      maps,
      maps.onDidCreate(rescore),
      maps.onDidChange(rescore),
      maps.onDidDelete(rescore),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (['pagetrace.lint', 'pagetrace.userReward'].some((key) => change.affectsConfiguration(key)))
          rescore();
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const isReward = uri.path.endsWith('.py') && this.#scored.size > 0;
        if (isReward || uri.path.endsWith(`/${PROMPT_MAP_FILE}`)) rescore();
      }),
      deps.files.onDidChange(rescore),
      deps.composites.onDidChange(shown.readAll),
      deps.onDidChangeServer(shown.readAll),
      vscode.languages.registerCodeActionsProvider(
        PROMPT_SELECTOR,
        {
          provideCodeActions: (document, range, context, token) =>
            this.#actions(document, range, context, token),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.languages.registerHoverProvider(PROMPT_SELECTOR, {
        provideHover: (document, position, token) => this.#hover(document, position, token),
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #problems(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    if (!isPromptDocument(document)) return [];
    try {
      const language = await this.#features(document);
      const { settings, withheld } = await this.#settings(document, language);
      const findings = await language.findings(promptOf(document), settings);
      const shown = findings.map((finding) => this.#diagnostic(document, finding));
      if (withheld === null) return shown;
      return [await withheldDiagnostic(withheld, document.uri, this.#deps.files), ...shown];
    } catch (error) {
      return [uncheckedDiagnostic(error)];
    }
  }

  #diagnostic(document: vscode.TextDocument, finding: PromptFinding): vscode.Diagnostic {
    const diagnostic = vscodeDiagnostic(document, finding);
    diagnostic.code = { value: finding.code, target: vscode.Uri.joinPath(this.#pages, `${finding.code}.md`) };
    diagnostic.relatedInformation = finding.related.map(
      ({ span, message }) =>
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(document.uri, toRange(document, span)),
          plainText(message),
        ),
    );
    return diagnostic;
  }

  /** The settings of the lint, and the map file that would change them but may not be read. */
  async #settings(
    document: vscode.TextDocument,
    language: PromptFeatures,
  ): Promise<{ readonly settings: SentLintSettings; readonly withheld: vscode.Uri | null }> {
    const { uri } = document;
    const own = await language.reward(promptOf(document));
    const mapped = await mappedPrompt(uri, this.#deps.files);
    const isComplete = own.trainer !== null && (own.reward !== null || own.ownReward !== null);
    return {
      settings: await this.#settingsWith(mapped, own, document, language),
      withheld: isComplete ? null : mapped.withheld,
    };
  }

  async #settingsWith(
    mapped: MappedPrompt,
    { reward, ownReward }: NamedReward,
    document: vscode.TextDocument,
    language: PromptFeatures,
  ): Promise<SentLintSettings> {
    const { uri } = document;
    const off = setting(OFF, uri);
    const named = reward ?? mapped.reward;
    const settings: SentLintSettings = {
      composite:
        named !== null && isCompositePath(named)
          ? { name: named, ...(await this.#deps.composites.text(named, uri, 'once')) }
          : null,
      usualReward: reward === null && ownReward === null ? mapped.reward : null,
      usualTrainer: mapped.trainer ?? (await usualTrainer(uri, this.#deps.files)),
      mapFault: mapped.fault,
      off: Array.isArray(off) ? off.filter((code) => typeof code === 'string') : [],
      modelLength: this.#deps.modelLength(),
      ownReward: null,
    };
    if (ownReward !== null && uri.scheme === 'file') {
      const file = path.resolve(path.dirname(uri.fsPath), ownReward);
      return { ...settings, ownReward: await this.#namedReward(file, document, settings, language) };
    }
    const { usualReward: own } = settings;
    return own !== null && /\.py(?::\w+)?$/u.test(own)
      ? { ...settings, ownReward: await this.#ownReward(own, document, settings, language) }
      : settings;
  }

  /** The reward that the settings of a prompt name; one outside of the workspace is not run. */
  async #namedReward(
    file: string,
    document: vscode.TextDocument,
    settings: SentLintSettings,
    language: PromptFeatures,
  ): Promise<ScoredReward> {
    if (await this.#deps.files.isInWorkspace(vscode.Uri.file(withoutFunction(file))))
      return this.#ownReward(file, document, settings, language);
    return {
      name: file,
      scores: null,
      fault: t('It is outside of the workspace, so it is not run. Name it in pagetrace.prompts.json.'),
    };
  }

  /** A person's own reward function with its scores of what a prompt shows, computed once for each text. */
  async #ownReward(
    file: string,
    document: vscode.TextDocument,
    settings: SentLintSettings,
    language: PromptFeatures,
  ): Promise<ScoredReward> {
    const key = document.uri.toString();
    const text = document.getText();
    const known = this.#scored.get(key);
    if (known?.text === text && known.file === file) return known.reward;
    const reward = this.#scoreOwn(file, document, settings, language);
    this.#scored.set(key, { text, file, reward });
    reward.catch(() => {
      if (this.#scored.get(key)?.reward === reward) this.#scored.delete(key);
    });
    return reward;
  }

  async #scoreOwn(
    file: string,
    document: vscode.TextDocument,
    settings: SentLintSettings,
    language: PromptFeatures,
  ): Promise<ScoredReward> {
    const name = vscode.workspace.asRelativePath(file);
    const { trials, trainer } = await language.trials(promptOf(document), {
      ...settings,
      ownReward: { name, scores: null },
    });
    try {
      await this.#deps.files.permit(vscode.Uri.file(withoutFunction(file)), document.uri, 'once');
      const reward = await this.#deps.python.openOfPrompt(file, document.uri);
      const [{ scoreTrials }, { rewardInput }] = await Promise.all([
        import('../../runs/scoring/trialScores.ts'),
        import('../../userRewards/inputs.ts'),
      ]);
      const passed = trainer === null ? 'everything' : 'trainer';
      const loaded = await reward.load();
      if (!loaded.ok) throw loaded.error;
      const scores = await scoreTrials(trials, (samples) =>
        reward.score(samples.map(({ sample, context }) => rewardInput(sample, context, passed).input)),
      );
      return { name, scores };
    } catch (error) {
      const { message } = asPageTraceError(error);
      return { name, scores: null, fault: message };
    }
  }

  /** The folder with the pages of the rules. */
  get #pages(): vscode.Uri {
    return vscode.Uri.joinPath(this.#deps.extensionUri, 'docs', 'lint');
  }

  async #actions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const found = await this.#ask(document, token, async (language, { settings, withheld }) => ({
      fixes: await language.fixes(promptOf(document), settings, span),
      withheld,
    }));
    if (found === null) return [];
    const { fixes, withheld } = found;
    const allow =
      withheld === null || range.start.line > 0
        ? []
        : [allowAction(withheld, document.uri, context.diagnostics)];
    const repairs = fixes.map((fix) => {
      const action = new vscode.CodeAction(plainText(fix.title), vscode.CodeActionKind.QuickFix);
      action.edit = workspaceEdit(document, fix.edits);
      action.isPreferred = fix.preferred;
      const shown = vscodeDiagnostic(document, fix.diagnostic);
      action.diagnostics = context.diagnostics.filter(
        ({ message, range: place }) => message === shown.message && place.isEqual(shown.range),
      );
      return action;
    });
    return [...allow, ...repairs];
  }

  async #hover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | null> {
    const offset = document.offsetAt(position);
    const hover = await this.#ask(document, token, (language, { settings }) =>
      language.hover(promptOf(document), settings, offset, this.#pages.toString()),
    );
    return hover && new vscode.Hover(markdownString(hover.markdown), toRange(document, hover.span));
  }

  /**
   * Answers a provider of VS Code. Returns null for a document that is no prompt, one that has changed, and one that
   * takes too long, which its diagnostics say.
   */
  async #ask<T>(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
    question: (
      language: PromptFeatures,
      known: { readonly settings: SentLintSettings; readonly withheld: vscode.Uri | null },
    ) => Promise<T>,
  ): Promise<T | null> {
    if (!isPromptDocument(document)) return null;
    try {
      const language = await this.#features(document, token);
      return await question(language, await this.#settings(document, language));
    } catch (error) {
      if (isPageTraceError(error) && ['cancelled', 'timeout'].includes(error.reason)) return null;
      throw error;
    }
  }

  /** The features for the current version of a document. */
  async #features(document: vscode.TextDocument, token?: vscode.CancellationToken): Promise<PromptFeatures> {
    const { version } = document;
    const [{ PromptFeatures: Features }, worker] = await Promise.all([
      import('../../languageWorker/promptFeatures.ts'),
      this.#deps.language.worker(),
    ]);
    return new Features(
      worker,
      () => !document.isClosed && document.version === version && token?.isCancellationRequested !== true,
    );
  }
}

/** The path of a Python reward without the function that may follow it. */
const withoutFunction = (file: string): string => file.replace(/(\.py):\w+$/u, '$1');

/** The trainer of a prompt that names none: as the setting says, otherwise the one that its folder belongs to. */
async function usualTrainer(
  uri: vscode.Uri,
  files: Pick<FilePermissions, 'isPermitted'>,
): Promise<Trainer | 'none'> {
  const named = setting(TRAINER, uri);
  const known = TRAINERS.find((trainer) => trainer === named);
  if (known !== undefined) return known;
  if (named === 'none' || uri.scheme !== 'file') return 'none';
  return (
    (await trainerOfFolder(uri.fsPath, (file) => files.isPermitted(vscode.Uri.file(file), uri))) ?? 'none'
  );
}

const promptOf = (document: vscode.TextDocument): DocumentText => ({
  uri: document.uri.toString(),
  version: document.version,
  text: document.getText(),
});
