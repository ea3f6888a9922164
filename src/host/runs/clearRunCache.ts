import { t } from '@vscode/l10n';
import { bytesPhrase } from '../../core/bytesPhrase.ts';
import { DEFAULT_RUN_LIMITS } from '../../runs/index/model.ts';
import { clearCache } from '../../runs/worker/cacheFolder.ts';
import { showInformation } from '../shared/workbench.ts';

/** `PageTrace: Clear Cache of Runs`: removes what is kept of runs, but for what views of runs use, and says how much. */
export async function clearRunCache(cache: string): Promise<void> {
  const { bytes, inUse } = await clearCache(cache, DEFAULT_RUN_LIMITS.leaseTime);
  const removed =
    bytes === 0
      ? t('Nothing was removed.')
      : t('{0} of scores and unpacked files were removed.', bytesPhrase(bytes));
  const left = inUse === 0 ? '' : ` ${t('{0} stay: runs that are open use them.', bytesPhrase(inUse))}`;
  void showInformation(`${removed}${left}`);
}
