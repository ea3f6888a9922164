import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { boxHeight, boxWidth } from '../../../src/core/geometry/box.ts';
import type { DrawnBox } from '../model/boxes.ts';

interface BoxesProps {
  readonly boxes: readonly DrawnBox[];
  /** The size of the sent image, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The box at the selection. */
  readonly current: DrawnBox | null;
}

/** The radius of the ring that marks a point, in pixels of the image. */
const POINT = 7;

/** Frames over an image that is shown whole in the same box; the same information is in words next to it. */
export function BoxFrames({ boxes, width, height, current }: BoxesProps): JSX.Element | null {
  if (boxes.length === 0) return null;
  return (
    <svg
      class="frames"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      {boxes.map((box) => (
        <Frame key={box.name} box={box} isCurrent={box === current} />
      ))}
    </svg>
  );
}

function Frame({ box, isCurrent }: { readonly box: DrawnBox; readonly isCurrent: boolean }): JSX.Element {
  const { left, top, owner } = box;
  const look = isCurrent ? `frame ${owner} current` : `frame ${owner}`;
  const isPoint = boxWidth(box) === 0 && boxHeight(box) === 0;
  if (isPoint) return <circle class={look} cx={left} cy={top} r={POINT} />;
  return (
    <>
      {isCurrent && <line class={`leader ${owner}`} x1={0} y1={top} x2={left} y2={top} />}
      <rect class={look} x={left} y={top} width={boxWidth(box)} height={boxHeight(box)} />
    </>
  );
}

/** Height of a name next to the image, in CSS pixels. */
const NAME_HEIGHT = 18;

interface NamesProps {
  readonly boxes: readonly DrawnBox[];
  /** The height of the image in pixels, and how many CSS pixels each of them takes. */
  readonly height: number;
  readonly scale: number;
  readonly current: DrawnBox | null;
  readonly onChoose: (box: DrawnBox) => void;
}

/**
 * The names of the boxes next to the image, each at the height of its box or below the previous name, so that none
 * covers the image.
 */
export function BoxNames({ boxes, height, scale, current, onChoose }: NamesProps): JSX.Element | null {
  if (boxes.length === 0) return null;
  let free = 0;
  const placed = boxes
    .toSorted((a, b) => a.top - b.top)
    .map((box) => {
      const top = Math.max(free, Math.min(box.top * scale, height * scale - NAME_HEIGHT));
      free = top + NAME_HEIGHT;
      return { box, top };
    });
  return (
    <ul class="box-names" aria-label={t('Boxes on the image')}>
      {placed.map(({ box, top }) => (
        <li key={box.name} style={{ top: `${top}px` }}>
          <BoxName box={box} isCurrent={box === current} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function boxPhrase({ name, owner }: DrawnBox): string {
  switch (owner) {
    case 'model':
      return t('Box {0}, by the model', name);
    case 'tool':
      return t('Box {0}, by the other tool', name);
    case 'reference':
      return t('Box {0}, from the reference', name);
  }
}

interface NameProps {
  readonly box: DrawnBox;
  readonly isCurrent: boolean;
  readonly onChoose: (box: DrawnBox) => void;
}

function BoxName({ box, isCurrent, onChoose }: NameProps): JSX.Element {
  const { name, owner, label, span } = box;
  const said = label === null ? boxPhrase(box) : `${boxPhrase(box)}: ${label}`;
  const look = isCurrent ? `box-name ${owner} current` : `box-name ${owner}`;
  if (span === null)
    return (
      <span class={look} title={said}>
        {name}
      </span>
    );
  return (
    <button
      type="button"
      class={look}
      title={said}
      aria-label={said}
      aria-pressed={isCurrent}
      onClick={() => {
        onChoose(box);
      }}
    >
      {name}
    </button>
  );
}
