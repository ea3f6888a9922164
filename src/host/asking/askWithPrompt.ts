import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { ParsePrompt } from '../../core/prompts/model.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { Asker } from './asker.ts';
import type { Comparisons } from '../inspector/comparisons.ts';
import type { OpenSource } from '../inspector/inspectorSource.ts';
import { promptOf } from '../prompts/promptDocuments.ts';
import { requireTrust } from './recordedDraft.ts';
import { repeatWithPrompt, type RepeatDeps } from './repeatWithPrompt.ts';

export interface AskWithPromptDeps extends RepeatDeps {
  readonly asker: Pick<Asker, 'ask'>;
  readonly comparisons: Pick<Comparisons, 'show'>;
  /** The trajectory in view, otherwise the last one that was asked; null if there is none. */
  readonly last: () => Promise<SourceIdentity | null>;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
  readonly parsePrompt: ParsePrompt;
  readonly trusted: () => boolean;
}

/**
 * `PageTrace: Ask Again with This Prompt`: asks the last question with the prompt in the active editor, saved or not,
 * and shows the earlier and the new trajectory side by side.
 * @throws PageTraceError `untrusted`, `bad-input` without a prompt or a question, `prompt-broken`, and what asking
 * throws
 */
export async function askWithPrompt(deps: AskWithPromptDeps): Promise<void> {
  requireTrust(deps.trusted());
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    throw new PageTraceError('bad-input', t('No prompt file is open in the active editor.'), {
      hint: t(
        'Open a prompt file (PageTrace: Open Prompt File, or New Prompt from Preset), change it, and run this command again.',
      ),
    });
  }
  const prompt = await promptOf(editor.document, deps.parsePrompt);
  const last = await deps.last();
  const before = last && (await deps.open(last));
  const asked = before?.sample(0);
  if (!before || !asked) {
    before?.dispose();
    throw new PageTraceError('bad-input', t('There is no question to ask again.'), {
      hint: t('Ask a question about a document first (PageTrace: Ask About Document).'),
    });
  }
  const compared = { shown: false };
  try {
    const { info } = asked;
    const locate = (reference: string): Promise<vscode.Uri> => before.locate(reference);
    await deps.asker.ask(
      await repeatWithPrompt({ info, locate, samples: before.sampleCount }, prompt, deps),
      {
        show: (after) => {
          compared.shown = true;
          deps.comparisons.show({ before, after });
        },
      },
    );
  } finally {
    if (!compared.shown) before.dispose();
  }
}
