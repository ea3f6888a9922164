import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Folding, InlayHint, OutlineItem } from '../../language/model.ts';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../language/model.ts';
import { setting } from '../shared/settings.ts';
import type { FindingPages } from './trajectoryDiagnostics.ts';
import { TRAJECTORIES, WITH_FENCES, type LanguageClient } from './languageClient.ts';
import { completionItem } from '../shared/completionItem.ts';
import { toRange, workspaceEdit } from '../shared/editorValues.ts';
import { markdownString } from '../shared/workbench.ts';
import { plainText } from '../../core/plainText.ts';

/** Characters after which VS Code requests completions while a trajectory is edited. */
const COMPLETION_TRIGGERS = ['<', '/', '"', "'", ' ', ':'];
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('pagetrace');
const INLAY_HINTS = 'inlayHints.rewards';
/** The names of tags and tools, for linked editing. */
const NAME = /^[A-Za-z_][\w-]*$/;

const SYMBOL_KINDS: Readonly<Record<OutlineItem['kind'], vscode.SymbolKind>> = {
  'front-matter': vscode.SymbolKind.Namespace,
  block: vscode.SymbolKind.Struct,
  tool: vscode.SymbolKind.Function,
  part: vscode.SymbolKind.Field,
  thought: vscode.SymbolKind.String,
};

/**
 * Registers the language service's features with VS Code. In Markdown code fences everything works except features of a
 * whole document (the outline, references, and renames), which other Markdown providers handle.
 */
export function registerProviders(
  language: LanguageClient,
  pages: FindingPages,
  onDidChangeRewards: vscode.Event<unknown>,
): vscode.Disposable {
  return vscode.Disposable.from(
    reading(language),
    navigating(language),
    writing(language, pages),
    hinting(language, onDidChangeRewards),
  );
}

/** Registers hovers, outline, folding, selection, and colors. */
function reading(language: LanguageClient): vscode.Disposable {
  const legend = new vscode.SemanticTokensLegend([...TOKEN_TYPES], [...TOKEN_MODIFIERS]);
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(WITH_FENCES, {
      provideHover: (document, position, token) =>
        language.ask(document, token, null, async (service, source) => {
          const hover = await service.hover(source, document.offsetAt(position));
          return hover && new vscode.Hover(markdownString(hover.markdown), toRange(document, hover.span));
        }),
    }),
    vscode.languages.registerDocumentSymbolProvider(
      TRAJECTORIES,
      {
        provideDocumentSymbols: (document, token) =>
          language.ask<vscode.DocumentSymbol[]>(document, token, [], async (service, source) =>
            (await service.outline(source)).map((item) => symbolOf(document, item)),
          ),
      },
      { label: t('Trajectory') },
    ),
    vscode.languages.registerFoldingRangeProvider(WITH_FENCES, {
      provideFoldingRanges: (document, _context, token) =>
        language.ask<vscode.FoldingRange[]>(document, token, [], async (service, source) =>
          (await service.foldings(source)).map((folding) => foldingRange(document, folding)),
        ),
    }),
    vscode.languages.registerSelectionRangeProvider(WITH_FENCES, {
      provideSelectionRanges: (document, positions, token) =>
        language.ask<vscode.SelectionRange[] | null>(document, token, null, async (service, source) => {
          const all = await service.selections(
            source,
            positions.map((position) => document.offsetAt(position)),
          );
          return all.map((spans, index) => {
            const position = positions[index] ?? new vscode.Position(0, 0);
            const own = new vscode.Range(position, position);
            return spans.toReversed().reduce<vscode.SelectionRange>(
              (parent, span) => new vscode.SelectionRange(toRange(document, span), parent),
              // The outermost range is the document itself.
              new vscode.SelectionRange(spans.length === 0 ? own : wholeRange(document)),
            );
          });
        }),
    }),
    vscode.languages.registerDocumentSemanticTokensProvider(
      WITH_FENCES,
      {
        provideDocumentSemanticTokens: (document, token) =>
          language.ask<vscode.SemanticTokens | null>(document, token, null, async (service, source) => {
            const builder = new vscode.SemanticTokensBuilder(legend);
            for (const { span, type, modifiers } of await service.semanticTokens(source)) {
              const range = toRange(document, span);
              if (range.isSingleLine) builder.push(range, type, [...modifiers]);
            }
            return builder.build();
          }),
      },
      legend,
    ),
  );
}

