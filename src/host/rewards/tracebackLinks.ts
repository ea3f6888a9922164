import * as vscode from 'vscode';
import { tracebackLinks } from '../../userRewards/traceback.ts';
import { REWARD_OUTPUT_LANGUAGE } from '../shared/contributions.ts';

/** Links the locations in Python tracebacks, in the channel of the Python reward, to their lines. */
export function registerTracebackLinks(): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { language: REWARD_OUTPUT_LANGUAGE },
    {
      provideDocumentLinks: (document) =>
        tracebackLinks(document.getText()).map(
          ({ span, file, line }) =>
            new vscode.DocumentLink(
              new vscode.Range(document.positionAt(span.start), document.positionAt(span.end)),
              vscode.Uri.file(file).with({ fragment: `L${line}` }),
            ),
        ),
    },
  );
}
