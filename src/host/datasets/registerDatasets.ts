import type { DocumentServices } from '../document/registerDocuments.ts';
import type { Services } from '../shared/services.ts';
import { isDatasetFile } from '../shared/datasetFiles.ts';
import { whenOpen } from '../shared/whenOpen.ts';

/** Registers data sets as files of the editor, once the first is open. */
export function registerDatasets(services: Services, documents: DocumentServices): void {
  services.context.subscriptions.push(
    whenOpen(
      ({ uri }) => isDatasetFile(uri),
      async () => {
        const { registerDatasetProviders } = await import('./datasetProviders.ts');
        return registerDatasetProviders(services, documents);
      },
    ),
  );
}
