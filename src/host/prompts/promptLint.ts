import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OwnReward } from '../../core/prompts/lint/ownReward.ts';
import type { PromptFinding } from '../../core/prompts/lint/model.ts';
import { trainerOfFolder } from '../../asking/trainerFolder.ts';
import { asPageTraceError } from '../../core/errors.ts';
import type { MappedSettings } from '../../core/prompts/promptMap.ts';
import { PROMPT_MAP_FILE } from '../../core/prompts/promptMapName.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import { TRAINERS, type Trainer } from '../../core/rewards/trainers.ts';
import type { LintSettings, PromptLanguage } from '../../language/prompt/promptLanguage.ts';
import type { PythonRewards } from '../rewards/pythonRewards.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import { setting } from '../shared/settings.ts';
import { toRange, workspaceEdit, vscodeDiagnostic } from '../shared/editorValues.ts';
import { isPromptDocument, PROMPT_SELECTOR } from './promptDocuments.ts';
import { OpenDocumentProblems } from '../shared/openDocumentProblems.ts';
import { markdownString } from '../shared/workbench.ts';
import { plainText } from '../../language/plainText.ts';

const OFF = 'lint.off';
const TRAINER = 'lint.trainer';

export interface PromptLintDeps {
  readonly extensionUri: vscode.Uri;
  /** Milliseconds without typing before a prompt is read again. */
  readonly debounce: number;
  /** Tokens that the model in use takes; null if none is known. */
  readonly modelLength: () => number | null;
  /** The composite rewards that prompts name. */
  readonly composites: CompositeFiles;
  /** The Python rewards that map files name. */
  readonly python: Pick<PythonRewards, 'openOfPrompt'>;
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
  #language: Promise<PromptLanguage> | null = null;
  /** The scores of prompts by their own reward functions, by the prompts' addresses. */
  readonly #scored = new Map<
    string,
    { readonly text: string; readonly file: string; readonly reward: Promise<OwnReward> }
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
        void this.#language?.then((language) => {
          language.forget(uri.toString());
        });
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
      vscode.workspace.onDidGrantWorkspaceTrust(rescore),
      deps.composites.onDidChange(shown.readAll),
      deps.onDidChangeServer(shown.readAll),
      vscode.languages.registerCodeActionsProvider(
        PROMPT_SELECTOR,
        { provideCodeActions: (document, range, context) => this.#actions(document, range, context) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.languages.registerHoverProvider(PROMPT_SELECTOR, {
        provideHover: (document, position) => this.#hover(document, position),
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #problems(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    if (!isPromptDocument(document)) return [];
    const language = await this.#loaded();
    const settings = await this.#settings(document);
    const { findings } = language.lint(promptOf(document), settings);
    return findings.map((finding) => this.#diagnostic(document, finding));
  }

  #diagnostic(document: vscode.TextDocument, finding: PromptFinding): vscode.Diagnostic {
    const diagnostic = vscodeDiagnostic(document, finding);
    diagnostic.code = { value: finding.code, target: this.#page(finding.code) };
    diagnostic.relatedInformation = finding.related.map(
      ({ span, message }) =>
        new vscode.DiagnosticRelatedInformation(
          new vscode.Location(document.uri, toRange(document, span)),
          plainText(message),
        ),
    );
    return diagnostic;
  }

  async #settings(document: vscode.TextDocument): Promise<LintSettings> {
    const { uri } = document;
    const off = setting(OFF, uri);
    const { readPromptFile } = await import('../../core/prompts/promptFile.ts');
    const { prompt, ownReward } = readPromptFile('', document.getText());
    const { reward } = prompt;
    const mapped = await mappedSettings(uri);
    const named = reward ?? mapped.reward;
    const settings: LintSettings = {
      composite:
        named !== null && isCompositePath(named) ? await this.#deps.composites.read(named, uri) : null,
      usualReward: reward === null && ownReward === null ? mapped.reward : null,
      usualTrainer: mapped.trainer ?? (await usualTrainer(uri)),
      mapFault: mapped.fault,
      off: Array.isArray(off) ? off.filter((code) => typeof code === 'string') : [],
      modelLength: this.#deps.modelLength(),
      ownReward: null,
    };
    if (ownReward !== null && uri.scheme === 'file') {
      const file = path.resolve(path.dirname(uri.fsPath), ownReward);
      return { ...settings, ownReward: await this.#namedReward(file, document, settings) };
    }
    const { usualReward: own } = settings;
    return own !== null && /\.py(?::\w+)?$/u.test(own)
      ? { ...settings, ownReward: await this.#ownReward(own, document, settings) }
      : settings;
  }

  /** The reward that the settings of a prompt name; one outside of the workspace is not run. */
  async #namedReward(
    file: string,
    document: vscode.TextDocument,
    settings: LintSettings,
  ): Promise<OwnReward> {
    if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) !== undefined)
      return this.#ownReward(file, document, settings);
    return {
      name: file,
      scoreOf: null,
      fault: t('It is outside of the workspace, so it is not run. Name it in pagetrace.prompts.json.'),
    };
  }

  /** A person's own reward function with its scores of what a prompt shows, computed once for each text. */
  async #ownReward(file: string, document: vscode.TextDocument, settings: LintSettings): Promise<OwnReward> {
    const key = document.uri.toString();
    const text = document.getText();
    const known = this.#scored.get(key);
    if (known?.text === text && known.file === file) return known.reward;
    const reward = this.#scoreOwn(file, document, settings);
    this.#scored.set(key, { text, file, reward });
    return reward;
  }

  async #scoreOwn(file: string, document: vscode.TextDocument, settings: LintSettings): Promise<OwnReward> {
    const name = vscode.workspace.asRelativePath(file);
    const language = await this.#loaded();
    const { trials, trainer } = language.lint(promptOf(document), {
      ...settings,
      ownReward: { name, scoreOf: null },
    });
    try {
      const reward = await this.#deps.python.openOfPrompt(file, document.uri);
      const [{ scoreTrials }, { rewardInput }] = await Promise.all([
        import('../../runs/scoring/trialScores.ts'),
        import('../../userRewards/inputs.ts'),
      ]);
      const passed = trainer === null ? 'everything' : 'trainer';
      const loaded = await reward.load();
      if (!loaded.ok) throw loaded.error;
      const scoreOf = await scoreTrials(trials, (samples) =>
        reward.score(samples.map(({ sample, context }) => rewardInput(sample, context, passed).input)),
      );
      return { name, scoreOf };
    } catch (error) {
      const { message } = asPageTraceError(error);
      return { name, scoreOf: null, fault: message };
    }
  }

  #page(code: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#deps.extensionUri, 'docs', 'lint', `${code}.md`);
  }

  async #actions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    if (!isPromptDocument(document)) return [];
    const language = await this.#loaded();
    const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const settings = await this.#settings(document);
    return language.fixes(promptOf(document), settings, span).map((fix) => {
      const action = new vscode.CodeAction(plainText(fix.title), vscode.CodeActionKind.QuickFix);
      action.edit = workspaceEdit(document, fix.edits);
      action.isPreferred = fix.preferred;
      const shown = vscodeDiagnostic(document, fix.diagnostic);
      action.diagnostics = context.diagnostics.filter(
        ({ message, range: place }) => message === shown.message && place.isEqual(shown.range),
      );
      return action;
    });
  }

  async #hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | null> {
    if (!isPromptDocument(document)) return null;
    const language = await this.#loaded();
    const offset = document.offsetAt(position);
    const settings = await this.#settings(document);
    const hover = language.hover(promptOf(document), settings, offset, (code) => this.#page(code).toString());
    return hover && new vscode.Hover(markdownString(hover.markdown), toRange(document, hover.span));
  }

  #loaded(): Promise<PromptLanguage> {
    this.#language ??= import('../../language/prompt/promptLanguage.ts').then(
      ({ PromptLanguage: Language }) => new Language(),
    );
    return this.#language;
  }
}

/** What the map file says about a prompt, or why it cannot be used. Only files on this machine have one. */
async function mappedSettings(uri: vscode.Uri): Promise<MappedSettings & { readonly fault: string | null }> {
  const nothing = { reward: null, trainer: null, fault: null };
  if (uri.scheme !== 'file') return nothing;
  const { findMappedSettings } = await import('../../asking/promptMapFile.ts');
  try {
    return { ...nothing, ...(await findMappedSettings(uri.fsPath)) };
  } catch (error) {
    return { ...nothing, fault: asPageTraceError(error).message };
  }
}

/** The trainer of a prompt that names none: as the setting says, otherwise the one that its folder belongs to. */
async function usualTrainer(uri: vscode.Uri): Promise<Trainer | 'none'> {
  const named = setting(TRAINER, uri);
  const known = TRAINERS.find((trainer) => trainer === named);
  if (known !== undefined) return known;
  if (named === 'none' || uri.scheme !== 'file') return 'none';
  return (await trainerOfFolder(uri.fsPath)) ?? 'none';
}

const promptOf = (document: vscode.TextDocument): { readonly uri: string; readonly text: string } => ({
  uri: document.uri.toString(),
  text: document.getText(),
});
