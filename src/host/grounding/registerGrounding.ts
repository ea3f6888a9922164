import type { DocumentServices } from '../document/registerDocuments.ts';
import type { Services } from '../shared/services.ts';
import { Groundings } from './groundings.ts';

/** Creates what finds the claims of trajectories. */
export function registerGrounding(
  { context, files, notices, trusted, log }: Services,
  { library }: Pick<DocumentServices, 'library'>,
): Groundings {
  const groundings = new Groundings({
    context,
    library,
    onDidChangePermissions: files.onDidChange,
    notices,
    trusted,
    log,
  });
  context.subscriptions.push(groundings);
  return groundings;
}