/** Registers matching tags, definitions, references, and renames. */
function navigating(language: LanguageClient): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentHighlightProvider(WITH_FENCES, {
      provideDocumentHighlights: (document, position, token) =>
        language.ask<vscode.DocumentHighlight[] | null>(document, token, null, async (service, source) => {
          const pair = await service.tagPair(source, document.offsetAt(position));
          return (
            pair &&
            [pair.open, pair.close].map((span) => new vscode.DocumentHighlight(toRange(document, span)))
          );
        }),
    }),
    vscode.languages.registerLinkedEditingRangeProvider(WITH_FENCES, {
      provideLinkedEditingRanges: (document, position, token) =>
        language.ask<vscode.LinkedEditingRanges | null>(document, token, null, async (service, source) => {
          const pair = await service.tagPair(source, document.offsetAt(position));
          return (
            pair &&
            new vscode.LinkedEditingRanges(
              [pair.open, pair.close].map((span) => toRange(document, span)),
              NAME,
            )
          );
        }),
    }),
    vscode.languages.registerDefinitionProvider(WITH_FENCES, {
      provideDefinition: (document, position, token) =>
        language.ask<vscode.LocationLink[]>(document, token, [], async (service, source) => {
          const definition = await service.definition(source, document.offsetAt(position));
          if (definition === null) return [];
          const prompt = await vscode.workspace.openTextDocument(vscode.Uri.parse(definition.prompt.uri));
          return [
            {
              originSelectionRange: toRange(document, definition.origin),
              targetUri: prompt.uri,
              targetRange: toRange(prompt, definition.span),
            },
          ];
        }),
    }),
    vscode.languages.registerReferenceProvider(TRAJECTORIES, {
      provideReferences: (document, position, _context, token) =>
        language.ask<vscode.Location[]>(document, token, [], async (service, source) =>
          (await service.references(source, document.offsetAt(position))).map(
            (span) => new vscode.Location(document.uri, toRange(document, span)),
          ),
        ),
    }),
    vscode.languages.registerRenameProvider(TRAJECTORIES, {
      prepareRename: (document, position, token) =>
        language.ask<vscode.Range | null>(document, token, null, async (service, source) => {
          const span = await service.renamed(source, document.offsetAt(position));
          if (span === null)
            throw new Error(t('Only tools can be renamed. Place the cursor on the name of a tool.'));
          return toRange(document, span);
        }),
      provideRenameEdits: (document, position, name, token) =>
        language.ask<vscode.WorkspaceEdit | null>(document, token, null, async (service, source) =>
          workspaceEdit(document, await service.rename(source, document.offsetAt(position), name)),
        ),
    }),
  );
}

/** Registers completion and repairs. */
function writing(language: LanguageClient, pages: FindingPages): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      WITH_FENCES,
      {
        provideCompletionItems: (document, position, token) =>
          language.ask<vscode.CompletionItem[]>(document, token, [], async (service, source) =>
            (await service.completions(source, document.offsetAt(position))).map((completion, index) =>
              completionItem(document, completion, index),
            ),
          ),
      },
      ...COMPLETION_TRIGGERS,
    ),
    vscode.languages.registerCodeActionsProvider(
      WITH_FENCES,
      {
        provideCodeActions: (document, range, context, token) =>
          language.ask<vscode.CodeAction[]>(document, token, [], async (service, source) => {
            const { only } = context;
            if (only !== undefined && vscode.CodeActionKind.Source.contains(only)) {
              const edits = only.contains(FIX_ALL) ? await service.fixAll(source) : [];
              if (edits.length === 0) return [];
              const all = new vscode.CodeAction(t('Apply all unambiguous fixes'), FIX_ALL);
              all.edit = workspaceEdit(document, edits);
              return [all];
            }
            if (only !== undefined && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
            const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
            const fixes = await service.fixes(source, span);
            const diagnostics = await pages.linked(
              document,
              fixes.map(({ diagnostic }) => diagnostic),
            );
            return fixes.map((fix, index) => {
              const action = new vscode.CodeAction(plainText(fix.title), vscode.CodeActionKind.QuickFix);
              action.edit = workspaceEdit(document, fix.edits);
              action.diagnostics = diagnostics.slice(index, index + 1);
              action.isPreferred = fix.preferred;
              return action;
            });
          }),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL] },
    ),
  );
}

/** Registers what each tool call earns or loses, unless the setting turns this off. */
function hinting(language: LanguageClient, onDidChangeRewards: vscode.Event<unknown>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    onDidChangeRewards(() => {
      changed.fire();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`pagetrace.${INLAY_HINTS}`)) changed.fire();
    }),
    vscode.languages.registerInlayHintsProvider(WITH_FENCES, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: (document, range, token) =>
        language.ask<vscode.InlayHint[]>(document, token, [], async (service, source) => {
          if (!setting(INLAY_HINTS, document.uri)) return [];
          const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
          return (await service.inlayHints(source, span)).map((hint) => inlayHint(document, hint));
        }),
    }),
  );
}

const wholeRange = (document: vscode.TextDocument): vscode.Range =>
  new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);

function symbolOf(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const symbol = new vscode.DocumentSymbol(
    plainText(item.name),
    plainText(item.detail),
    SYMBOL_KINDS[item.kind],
    toRange(document, item.span),
    toRange(document, item.nameSpan),
  );
  symbol.children = item.children.map((child) => symbolOf(document, child));
  return symbol;
}

function foldingRange(document: vscode.TextDocument, { span, kind }: Folding): vscode.FoldingRange {
  const { start, end } = toRange(document, span);
  return new vscode.FoldingRange(
    start.line,
    end.line,
    kind === 'front-matter' ? vscode.FoldingRangeKind.Region : undefined,
  );
}

function inlayHint(document: vscode.TextDocument, { offset, label, tooltip }: InlayHint): vscode.InlayHint {
  const hint = new vscode.InlayHint(document.positionAt(offset), plainText(label));
  hint.paddingLeft = true;
  hint.tooltip = markdownString(tooltip);
  return hint;
}
