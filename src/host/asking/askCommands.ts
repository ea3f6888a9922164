import path from 'node:path';
import * as vscode from 'vscode';
import { isPreset } from '../../asking/promptFiles.ts';
import type { Prompt, RenderPrompt } from '../../core/prompts/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { DocumentEditors } from '../document/documentEditor.ts';
import type { Asker } from './asker.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import type { DocumentCache } from '../document/documentCache.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import { resolveRecorded, resolveReference } from '../shared/resolvePath.ts';
import { samplingFor, setting } from '../shared/settings.ts';
import { chooseDocuments } from './chooseDocuments.ts';
import { askToolWords, chooseProtocol, chooseTurns, promptNameFor, requireModel } from './chooseProtocol.ts';
import {
  allPages,
  askable,
  conversationOf,
  isNarrowed,
  isSearched,
  type Draft,
  type DraftDocument,
} from './draft.ts';
import { begunAgain, begunBy, begunInstead, turnsToAsk } from './draftConversation.ts';
import { watchDraft } from './draftFacts.ts';
import { choosePages, choosePromptName, chooseSamples, chooseSampling } from './draftChoices.ts';
import { showQuestionInput, type AskButton } from './questionInput.ts';
import { draftDocument, recordedDraft, requireTrust } from './recordedDraft.ts';

export interface AskCommandsDeps {
  readonly asker: Pick<Asker, 'ask'>;
  readonly servers: Servers;
  readonly permitFile: PermitFile;
  readonly prompts: Prompts;
  readonly renderPrompt: RenderPrompt;
  readonly library: DocumentLibrary;
  /** Documents that stay open while the person composes the question. */
  readonly openDocuments: DocumentCache;
  readonly editors: Pick<DocumentEditors, 'find'>;
  readonly memory: vscode.Memento;
  readonly trusted: () => boolean;
  readonly switchServer: () => Promise<void>;
  /** Finds the pages that fit the question of a draft. */
  readonly findPages: (draft: Draft) => Promise<Draft>;
}

/** What is known about a question that is asked again, in addition to its info. */
export interface AgainOptions {
  readonly samples: number;
  /** The source that the new one replaces in its inspector; null to open another inspector. */
  readonly replaces?: SourceIdentity | null;
}

interface ComposeOptions {
  readonly reference: string | null;
  readonly replaces: SourceIdentity | null;
}

const HISTORY = 'pagetrace.questions';
const MOST_HISTORY = 100;

/** The commands that ask a question, from the palette to its sending. */
export class AskCommands {
  readonly #deps: AskCommandsDeps;

  constructor(deps: AskCommandsDeps) {
    this.#deps = deps;
  }

  /** `PageTrace: Ask About Document`, from the palette or a menu. */
  async ask(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<void> {
    requireTrust(this.#deps.trusted());
    const draft = await this.#newDraft(clicked, selected);
    if (draft !== null) await this.#compose(draft);
  }

  /** `PageTrace: Ask Step by Step`: a question that is answered in several turns, before each of which the person decides. */
  async askStepByStep(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<void> {
    const { trusted, servers, prompts } = this.#deps;
    requireTrust(trusted());
    requireModel(servers.current() !== null);
    const draft = await this.#newDraft(clicked, selected);
    if (draft === null) return;
    const usual = await prompts.read(draft.promptName);
    const protocol = await chooseProtocol(usual.protocol);
    if (protocol === null) return;
    const promptName = promptNameFor(protocol, usual, draft.promptName);
    await this.#compose({
      ...draft,
      promptName,
      conversation: { protocol, turns: 'steps', toolWords: null },
    });
  }

  /** The prompt with a name; null if it cannot be used, which is said when the question is asked. */
  async #tryPrompt(name: string): Promise<Prompt | null> {
    return this.#deps.prompts.read(name).catch(() => null);
  }

