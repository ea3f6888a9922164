import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { boxesPhrase } from '../model/boxes.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { BoxNames } from './boxOverlay.tsx';
import { currentBox, Frames, ImageFacts, type ImageStripProps } from './imageStrip.tsx';
import { imageKey } from './images.ts';
import { useLoaded } from './useLoaded.ts';

/** `; IoU with the reference: model 0.83, tool 0.41`, as far as the reward reports it. */
function overlapPhrase(model: InspectorModel): string {
  const reported = model.sample.value?.explained.value?.score?.reported ?? {};
  const { model_iou: byModel, tool_iou: byTool } = reported;
  const said = [
    byModel != null && t('model {0}', byModel.toFixed(2)),
    byTool != null && t('tool {0}', byTool.toFixed(2)),
  ].filter((phrase) => phrase !== false);
  return said.length === 0 ? '' : `; ${t('IoU with the reference: {0}', said.join(', '))}`;
}

/** The exact image, enlarged, over everything else. Escape or a click outside of it closes it. */
export function Enlarged({ model, images, source }: ImageStripProps): JSX.Element | null {
  const shown = images.find(({ image }) => image === model.enlarged.value) ?? null;
  const dialog = useRef<HTMLDialogElement | null>(null);
  const loaded = useLoaded(() => source(shown?.image ?? 0), shown === null ? null : imageKey(shown));
  const open = shown !== null;
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (shown === null) return null;
  const boxes = model.boxesOn(shown);
  const current = currentBox(model, boxes);
  const close = (): void => {
    dialog.current?.close();
    model.enlarged.value = null;
  };
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-label={t('Image {0}, page {1} of {2}', shown.image, shown.page, shown.document)}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="enlarged-bar">
        <span>
          <b>{t('Image {0}', shown.image)}</b>, {t('page {0} of {1}', shown.page, shown.document)}
        </span>
        <div class="enlarged-facts">
          <ImageFacts image={shown} />
          {boxes.length > 0 && (
            <p>
              {t('boxes: {0}', boxesPhrase(boxes))}
              {overlapPhrase(model)}
            </p>
          )}
        </div>
        <button
          type="button"
          class="link"
          onClick={() => {
            model.post({ type: 'showPage', image: shown.image });
          }}
        >
          {t('Show the page')}
        </button>
        <button type="button" class="link" onClick={close}>
          {t('Close')}
        </button>
      </div>
      <div class="enlarged-image" tabIndex={0} role="region" aria-label={t('The image in its own size')}>
        {loaded.value !== null && (
          <div class={boxes.length > 0 ? 'enlarged-figure boxed' : 'enlarged-figure'}>
            <img src={loaded.value} alt={t('Page {0} of {1}', shown.page, shown.document)} />
            <Frames image={shown} boxes={boxes} current={current} />
            <BoxNames
              boxes={boxes}
              height={shown.height ?? 0}
              current={current}
              onChoose={({ span }) => {
                if (span !== null) model.select(span, 'link', true);
              }}
            />
          </div>
        )}
        {loaded.failed !== null && <p class="warned">{loaded.failed}</p>}
      </div>
    </dialog>
  );
}
