import { t } from '@vscode/l10n';
import { useComputed, useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { boxHeight, boxWidth, scaleBox, type PageBox } from '../../../src/core/geometry/box.ts';
import { pageToShare } from '../../../src/core/geometry/conversions.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { statusPhrase, stepPhrase } from '../../../src/core/grounding/claimWords.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { PageClaim, PageWord } from '../../../src/protocol/document.ts';
import { frameLabel, type ClaimFrame } from '../../../src/protocol/claimFrames.ts';
import { placeLabels, type ScreenBox } from '../model/claimLabels.ts';
import { pagePlace } from '../model/layout.ts';
import type { Viewer } from '../model/viewer.ts';

/** A page on the screen over which claims are drawn. */
export interface FramedPage {
  readonly page: number;
  /** As displayed, in points. */
  readonly size: Size;
  /** The words of the page, which labels leave uncovered; empty until they are read. */
  readonly words: Signal<readonly PageWord[]>;
}

interface ClaimFramesProps {
  readonly viewer: Viewer;
  readonly framed: FramedPage;
}

const NO_FRAMES: readonly ClaimFrame[] = [];

/** The frames of one page, and their labels, which are one stop for the Tab key; arrow keys move between them. */
export function ClaimFrames({ viewer, framed }: ClaimFramesProps): JSX.Element | null {
  const { page, size, words } = framed;
  const { claims } = viewer;
  const root = useRef<HTMLDivElement>(null);
  const focused = useSignal<string | null>(null);
  const frames = useComputed(() => claims.drawn.value.get(page) ?? NO_FRAMES).value;
  const place = pagePlace(viewer.layout.value, page);
  const hasFrames = frames.length > 0;

  useEffect(() => {
    if (!hasFrames || words.peek().length > 0) return;
    viewer.words(page).then(
      (read) => {
        words.value = read;
      },
      () => {
        // Labels may then cover words.
      },
    );
  }, [viewer, words, page, hasFrames]);

  if (!hasFrames) return null;
  const toScreen = (box: PageBox): ScreenBox =>
    scaleBox(box, place.width / size.width, place.height / size.height);
  const texts = frames.map(({ claims: shared }) => frameLabel(shared));
  const labels = placeLabels({
    labels: frames.map(({ boxes }, index) => ({
      text: texts[index] ?? '',
      box: toScreen(boxes[0] ?? { left: 0, top: 0, right: 0, bottom: 0 }),
    })),
    obstacles: [
      ...words.value.map(({ box }) => toScreen(box)),
      ...frames.flatMap(({ boxes }) => boxes.map(toScreen)),
    ],
    page: place,
  });
  const selected = claims.selected.value;
  const isSelected = ({ claims: shared }: ClaimFrame): boolean =>
    shared.some(({ claim }) => claim === selected?.claim);
  const stop = (frames.find(({ key }) => key === focused.value) ?? frames.find(isSelected) ?? frames[0])?.key;

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
      aria-label={t('Claims on page {0}', viewer.labelOf(page))}
      onKeyDown={moveFocus}
    >
      {frames.map((frame, index) => {
        const look = [
          frame.shape,
          `is-${frame.status}`,
          isSelected(frame) && 'is-selected',
          frame.claims.some(({ step }) => step === selected?.step) && 'is-of-step',
        ];
        const classes = look.filter(Boolean).join(' ');
        const { left = 0, top = 0 } = labels[index] ?? {};
        return (
          <div key={frame.key}>
            {frame.boxes.map((box, line) => (
              <div key={line} class={`claim-frame ${classes}`} style={shareStyle(pageToShare(box, size))} />
            ))}
            <button
              type="button"
              class={`claim-label ${classes}`}
              style={{ left: `${left}px`, top: `${top}px` }}
              title={frame.claims.map(claimSentence).join('\n')}
              aria-label={`${texts[index] ?? ''}: ${frame.claims.map(claimSentence).join('; ')}`}
              aria-pressed={isSelected(frame)}
              tabIndex={frame.key === stop ? 0 : -1}
              onFocus={() => {
                focused.value = frame.key;
              }}
              onClick={() => {
                const at = frame.claims.findIndex(({ claim }) => claim === selected?.claim);
                const next = frame.claims[(at + 1) % frame.claims.length];
                if (next !== undefined) claims.select(next.claim);
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

/** `Claim 3, step 5, found: 518.9`. */
export function claimSentence(claim: PageClaim): string {
  const number = wholeNumber(claim.claim + 1);
  return t('Claim {0}, {1}, {2}: {3}', number, stepPhrase(claim), statusPhrase(claim.status), claim.said);
}

/** The place of a frame in its page at any zoom: the box with the same space around it, in CSS pixels. */
function shareStyle(box: ReturnType<typeof pageToShare>): Record<string, string> {
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
