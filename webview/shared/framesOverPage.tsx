import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { boxHeight, boxWidth, scaleBox, type PageBox, type ShareBox } from '../../src/core/geometry/box.ts';
import { pageToShare } from '../../src/core/geometry/conversions.ts';
import type { Size } from '../../src/core/geometry/size.ts';
import type { PageClaim, PageWord } from '../../src/protocol/document.ts';
import {
  claimTitle,
  frameLabel,
  nextOfClaims,
  type ClaimFrame,
  type SelectedClaim,
} from '../../src/protocol/claimFrames.ts';
import { placeLabels, type ScreenBox } from '../../src/core/grounding/placeLabels.ts';

interface FramesProps {
  readonly frames: readonly ClaimFrame[];
  /** Of the page as displayed, in points. */
  readonly size: Size;
  readonly selected: SelectedClaim;
}

interface FramesOverPageProps extends FramesProps {
  /** Of the page on the screen, in CSS pixels. */
  readonly screen: Size;
  /** The words of the page, which labels leave uncovered if there is room elsewhere. */
  readonly words: readonly PageWord[];
  /** The name of the group of labels. */
  readonly label: string;
  readonly onSelect: (claim: PageClaim) => void;
}

/** Below so many CSS pixels for a point of the page, frames are thinner: thick ones would lie on the next line. */
const SMALL = 0.6;

/** The frames of one page, and their labels, which are one stop for the Tab key; arrow keys move between them. */
export function FramesOverPage(props: FramesOverPageProps): JSX.Element {
  const { frames, size, screen, words, selected, label, onSelect } = props;
  const root = useRef<HTMLDivElement>(null);
  const focused = useSignal<string | null>(null);
  const toScreen = (box: PageBox): ScreenBox =>
    scaleBox(box, screen.width / size.width, screen.height / size.height);
  const texts = frames.map(({ claims }) => frameLabel(claims));
  const labels = placeLabels({
    labels: frames.map(({ boxes }, index) => ({ text: texts[index] ?? '', boxes: boxes.map(toScreen) })),
    words: words.map(({ box }) => toScreen(box)),
    page: screen,
  });
  const stop = (
    frames.find(({ key }) => key === focused.value) ??
    frames.find((frame) => isSelected(frame, selected)) ??
    frames[0]
  )?.key;

  const moveFocus = (event: KeyboardEvent): void => {
    const to = target(
      event.key,
      frames.findIndex(({ key }) => key === stop),
      frames.length,
    );
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    root.current?.querySelectorAll<HTMLElement>('.claim-label')[to]?.focus();
  };

  return (
    <div
      ref={root}
      role="group"
      class={screen.width < SMALL * size.width ? 'small-page' : undefined}
      aria-label={label}
      onKeyDown={moveFocus}
    >
      {frames.map((frame, index) => {
        const { box, isHiding = false } = labels[index] ?? {};
        return (
          <div key={frame.key}>
            <Boxes frame={frame} size={size} selected={selected} />
            <button
              type="button"
              class={`claim-label ${classesOf(frame, selected)}${isHiding ? ' is-hiding' : ''}`}
              style={{ left: `${box?.left ?? 0}px`, top: `${box?.top ?? 0}px` }}
              title={frame.claims.map(claimTitle).join('\n')}
              aria-label={`${texts[index] ?? ''}: ${frame.claims.map(claimTitle).join('; ')}`}
              aria-pressed={isSelected(frame, selected)}
              tabIndex={frame.key === stop ? 0 : -1}
              onFocus={() => {
                focused.value = frame.key;
              }}
              onClick={() => {
                const next = nextOfClaims(frame.claims, selected.claim);
                if (next !== undefined) onSelect(next);
              }}
            >
              {texts[index]}
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** The frames of one page without labels, for a small picture of it. */
export function FramesOnly({ frames, size, selected }: FramesProps): JSX.Element {
  return (
    <>
      {frames.map((frame) => (
        <Boxes key={frame.key} frame={frame} size={size} selected={selected} />
      ))}
    </>
  );
}

interface BoxesProps {
  readonly frame: ClaimFrame;
  readonly size: Size;
  readonly selected: SelectedClaim;
}

function Boxes({ frame, size, selected }: BoxesProps): JSX.Element {
  const classes = classesOf(frame, selected);
  return (
    <>
      {frame.boxes.map((box, line) => (
        <span key={line} class={`claim-frame ${classes}`} style={shareStyle(pageToShare(box, size))} />
      ))}
    </>
  );
}

function classesOf(frame: ClaimFrame, selected: SelectedClaim): string {
  const look = [
    frame.shape,
    `is-${frame.status}`,
    isSelected(frame, selected) && 'is-selected',
    frame.claims.some(({ step }) => step === selected.step) && 'is-of-step',
  ];
  return look.filter(Boolean).join(' ');
}

function isSelected({ claims }: ClaimFrame, selected: SelectedClaim): boolean {
  return claims.some(({ claim }) => claim === selected.claim);
}

/** The place of a frame in its page at any zoom: the box with the same space around it, in CSS pixels. */
function shareStyle(box: ShareBox): Record<string, string> {
  const percent = (share: number): string => `${share * 100}%`;
  return {
    left: `calc(${percent(box.left)} - var(--frame-space))`,
    top: `calc(${percent(box.top)} - var(--frame-space))`,
    width: `calc(${percent(boxWidth(box))} + 2 * var(--frame-space))`,
    height: `calc(${percent(boxHeight(box))} + 2 * var(--frame-space))`,
  };
}

function target(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
