import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { plainText } from '../../core/plainText.ts';
import type { Completion } from '../../language/model.ts';
import { toRange } from './editorValues.ts';
import { markdownString } from './workbench.ts';

const COMPLETION_KINDS: Readonly<Record<Completion['kind'], vscode.CompletionItemKind>> = {
  tag: vscode.CompletionItemKind.Struct,
  'closing-tag': vscode.CompletionItemKind.Struct,
  tool: vscode.CompletionItemKind.Function,
  image: vscode.CompletionItemKind.Reference,
  attribute: vscode.CompletionItemKind.Field,
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
};

/**
 * A completion as VS Code shows it.
 * @param index its position among those that are offered, most likely first
 */
export function completionItem(
  document: vscode.TextDocument,
  completion: Completion,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: plainText(completion.label), description: plainText(completion.detail) },
    COMPLETION_KINDS[completion.kind],
  );
  item.insertText = new vscode.SnippetString(completion.insert);
  item.range = toRange(document, completion.replace);
  item.filterText = completion.label;
  // This keeps the order of the service, most likely first.
  item.sortText = String(index).padStart(4, '0');
  if (completion.documentation !== '') item.documentation = markdownString(completion.documentation);
  if (completion.goesOn) item.command = { command: 'editor.action.triggerSuggest', title: t('Suggest') };
  return item;
}
