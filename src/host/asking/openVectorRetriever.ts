import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { connect } from '../../inference/connect.ts';
import { modelToAsk } from '../../inference/modelToAsk.ts';
import { withServerName } from '../../inference/withServerName.ts';
import type { Retriever } from '../../retrieval/model.ts';
import type { RetrievalThread } from '../../retrieval/retrievalThread.ts';
import { vectorRetriever, type VectorRetrieverOptions } from '../../retrieval/vectorRetriever.ts';
import { workerVectors } from '../../retrieval/workerStores.ts';
import type { Servers } from '../servers/servers.ts';
import { configuredServers, setting } from '../shared/settings.ts';

export interface OpenVectorRetrieverOptions extends Pick<VectorRetrieverOptions, 'byTerms' | 'onProgress'> {
  /** The thread that keeps the index. */
  readonly thread: RetrievalThread;
  readonly servers: Pick<Servers, 'requireTrust' | 'agreeToSend' | 'inference'>;
}

/**
 * A retriever by vectors of page images, which the server that the settings name makes; the person has agreed to send
 * them there.
 * @throws PageTraceError `untrusted` in Restricted Mode, `bad-input` if the settings name no server, `cancelled`, and the
 * errors of connecting
 */
export async function openVectorRetriever(
  { servers, thread, ...options }: OpenVectorRetrieverOptions,
  signal: AbortSignal,
): Promise<Retriever> {
  servers.requireTrust();
  const address = chosenServer();
  const { name } = address;
  const { inference: deps } = servers;
  const status = await connect(address, deps, signal).catch((error: unknown) => {
    throw withServerName(error, name);
  });
  await servers.agreeToSend(status);
  const server = { name, url: address.url, model: modelToAsk(status), deps };
  return vectorRetriever({ ...options, store: workerVectors(thread), server });
}

function chosenServer(): ReturnType<typeof configuredServers>[number] {
  const name = setting('retrieval.server');
  const address = configuredServers().find((server) => server.name === name);
  if (address !== undefined) return address;
  throw new PageTraceError(
    'bad-input',
    name === ''
      ? t('No server is chosen that finds pages by embeddings.')
      : t('pagetrace.servers has no server called “{0}”, which finds pages by embeddings.', name),
    {
      hint: t(
        'Add a vLLM with a model such as ColQwen3 to pagetrace.servers, and name it in pagetrace.retrieval.server; or set pagetrace.retrieval.retriever to bm25.',
      ),
    },
  );
}
