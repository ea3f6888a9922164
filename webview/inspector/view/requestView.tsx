import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { readSentRequest } from '../../../src/core/records/sentRequest.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import { Button } from '../../shared/controls.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { TextChunks } from '../model/textChunks.ts';

interface RequestViewProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** The request as it was sent, without images and key: its messages as they read, or its JSON. */
export function RequestView({ model, info }: RequestViewProps): JSX.Element {
  const request = info.request ?? '';
  const sent = useMemo(() => readSentRequest(request), [request]);
  const [asJson, setAsJson] = useState(false);
  if (request === '')
    return <p class="hint">{t('This trajectory was read from a file, so no request was sent.')}</p>;
  return (
    <>
      <div class="tools">
        {sent !== null && (
          <Button
            pressed={asJson}
            onClick={() => {
              setAsJson(!asJson);
            }}
          >
            {t('JSON')}
          </Button>
        )}
        <Button
          onClick={() => {
            model.command('copyCurl');
          }}
        >
          {t('Copy Request as curl')}
        </Button>
        <span class="dim">{t('Images and the key are left out.')}</span>
      </div>
      {sent === null || asJson ? (
        <RequestText label={t('Request as JSON')} text={request} />
      ) : (
        <>
          <p class="request-settings">
            <span>{sent.url}</span>
            {sent.settings.map(([name, value]) => (
              <span key={name}>
                {name} <b>{value}</b>
              </span>
            ))}
          </p>
          {sent.messages.map(({ role, text }, index) => (
            <section key={index} aria-label={t('Message of role {0}', role)}>
              <h2 class="request-role">{role}</h2>
              <RequestText label={t('Text of the {0} message', role)} text={text} />
            </section>
          ))}
        </>
      )}
    </>
  );
}

/** A text of any length, of which only the parts near the view are drawn. */
function RequestText({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  const chunks = useMemo(() => new TextChunks(text), [text]);
  return (
    <div class="text" role="region" aria-label={label} tabIndex={0}>
      <ChunkedList
        count={chunks.count}
        edition={text.length}
        estimate={(index) => (chunks.at(index).end - chunks.at(index).start) / 3}
        pinned={null}
        stamp={(index) => String(chunks.at(index).end)}
        render={(index) => text.slice(chunks.at(index).start, chunks.at(index).end)}
      />
    </div>
  );
}
