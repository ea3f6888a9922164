import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import { Button } from '../../shared/controls.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { TextChunks } from '../model/textChunks.ts';

interface RequestViewProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** The request as it was sent, without images and key. */
export function RequestView({ model, info }: RequestViewProps): JSX.Element {
  const request = info.request ?? '';
  const chunks = useMemo(() => new TextChunks(request), [request]);
  if (request === '')
    return <p class="hint">This trajectory was read from a file, so no request was sent.</p>;
  return (
    <>
      <div class="tools">
        <Button
          onClick={() => {
            model.command('copyCurl');
          }}
        >
          Copy Request as curl
        </Button>
        <span class="dim">Images and the key are left out.</span>
      </div>
      <div class="text" role="region" aria-label="Request" tabIndex={0}>
        <ChunkedList
          count={chunks.count}
          edition={request.length}
          estimate={(index) => (chunks.at(index).end - chunks.at(index).start) / 3}
          pinned={null}
          stamp={(index) => String(chunks.at(index).end)}
          render={(index) => request.slice(chunks.at(index).start, chunks.at(index).end)}
        />
      </div>
    </>
  );
}
