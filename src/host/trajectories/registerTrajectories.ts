import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { Grounding } from '../../core/grounding/model.ts';
import { completeGrounding } from '../../protocol/grounding.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import { commands, TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { fileVersion } from '../shared/files.ts';
import { TYPING_RESTS, type CommandHandler, type Services } from '../shared/services.ts';
import type { ClaimsInEditor } from './claimsInEditor.ts';
import { fileIdentity } from './fileIdentity.ts';
import { registerTrajectoryLanguage } from './trajectoryLanguage.ts';

export interface TrajectoryPartDeps {
  readonly prompts: Prompts;
  readonly compositeFiles: CompositeFiles;
  readonly documents: Pick<DocumentServices, 'editors' | 'openDocuments'>;
  readonly inspector: Pick<
    InspectorServices,
    'inspectors' | 'onDidGround' | 'claimsOnPages' | 'scoreWithAllRewards' | 'sourceDeps'
  >;
}

/** Registers trajectory files as a language of the editor, and as inspector sources. */
export function registerTrajectories(
  { context, error, files, language: thread }: Services,
  {
    prompts,
    compositeFiles,
    documents: { editors, openDocuments },
    inspector: { inspectors, onDidGround, claimsOnPages, scoreWithAllRewards, sourceDeps },
  }: TrajectoryPartDeps,
) {
  const grounded = new vscode.EventEmitter<vscode.Uri>();
  let inEditor: ClaimsInEditor | null = null;
  // An inspector may know more than the editor: it offers to recognize the text of pages.
  const groundingOf = (uri: vscode.Uri): Grounding | null => {
    const inspected = inspectors.find(fileIdentity(uri))?.grounding(0);
    return (inspected && completeGrounding(inspected)) ?? inEditor?.grounding(uri) ?? null;
  };
  context.subscriptions.push(
    grounded,
    onDidGround(({ uri }) => {
      if (uri !== null) grounded.fire(uri);
    }),
  );
  const language = registerTrajectoryLanguage(
    {
      prompts,
      compositeFiles,
      files,
      thread,
      groundings: { of: groundingOf, onDidChange: grounded.event },
    },
    context.extensionUri,
    TYPING_RESTS,
  );
  context.subscriptions.push(language);
  const loadSource = async () => {
    const { FileSource } = await import('./fileSource.ts');
    return (document: vscode.TextDocument) =>
      new FileSource(document, { ...sourceDeps, readFrontMatter: thread.readFrontMatter });
  };
  const open = async (uri: vscode.Uri): Promise<InspectorSource> =>
    (await loadSource())(await vscode.workspace.openTextDocument(uri));
  context.subscriptions.push(
    whenShown(async () => {
      const { ClaimsInEditor } = await import('./claimsInEditor.ts');
      const claims = new ClaimsInEditor({
        open: await loadSource(),
        grounded: (source) => {
          if (source.uri !== null) grounded.fire(source.uri);
          if (inspectors.find(source.identity) !== null) return;
          void claimsOnPages().then((claims) => {
            claims.update(source);
          });
        },
        show: async (source, claim, { document, page }) => {
          const uri = await source.locate(document);
          const onPages = await claimsOnPages();
          onPages.show(source, 0);
          await editors.reveal(uri, page);
          onPages.select(claim);
        },
        error,
        pictures: {
          withDocument: (uri, use) => openDocuments.with(uri, use),
          version: async (uri) => `${uri.toString()} ${await fileVersion(uri)}`,
        },
      });
      inEditor = claims;
      context.subscriptions.push(claims);
    }),
  );
  return {
    groundingOf,
    /**
     * Opens the source of a trajectory file as it is saved, by its URI; null if it cannot be read.
     * @throws PageTraceError `document-too-large`
     */
    openSavedFile: async (uri: string): Promise<InspectorSource | null> => {
      const { SavedFileSource } = await import('./savedFileSource.ts');
      return SavedFileSource.open(vscode.Uri.parse(uri, true), {
        ...sourceDeps,
        readFrontMatter: thread.readFrontMatter,
      }).catch((thrown: unknown) => {
        if (asPageTraceError(thrown).reason === 'document-too-large') throw thrown;
        return null;
      });
    },
    /** Opens the source of a trajectory file by its URI; null if it cannot be read. */
    openFile: (uri: string): Promise<InspectorSource | null> =>
      open(vscode.Uri.parse(uri, true)).catch(() => null),
    commands: {
      [commands.inspect]: async (uri?: vscode.Uri) => {
        const file = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
        if (file) inspectors.show(await open(file), { preserveFocus: true });
      },
      [commands.scoreWithAllRewards]: (uri?: vscode.Uri) =>
        uri === undefined && !isTrajectoryEdited() && inspectors.active()
          ? scoreWithAllRewards()
          : language.commands.scoreWithAllRewards(uri),
      [commands.chooseDialect]: () => language.commands.chooseDialect(),
    } satisfies Record<string, CommandHandler>,
  };
}

const isTrajectoryEdited = (): boolean =>
  vscode.window.activeTextEditor?.document.languageId === TRAJECTORY_LANGUAGE;

/** Calls `load` once, when a trajectory file is first in view. */
function whenShown(load: () => Promise<void>): vscode.Disposable {
  const isShown = (): boolean =>
    vscode.window.visibleTextEditors.some(({ document }) => document.languageId === TRAJECTORY_LANGUAGE);
  const listening = vscode.window.onDidChangeVisibleTextEditors(() => {
    if (!isShown()) return;
    listening.dispose();
    void load();
  });
  if (isShown()) {
    listening.dispose();
    void load();
  }
  return listening;
}
