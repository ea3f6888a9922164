import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
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

const REFERENCE = /\bimage[ \t]+(\d{1,4})(?!\d)/gi;

/** `text` with every `Image k` in it as a chip. */
export function withImageChips(model: InspectorModel, text: string, stop: boolean): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index));
    parts.push(
      <ImageChip key={match.index} model={model} image={Number(match[1])} text={match[0]} stop={stop} />,
    );
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