  /** The draft of a new question about the documents that the person means; null if they mean none. */
  async #newDraft(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<Draft | null> {
    // Menus of tabs pass a second argument that is not a selection.
    const several = Array.isArray(selected) ? selected.filter((uri) => uri instanceof vscode.Uri) : [];
    const uris = await chooseDocuments(clicked instanceof vscode.Uri ? clicked : undefined, several);
    if (!uris) return null;
    const promptName = setting('prompt', uris[0]);
    const reading = this.#tryPrompt(promptName);
    const documents: DraftDocument[] = [];
    for (const uri of uris) documents.push(await draftDocument(uri, this.#deps));
    const prompt = await reading;
    return {
      question: '',
      documents,
      promptName,
      conversation: prompt === null ? undefined : begunBy(prompt),
      samples: setting('samples'),
      sampling: {},
      model: null,
      pixels: null,
    };
  }

  /**
   * Asks the question of a record or trajectory file again as it was asked, after the person has confirmed it.
   * @param from the file that names the documents and the prompt; null if the person chose them
   */
  async askAgain(
    info: TrajectoryInfo,
    from: vscode.Uri | null,
    { samples, replaces = null }: AgainOptions,
  ): Promise<void> {
    requireTrust(this.#deps.trusted());
    const { permitFile, prompts } = this.#deps;
    const locate = async (reference: string): Promise<vscode.Uri> => {
      const uri = from === null ? resolveRecorded(reference) : resolveReference(from, reference);
      await permitFile(uri, from, 'again');
      return uri;
    };
    if (info.prompt !== null && !isPreset(info.prompt))
      await permitFile(prompts.locate(info.prompt), from, 'again');
    const draft = await recordedDraft(info, locate, samples, this.#deps);
    const prompt = await this.#tryPrompt(draft.promptName);
    await this.#compose(
      { ...draft, conversation: prompt === null ? undefined : begunAgain(prompt, info) },
      { reference: info.reference, replaces },
    );
  }

  /** `PageTrace: Choose Prompt`: the prompt for questions from now on. */
  async choosePrompt(): Promise<void> {
    const name = await choosePromptName(setting('prompt'));
    if (name !== null) await this.#usePrompt(name);
  }

  async #usePrompt(name: string): Promise<void> {
    await this.#deps.prompts.read(name);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const configuration = vscode.workspace.getConfiguration('pagetrace', folder?.uri);
    const { workspaceValue } = configuration.inspect('prompt') ?? {};
    // The path of a prompt in this folder means nothing in others, and a value that the folder sets is changed there.
    const own = !isPreset(name) && !path.isAbsolute(name);
    const target =
      folder && (own || workspaceValue !== undefined)
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
    await configuration.update('prompt', name, target);
  }

  async #compose(
    first: Draft,
    { reference, replaces }: ComposeOptions = { reference: null, replaces: null },
  ): Promise<void> {
    const { memory, prompts, asker } = this.#deps;
    const draft = await this.#composeDraft(first);
    if (!draft) return;
    const earlier = memory
      .get<readonly string[]>(HISTORY, [])
      .filter((question) => question !== draft.question);
    await memory.update(HISTORY, [draft.question, ...earlier].slice(0, MOST_HISTORY));
    const turns = await turnsToAsk(draft, askToolWords);
    if (turns === null) return;
    const prompt = await prompts.read(draft.promptName);
    await asker.ask(
      {
        question: draft.question,
        documents: draft.documents.map((document) => ({ ...document, isNarrowed: isNarrowed(document) })),
        prompt,
        ...turns,
        sampling: { ...samplingFor(prompt), ...draft.sampling },
        model: draft.model,
        pixels: draft.pixels,
        reference,
        ...(draft.fitting === undefined || isSearched(draft) ? {} : { choice: draft.fitting.choice }),
      },
      { replaces },
    );
  }

  /** Shows the input, and what its buttons open, until the question is asked; undefined if it is not. */
  async #composeDraft(first: Draft): Promise<Draft | undefined> {
    const { memory, openDocuments } = this.#deps;
    const keptOpen = first.documents.map(({ uri }) => openDocuments.keepOpen(uri));
    let draft = first;
    try {
      for (;;) {
        const shown = draft;
        const answer = await showQuestionInput({
          question: draft.question,
          history: memory.get<readonly string[]>(HISTORY, []),
          without: fixedIn(draft, this.#hasModel()),
          watch: (show) => watchDraft(shown, this.#deps, show),
        });
        draft = { ...draft, question: answer.question };
        if (answer.kind === 'ask') {
          // Pages that fit an earlier question are not sent with another one.
          if (!fitsQuestion(this.#askable(draft))) draft = await this.#deps.findPages(draft);
          const asked = this.#askable(draft);
          if (fitsQuestion(asked)) return asked;
          continue;
        }
        if (answer.kind === 'closed') return undefined;
        draft =
          answer.kind === 'allPages'
            ? withAllPages(draft, answer.document)
            : await this.#press(answer.button, draft);
      }
    } finally {
      for (const each of keptOpen) each.dispose();
    }
  }

  #hasModel(): boolean {
    return this.#deps.servers.current() !== null;
  }

  /** The draft as the server in use can be asked. */
  #askable(draft: Draft): Draft {
    return askable(draft, this.#hasModel());
  }

  async #press(button: AskButton, draft: Draft): Promise<Draft> {
    switch (button) {
      case 'pages':
        if (isSearched(this.#askable(draft))) return draft;
        return choosePages(draft, this.#deps.findPages);
      case 'prompt': {
        const name = await choosePromptName(draft.promptName);
        if (name === null) return draft;
        const conversation = begunInstead(draft.conversation, await this.#deps.prompts.read(name));
        return { ...draft, promptName: name, conversation };
      }
      case 'turns':
        return chooseTurns(draft);
      case 'server':
        await this.#deps.switchServer();
        return draft;
      case 'samples':
        return chooseSamples(draft);
      case 'sampling': {
        const prompt = await this.#deps.prompts.read(draft.promptName);
        return chooseSampling(draft, samplingFor(prompt));
      }
    }
  }
}

/** What cannot be set of a draft. The offline reader does not sample. */
function fixedIn(composed: Draft, hasModel: boolean): readonly AskButton[] {
  const draft = askable(composed, hasModel);
  const hasTurns =
    composed.conversation !== undefined && (hasModel || composed.conversation.turns === 'steps');
  return [
    ...(hasModel ? [] : (['sampling'] as const)),
    ...(hasTurns ? [] : (['turns'] as const)),
    ...(conversationOf(draft) === null ? [] : (['samples'] as const)),
    ...(isSearched(draft) ? (['pages'] as const) : []),
  ];
}

/** Whether pages that were found were found for the question as it is now. */
function fitsQuestion(draft: Draft): boolean {
  const { question, fitting } = draft;
  return fitting === undefined || fitting.question === question.trim() || isSearched(draft);
}

function withAllPages(draft: Draft, position: number): Draft {
  return {
    ...draft,
    fitting: undefined,
    documents: draft.documents.map((document, index) =>
      index === position ? { ...document, pages: allPages(document.pageCount) } : document,
    ),
  };
}
