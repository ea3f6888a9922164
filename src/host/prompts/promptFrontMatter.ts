import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FrontMatterSchema } from '../../language/frontMatter/schema.ts';
import { toRange } from '../shared/editorValues.ts';
import { isPromptDocument, PROMPT_SELECTOR } from './promptDocuments.ts';
import { markdownString } from '../shared/workbench.ts';
import { plainText } from '../../core/plainText.ts';

/** Completion and hovers for the front matter of prompt files, from the schema that ships. */
export function registerPromptFrontMatter(extensionUri: vscode.Uri): vscode.Disposable {
  let schema: Promise<FrontMatterSchema> | null = null;
  const read = (): Promise<FrontMatterSchema> => {
    schema ??= fs
      .readFile(path.join(extensionUri.fsPath, 'media', 'schemas', 'prompt.schema.json'), 'utf8')
      .then((text) => JSON.parse(text) as FrontMatterSchema);
    return schema;
  };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      PROMPT_SELECTOR,
      {
        provideCompletionItems: async (document, position) => {
          if (!isPromptDocument(document)) return [];
          const { completeFrontMatter } = await import('../../language/frontMatter/frontMatter.ts');
          const offset = document.offsetAt(position);
          return completeFrontMatter(document.getText(), offset, await read()).map((completion) => {
            const isKey = completion.kind === 'key';
            const item = new vscode.CompletionItem(
              plainText(completion.label),
              isKey ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value,
            );
            item.insertText = new vscode.SnippetString(completion.insert);
            item.range = toRange(document, completion.replace);
            item.documentation = markdownString(completion.documentation);
            if (completion.goesOn)
              item.command = { command: 'editor.action.triggerSuggest', title: t('Suggest values') };
            return item;
          });
        },
      },
      ' ',
      ':',
      '{',
      '[',
      '-',
    ),
    vscode.languages.registerHoverProvider(PROMPT_SELECTOR, {
      provideHover: async (document, position) => {
        if (!isPromptDocument(document)) return null;
        const { hoverFrontMatter } = await import('../../language/frontMatter/frontMatter.ts');
        const hover = hoverFrontMatter(document.getText(), document.offsetAt(position), await read());
        return hover && new vscode.Hover(markdownString(hover.markdown), toRange(document, hover.span));
      },
    }),
  );
}
