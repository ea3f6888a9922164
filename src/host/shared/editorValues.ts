import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { Severity, Span } from '../../core/span.ts';
import type { Diagnostic, TextEdit } from '../../language/model.ts';
import { plainText } from '../../core/plainText.ts';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** A span of a document, in UTF-16 offsets, as a VS Code range. */
export function toRange(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Edits of a document as a VS Code workspace edit. */
export function workspaceEdit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
  const all = new vscode.WorkspaceEdit();
  for (const { span, newText } of edits) all.replace(document.uri, toRange(document, span), newText);
  return all;
}

/** A diagnostic as VS Code shows it. */
export function vscodeDiagnostic(
  document: vscode.TextDocument,
  { span, message, severity, code }: Diagnostic,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(toRange(document, span), plainText(message), SEVERITIES[severity]);
  diagnostic.source = 'PageTrace';
  diagnostic.code = code;
  return diagnostic;
}

/** An error that kept a document from being checked, as a diagnostic at its start. */
export function uncheckedDiagnostic(error: unknown): vscode.Diagnostic {
  const { message, hint } = asPageTraceError(error);
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, 0),
    plainText([message, hint].join(' ').trimEnd()),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'PageTrace';
  return diagnostic;
}
