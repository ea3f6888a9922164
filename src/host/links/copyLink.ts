import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { passageAt } from '../../core/passage.ts';
import type { Span } from '../../core/span.ts';
import { QUESTION } from '../asking/askedQuestionSource.ts';
import type { Inspected, InspectorSource } from '../inspector/inspectorSource.ts';
import { showStatus } from '../shared/workbench.ts';
import { LINK_PATH, linkQuery, type Link } from './link.ts';

/**
 * Copies a link to a trajectory.
 * @param inspected what is in view; null if nothing is
 * @param extension the id of this extension
 * @param span the step or claim that the link leads to, in the response; null for the trajectory
 * @throws PageTraceError `bad-input` if none is in view, and for one that is in no file and is not kept
 */
export async function copyLink(
  inspected: Inspected | null,
  extension: string,
  span: Span | null,
): Promise<void> {
  if (inspected === null) {
    throw new PageTraceError('bad-input', t('No trajectory is open in the inspector.'), {
      hint: t('Ask a question, open a recent trajectory, or inspect a trajectory file first.'),
    });
  }
  const { source, sample } = inspected;
  const response = source.sample(sample)?.response ?? '';
  const isPassage = span !== null && span.start < span.end && span.end <= response.length;
  const link: Link = {
    target: targetOf(source),
    sample,
    passage: isPassage ? passageAt(response, span) : null,
  };
  const address = vscode.Uri.from({
    scheme: vscode.env.uriScheme,
    authority: extension,
    path: LINK_PATH,
    query: linkQuery(link),
  });
  await vscode.env.clipboard.writeText(address.toString());
  showStatus(t('The link was copied.'), 3000);
}

function targetOf({ identity, isFile, uri }: InspectorSource): Link['target'] {
  if (identity.kind === QUESTION) return { kind: 'recent', id: identity.id };
  if (isFile && uri?.scheme === 'file') return { kind: 'file', path: uri.fsPath };
  throw new PageTraceError('bad-input', t('A link needs a trajectory that is in a file.'), {
    hint: t('Save it as a trajectory file first.'),
  });
}
