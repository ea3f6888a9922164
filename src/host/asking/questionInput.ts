import * as vscode from 'vscode';

/** What can be set in the title of the question's input. */
export type AskButton = 'pages' | 'prompt' | 'server' | 'samples' | 'sampling';

const BUTTONS: readonly { readonly id: AskButton; readonly icon: string; readonly tooltip: string }[] = [
  { id: 'pages', icon: 'files', tooltip: 'Choose Pages' },
  { id: 'prompt', icon: 'note', tooltip: 'Choose Prompt' },
  { id: 'server', icon: 'server', tooltip: 'Switch Server' },
  { id: 'samples', icon: 'layers', tooltip: 'Number of Samples' },
  { id: 'sampling', icon: 'settings', tooltip: 'Sampling' },
];

interface QuestionItem extends vscode.QuickPickItem {
  readonly question: string;
}

/** What the person did in the input; `question` is its text. */
export type QuestionAnswer =
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'closed'; readonly question: string }
  | { readonly kind: 'button'; readonly button: AskButton; readonly question: string };

/**
 * Shows the single input for a question: earlier questions below it, and buttons for everything else in its title.
 * @param title what is known immediately; `details` may provide a longer title later (tokens, text height)
 */
export function showQuestionInput(options: {
  readonly title: string;
  readonly details: Promise<string>;
  readonly question: string;
  readonly history: readonly string[];
  /** Whether the server samples, as the offline reader does not. */
  readonly samples: boolean;
}): Promise<QuestionAnswer> {
  return new Promise((resolve) => {
    const input = vscode.window.createQuickPick<QuestionItem>();
    const buttons = BUTTONS.filter(({ id }) => id !== 'sampling' || options.samples).map(
      ({ id, icon, tooltip }) => ({
        id,
        iconPath: new vscode.ThemeIcon(icon),
        tooltip,
      }),
    );
    let answered = false;
    // Whether the list for the typed text has been shown: a key that was pressed earlier chose from an older list.
    let listed = true;
    const answer = (given: QuestionAnswer): void => {
      answered = true;
      input.hide();
      resolve(given);
    };
    const list = (): void => {
      const typed = input.value.trim();
      const earlier = options.history
        .filter((question) => question !== typed)
        .map((question) => ({ label: question, question, iconPath: new vscode.ThemeIcon('history') }));
      input.items =
        typed === ''
          ? earlier
          : [
              { label: typed, question: typed, description: 'press Enter to ask', alwaysShow: true },
              ...earlier,
            ];
    };
    input.title = options.title;
    input.placeholder = 'What do you want to know?';
    input.value = options.question;
    input.ignoreFocusOut = true;
    input.buttons = buttons;
    list();
    input.onDidChangeValue(() => {
      listed = false;
      list();
    });
    input.onDidChangeActive(([active]) => {
      listed ||= active?.question === input.value.trim();
    });
    input.onDidTriggerButton((pressed) => {
      const button = buttons.find((candidate) => candidate === pressed);
      if (button) answer({ kind: 'button', button: button.id, question: input.value });
    });
    input.onDidAccept(() => {
      const typed = input.value.trim();
      const chosen = input.selectedItems[0]?.question ?? input.activeItems[0]?.question ?? typed;
      const question = listed || typed === '' ? chosen : typed;
      if (question !== '') answer({ kind: 'ask', question });
    });
    input.onDidHide(() => {
      if (!answered) resolve({ kind: 'closed', question: input.value });
      input.dispose();
    });
    void options.details.then(
      (details) => {
        if (!answered) input.title = details;
      },
      // The short title stays; errors of the counting are reported when the question is asked.
      () => undefined,
    );
    input.show();
  });
}
