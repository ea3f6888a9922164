import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { findPassage, type Passage } from '../../core/passage.ts';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import type { Inspectors } from '../inspector/inspectors.ts';
import type { InspectorSource, OpenSource } from '../inspector/inspectorSource.ts';
import type { FilePermissions } from '../shared/filePermissions.ts';
import { showInformation, showWarning } from '../shared/workbench.ts';
import { fileIdentity } from '../trajectories/fileIdentity.ts';
import { readLink, type Link } from './link.ts';

export interface OpenLinkDeps {
  readonly files: Pick<FilePermissions, 'isInWorkspace'>;
  readonly trusted: () => boolean;
  readonly inspectors: Pick<Inspectors, 'find' | 'show' | 'reveal'>;
  /** Opens a source that no inspector shows. */
  readonly open: OpenSource;
}

/**
 * Opens what a link leads to. A file outside of the workspace is opened only if the person agrees.
 * @throws PageTraceError why it is not opened
 */
export async function openLink(
  address: { readonly path: string; readonly query: string },
  deps: OpenLinkDeps,
): Promise<void> {
  const { target, sample, passage } = readLink(address);
  const identity =
    target.kind === 'recent' ? questionIdentity(target.id) : await allowedFile(target.path, deps);
  if (identity === null) return;
  const shown = deps.inspectors.find(identity);
  const source = shown ?? (await deps.open(identity));
  if (source === null) throw notThere(target);
  const response = source.sample(sample)?.response;
  if (response === undefined) {
    if (shown === null) source.dispose();
    throw new PageTraceError('bad-input', t('There is no sample {0}.', sample + 1));
  }
  deps.inspectors.show(source, { preserveFocus: false });
  if (sample === 0 && passage === null) return;
  reveal(source, sample, { response, passage, deps });
}

function notThere(target: Link['target']): PageTraceError {
  return target.kind === 'recent'
    ? new PageTraceError('bad-input', t('This trajectory is no longer kept.'), {
        hint: t('The link leads to the list of recent trajectories of the machine on which it was copied.'),
      })
    : new PageTraceError('file-not-found', t('{0} could not be read.', path.basename(target.path)), {
        hint: t('Check that it still exists and that you have permission to read it.'),
      });
}

/**
 * The identity of a file that may be opened; null if the person does not want to open it.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `untrusted`
 */
async function allowedFile(
  file: string,
  { files, trusted }: OpenLinkDeps,
): Promise<ReturnType<typeof fileIdentity> | null> {
  const uri = vscode.Uri.file(file);
  const real = await fs.realpath(file).catch(() => null);
  const found = real === null ? null : await fs.stat(real).catch(() => null);
  if (real === null || found === null) throw notThere({ kind: 'file', path: file });
  if (!found.isFile() || path.extname(real) !== path.extname(file)) {
    throw new PageTraceError('file-unreadable', t('{0} is not a trajectory file.', file), {
      hint: t('Open the trajectory itself.'),
    });
  }
  if (await files.isInWorkspace(uri)) return fileIdentity(uri);
  if (!trusted()) {
    const { forbidden } = await import('../shared/namedPath.ts');
    throw forbidden(uri);
  }
  // What is opened is the file that the person was asked about, whatever happens to links meanwhile.
  return (await mayOpen(real)) ? fileIdentity(vscode.Uri.file(real)) : null;
}

async function mayOpen(file: string): Promise<boolean> {
  const open = t('Open');
  const detail = t(
    'A link leads to this file, which is outside of this workspace. Open it only if you trust where the link comes from.',
  );
  return (await showWarning(t('Open {0}?', file), { modal: true, detail }, open)) === open;
}

interface RevealedPassage {
  readonly response: string;
  readonly passage: Passage | null;
  readonly deps: OpenLinkDeps;
}

/** Selects a passage, or the place nearest to where it was, and says so if it is not where it was. */
function reveal(source: InspectorSource, sample: number, { response, passage, deps }: RevealedPassage): void {
  if (passage === null) {
    deps.inspectors.reveal(source.identity, sample, { start: 0, end: 0 });
    return;
  }
  const found = findPassage(response, passage);
  const start = Math.min(passage.start, response.length);
  const end = Math.min(passage.start + passage.length, response.length);
  deps.inspectors.reveal(source.identity, sample, found ?? { start, end });
  if (found === null) {
    void showInformation(
      t(
        'The response has changed since this link was copied, and no longer has what it leads to. This is the nearest place.',
      ),
    );
  } else if (found.start !== passage.start) {
    void showInformation(
      t('The response has changed since this link was copied. What it leads to has moved here.'),
    );
  }
}
