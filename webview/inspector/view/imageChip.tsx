import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { InspectorModel } from '../model/inspectorModel.ts';

interface ImageChipProps {
  readonly model: InspectorModel;
  readonly image: number;
  readonly text: string;
  /** Whether it is a tab stop; only the chips of the current step are. */
  readonly stop: boolean;
}

/** `Image k` in the text of a step; choosing it marks the image in the strip. */
export function ImageChip({ model, image, text, stop }: ImageChipProps): JSX.Element {
  const count = model.info.value?.images.length ?? 0;
  if (image < 1 || image > count) return <span class="chip missing">{text}</span>;
  return (
    <button
      type="button"
      class="chip image"
      tabIndex={stop ? 0 : -1}
      title={t('Show image {0} below', image)}
      onClick={(event) => {
        event.stopPropagation();
        model.pointAt(image);
      }}
    >
      {text}
    </button>
  );
}
