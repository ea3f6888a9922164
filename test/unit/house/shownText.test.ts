import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const HOST = path.join(root, 'src/host');
/** The only file that calls these. */
const WORKBENCH = 'shared/workbench.ts';

/** What shows text as Markdown, or as text with links or icons. */
const ONLY_THERE =
  /^(show(Information|Warning|Error)Message|showQuickPick|showInputBox|withProgress|setStatusBarMessage|MarkdownString|appendMarkdown|appendText|appendCodeblock|isTrusted|supportHtml|supportThemeIcons|baseUri)$/;
/** Names of that kind in another sense: whether the workspace is trusted. */
const OTHERS: ReadonlySet<string> = new Set(['shared/services.ts isTrusted']);
/** Properties of what the workbench shows. */
const SHOWN_PROPERTIES =
  /^(title|label|description|detail|tooltip|text|message|prompt|placeholder|placeHolder|validationMessage|documentation|accessibilityInformation)$/;
/** Which arguments of new values of VS Code are shown. */
const SHOWN_ARGUMENTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['TreeItem', [0]],
  ['Diagnostic', [1]],
  ['DiagnosticRelatedInformation', [1]],
  ['DocumentSymbol', [0, 1]],
  ['CompletionItem', [0]],
  ['InlayHint', [1]],
  ['CodeAction', [0]],
  ['CodeLens', [1]],
  ['Hover', [0]],
  ['createWebviewPanel', [1]],
  ['createTestController', [1]],
  ['createTestItem', [1]],
  ['TestMessage', [0]],
]);

/** Whether an expression shows nothing of a file, a model or a server that was not escaped. */
function isSafe(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node)) return true;
  if (ts.isIdentifier(node)) return node.text === 'undefined';
  if (node.kind === ts.SyntaxKind.NullKeyword) return true;
  if (ts.isParenthesizedExpression(node)) return isSafe(node.expression);
  if (ts.isConditionalExpression(node)) return isSafe(node.whenTrue) && isSafe(node.whenFalse);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => isSafe(expression));
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (property) =>
        !SHOWN_PROPERTIES.test(property.name?.getText() ?? '') ||
        (ts.isPropertyAssignment(property) && isSafe(property.initializer)),
    );
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
  const { text } = node.expression;
  return (
    ['plainText', 'markdownString'].includes(text) || (text === 't' && node.arguments.slice(1).every(isSafe))
  );
}

/** The places of a file of the host that show text without escaping it. */
function unescaped(file: string, source: string): readonly string[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node): void => {
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${node.getText().split('\n', 1)[0] ?? ''}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && ONLY_THERE.test(node.text) && !OTHERS.has(`${file} ${node.text}`))
      report(node);
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      !ts.isPrivateIdentifier(node.left.name) &&
      SHOWN_PROPERTIES.test(node.left.name.text) &&
      !isSafe(node.right)
    )
      report(node);
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isPropertyAccessExpression(node.expression)
    ) {
      for (const index of SHOWN_ARGUMENTS.get(node.expression.name.text) ?? []) {
        const shown = node.arguments?.[index];
        if (shown !== undefined && !isSafe(shown)) report(shown);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

it('the host shows text of others in escaping places only', () => {
  const files = fs
    .globSync('**/*.ts', { cwd: HOST })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file !== WORKBENCH);
  expect(files.flatMap((file) => unescaped(file, fs.readFileSync(path.join(HOST, file), 'utf8')))).toEqual(
    [],
  );
});

it('the command line writes through its terminal only', () => {
  const cli = path.join(root, 'src/cli');
  const direct = fs
    .globSync('**/*.ts', { cwd: cli })
    .filter((file) =>
      /\bconsole\.|process\.std(?:out|err)/.test(fs.readFileSync(path.join(cli, file), 'utf8')),
    );
  expect(direct).toEqual(['main.ts']);
});

it('no text is HTML, trusted without naming its commands, or with icons', () => {
  const source = fs.readFileSync(path.join(HOST, WORKBENCH), 'utf8');
  expect(source).not.toMatch(/supportHtml|supportThemeIcons|isTrusted = true/);
});

it.each([
  ['void vscode.window.showErrorMessage(error.message);'],
  ['const { showQuickPick } = vscode.window;'],
  ['const tooltip = new vscode.MarkdownString(text);'],
  ['tooltip.appendMarkdown(text);'],
  ['tooltip.isTrusted = true;'],
  ['item.text = `$(graph) ${reward.label}`;'],
  ['item.tooltip = reward.tooltip;'],
  ['item.accessibilityInformation = { label: reward.label };'],
  ["item.description = t('about {0}', name);"],
  ['panel.title = titleOf(source);'],
  ['input.validationMessage = { message, severity };'],
  ['const item = new vscode.TreeItem(question);'],
  ['const found = new vscode.Diagnostic(range, message, severity);'],
  ['const panel = vscode.window.createWebviewPanel(type, name, column);'],
  ['const action = new vscode.CodeAction(fix.title, kind);'],
  ['const item = new vscode.CompletionItem({ label: name });'],
])('finds the unescaped text in %s', (source) => {
  expect(unescaped('planted.ts', source)).toHaveLength(1);
});

it.each([
  ['item.text = `$(graph) ${plainText(reward.label)}`;'],
  ["item.description = filter === '' ? '' : plainText(t('filtered by {0}', filter));"],
  ["input.title = t('Filter');"],
  ['const item = new vscode.TreeItem(plainText(question));'],
  ['hint.tooltip = markdownString(tooltip);'],
  ["item.command = { command, title: t('Open') };"],
  ['this.#message = message;'],
])('finds nothing in %s', (source) => {
  expect(unescaped('planted.ts', source)).toEqual([]);
});
