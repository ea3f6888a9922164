import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showQuestionInput, type DraftFacts } from '../../../src/host/asking/questionInput.ts';
import { useStubs } from '../support/given.ts';

const stub = useStubs();

it('asks the typed question although facts arrive before the list for it is shown', async () => {
  const input = vscode.window.createQuickPick();
  const [value, active, accept] = [
    new vscode.EventEmitter<string>(),
    new vscode.EventEmitter<readonly vscode.QuickPickItem[]>(),
    new vscode.EventEmitter<undefined>(),
  ];
  let activeItems: readonly vscode.QuickPickItem[] = [];
  Object.defineProperties(input, {
    onDidChangeValue: { value: value.event },
    onDidChangeActive: { value: active.event },
    onDidAccept: { value: accept.event },
    activeItems: {
      get: () => activeItems,
      set: (items: readonly vscode.QuickPickItem[]) => {
        activeItems = items;
      },
    },
    show: { value: () => undefined },
  });
  stub(vscode.window, 'createQuickPick', () => input);
  const facts: DraftFacts = {
    title: 'a.pdf',
    turns: null,
    narrowed: [],
    tokens: '3 page images',
    images: '',
  };
  const watching: { show?: (facts: DraftFacts) => void } = {};
  const answered = showQuestionInput({
    question: '',
    history: [],
    without: [],
    watch: (show) => {
      watching.show = show;
      show(facts);
      return () => undefined;
    },
  });
  // Before the person types, the row about the page images is active, which opens a choice of pages.
  activeItems = input.items.slice(0, 1);
  input.value = 'How many?';
  value.fire('How many?');
  watching.show?.({ ...facts, tokens: '3 page images, 741 tokens' });
  // The list is shown now; VS Code activates its first row unless the extension has set another one.
  const shown = activeItems.filter((item) => input.items.includes(item));
  activeItems = shown.length > 0 ? shown : input.items.slice(0, 1);
  active.fire(input.items.slice(0, 1));
  active.fire(activeItems);
  accept.fire(undefined);
  assert.deepEqual(await answered, { kind: 'ask', question: 'How many?' });
});
