import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { plainText } from '../../core/plainText.ts';
import { plainItem } from '../shared/workbench.ts';
import type { TurnsRow } from './draftConversation.ts';

/** What can be set in the title of the question's input. */
export type AskButton = 'pages' | 'prompt' | 'turns' | 'server' | 'samples' | 'sampling';

const BUTTONS: readonly { readonly id: AskButton; readonly icon: string; readonly tooltip: string }[] = [
  {
    id: 'pages',
    icon: 'files',
    get tooltip() {
      return t('Choose Pages');
    },
  },
  {
    id: 'prompt',
    icon: 'note',
    get tooltip() {
      return t('Choose Prompt');
    },
  },
  {
    id: 'turns',
    icon: 'comment-discussion',
    get tooltip() {
      return t('Choose Turns');
    },
  },
  {
    id: 'server',
    icon: 'server',
    get tooltip() {
      return t('Switch Server');
    },
  },
  {
    id: 'samples',
    icon: 'layers',
    get tooltip() {
      return t('Number of Samples');
    },
  },
  {
    id: 'sampling',
    icon: 'settings',
    get tooltip() {
      return t('Sampling');
    },
  },
];

/** What choosing a row of the input does. */
type RowAction =
  | { readonly kind: 'ask'; readonly question: string }
  /** Sends all pages of the document with this position. */
  | { readonly kind: 'allPages'; readonly document: number }
  | { readonly kind: 'button'; readonly button: AskButton };

interface Row extends vscode.QuickPickItem {
  readonly action: RowAction;
}

/** What the person did in the input; `question` is its text. */
export type QuestionAnswer =
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'closed'; readonly question: string }
  | { readonly kind: 'allPages'; readonly document: number; readonly question: string }
  | { readonly kind: 'button'; readonly button: AskButton; readonly question: string };

/** What is shown about a draft beside its question. */
export interface DraftFacts {
  /** What the question is about, on one line. */
  readonly title: string;
  /** The turns that are asked for, if the prompt begins a conversation. */
  readonly turns: TurnsRow | null;
  /** The documents that are not sent whole although the person did not choose pages. */
  readonly narrowed: readonly {
    /** Position in the draft. */
    readonly document: number;
    /** `Asks about page 1 of 12`. */
    readonly sentence: string;
    readonly pageCount: number;
  }[];
  /** The number of images, and their tokens and the room that is left once they are known. */
  readonly tokens: string;
  /** The height of the text in the images, once it is known. */
  readonly images: string;
}

/**
 * Shows the single input for a question: what will be sent and earlier questions below it, and buttons for everything
 * else in its title.
 * @param watch calls its argument with the facts, at once and whenever they change; returns a function that stops this
 */
export function showQuestionInput(options: {
  readonly question: string;
  readonly history: readonly string[];
  /** What cannot be set. */
  readonly without: readonly AskButton[];
  readonly watch: (show: (facts: DraftFacts) => void) => () => void;
}): Promise<QuestionAnswer> {
  return new Promise((resolve) => {
    const input = vscode.window.createQuickPick<Row>();
    const buttons = BUTTONS.filter(({ id }) => !options.without.includes(id)).map(
      ({ id, icon, tooltip }) => ({
        id,
        iconPath: new vscode.ThemeIcon(icon),
        tooltip,
      }),
    );
    let facts: DraftFacts | null = null;
    let answered = false;
    // Whether the list for the typed text has been shown: a key that was pressed earlier chose from an older list.
    let listed = true;
    let stop: () => void = () => undefined;
    const answer = (given: QuestionAnswer): void => {
      answered = true;
      stop();
      input.hide();
      resolve(given);
    };
    const list = (): void => {
      const typed = input.value.trim();
      input.items = [
        ...(typed === '' ? [] : [typedRow(typed)]),
        ...factRows(facts),
        ...options.history.filter((question) => question !== typed).map(earlierRow),
      ].map(plainItem);
    };
    input.placeholder = t('What do you want to know?');
    input.value = options.question;
    input.ignoreFocusOut = true;
    input.buttons = buttons;
    stop = options.watch((shown) => {
      if (answered) return;
      // Before the list for the typed text is shown, the active row is still one of an older list.
      const [active] = listed ? input.activeItems : [];
      facts = shown;
      input.title = plainText(shown.title);
      list();
      const same = active && input.items.find(({ action }) => isSameAction(action, active.action));
      if (same) input.activeItems = [same];
    });
    input.onDidChangeValue(() => {
      listed = false;
      list();
    });
    input.onDidChangeActive(([active]) => {
      listed ||= active?.action.kind === 'ask' && active.action.question === input.value.trim();
    });
    input.onDidTriggerButton((pressed) => {
      const button = buttons.find((candidate) => candidate === pressed);
      if (button) answer({ kind: 'button', button: button.id, question: input.value });
    });
    input.onDidAccept(() => {
      const typed = input.value.trim();
      const chosen = (input.selectedItems[0] ?? input.activeItems[0])?.action;
      if (chosen !== undefined && chosen.kind !== 'ask' && (listed || typed === ''))
        answer({ ...chosen, question: input.value });
      else {
        const question = chosen?.kind === 'ask' && (listed || typed === '') ? chosen.question : typed;
        if (question !== '') answer({ kind: 'ask', question });
      }
    });
    input.onDidHide(() => {
      stop();
      if (!answered) resolve({ kind: 'closed', question: input.value });
      input.dispose();
    });
    input.show();
  });
}

function typedRow(typed: string): Row {
  return {
    label: typed,
    description: t('press Enter to ask'),
    alwaysShow: true,
    action: { kind: 'ask', question: typed },
  };
}

function earlierRow(question: string): Row {
  return {
    label: question,
    iconPath: new vscode.ThemeIcon('history'),
    action: { kind: 'ask', question },
  };
}

/**
 * What will be sent, as rows that change it. Their number and height do not change while the facts become known, so that
 * no row moves away from the pointer.
 */
function factRows(facts: DraftFacts | null): readonly Row[] {
  if (facts === null) return [];
  const { turns, narrowed, tokens, images } = facts;
  return [
    ...(turns === null ? [] : [turnsRow(turns)]),
    ...narrowed.map(({ document, sentence, pageCount }): Row => ({
      label: sentence,
      description: t('use all {0} pages', pageCount),
      iconPath: new vscode.ThemeIcon('files'),
      alwaysShow: true,
      action: { kind: 'allPages', document },
    })),
    {
      label: tokens,
      detail: images,
      iconPath: new vscode.ThemeIcon('dashboard'),
      alwaysShow: true,
      action: { kind: 'button', button: 'pages' },
    },
  ];
}

function turnsRow({ isChoice, ...shown }: TurnsRow): Row {
  return {
    ...shown,
    iconPath: new vscode.ThemeIcon('comment-discussion'),
    alwaysShow: true,
    action: { kind: 'button', button: isChoice ? 'turns' : 'server' },
  };
}

function isSameAction(a: RowAction, b: RowAction): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
