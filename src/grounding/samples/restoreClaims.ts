import type { KeptDocuments, SearchedDocument } from '../../core/summary/groundableRow.ts';
import { hashFile } from '../../documents/hash.ts';
import { stampOf } from './documentShelf.ts';

/** The run whose claims were kept. */
export interface KeptRun {
  keptDocuments(): Promise<KeptDocuments>;
  restoreClaims(unchanged: KeptDocuments): Promise<unknown>;
}

/**
 * Brings back the claims that were found when a run was open before, in documents that have not changed since. A
 * document is read only if its size or its times are others than then.
 */
export async function restoreClaims(run: KeptRun): Promise<void> {
  const { generation, documents } = await run.keptDocuments();
  if (documents.length === 0) return;
  const unchanged: SearchedDocument[] = [];
  for (const document of documents) if (await isUnchanged(document)) unchanged.push(document);
  await run.restoreClaims({ generation, documents: unchanged });
}

async function isUnchanged({ path, hash, stamp }: SearchedDocument): Promise<boolean> {
  const now = await stampOf(path);
  if (now === '') return false;
  if (now === stamp) return true;
  return (await hashFile(path).catch(() => null)) === hash;
}
