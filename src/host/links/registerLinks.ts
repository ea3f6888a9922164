import * as vscode from 'vscode';
import type { Span } from '../../core/span.ts';
import { clickedSource } from '../inspector/inspectorSource.ts';
import type { InspectorServices } from '../inspector/registerInspector.ts';
import { commands } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';

/** Registers links to trajectories, steps and claims: the command that copies them, and what opens them. */
export function registerLinks(
  { context, error, files, trusted }: Services,
  { inspectors, open }: Pick<InspectorServices, 'inspectors' | 'open'>,
) {
  context.subscriptions.push(
    vscode.window.registerUriHandler({
      handleUri: (uri) => {
        const opening = import('./openLink.ts').then(({ openLink }) =>
          openLink(uri, { files, trusted, inspectors, open }),
        );
        return opening.catch(error);
      },
    }),
  );
  return {
    commands: {
      [commands.copyLink]: async (clicked: unknown, sample: unknown) => {
        const source = clickedSource(clicked);
        const inspected = source ? { source, sample: Number(sample ?? 0) } : inspectors.active();
        const { copyLink } = await import('./copyLink.ts');
        await copyLink(inspected, context.extension.id, spanOf(clicked));
      },
    } satisfies Record<string, CommandHandler>,
  };
}

/** The step or claim whose context menu a command was chosen from; null if there is none. */
function spanOf(clicked: unknown): Span | null {
  if (typeof clicked !== 'object' || clicked === null || !('start' in clicked && 'end' in clicked))
    return null;
  const { start, end } = clicked;
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null;
}
