import { t } from '@vscode/l10n';
import { useComputed, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { PageWord } from '../../../src/protocol/document.ts';
import type { ClaimFrame } from '../../../src/protocol/claimFrames.ts';
import { FramesOverPage } from '../../shared/framesOverPage.tsx';
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

/** The frames of one page and their labels; nothing if none is drawn. */
export function ClaimFrames({ viewer, framed }: ClaimFramesProps): JSX.Element | null {
  const { page, size, words } = framed;
  const { claims } = viewer;
  const frames = useComputed(() => claims.drawn.value.get(page) ?? NO_FRAMES).value;
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
  const selected = claims.selected.value;
  return (
    <FramesOverPage
      frames={frames}
      size={size}
      screen={pagePlace(viewer.layout.value, page)}
      words={words.value}
      selected={{ claim: selected?.claim ?? null, step: selected?.step ?? null }}
      label={t('Claims on page {0}', viewer.labelOf(page))}
      onSelect={({ claim }) => {
        claims.select(claim);
      }}
    />
  );
}
