import { signal } from '@preact/signals';
import { render } from 'preact';
import { FRAME_SPACE } from '../../../src/core/grounding/placeLabels.ts';
import type { Viewer } from '../model/viewer.ts';
import { ClaimFrames, type FramedPage } from './claimFrames.tsx';
import type { PageLayer, ShownPage } from './pageLayer.ts';

/** The frames and labels of claims over the pages on the screen. They follow the zoom and the selection themselves. */
export class ClaimLayer implements PageLayer {
  readonly #viewer: Viewer;
  readonly #containers = new Map<number, { readonly element: HTMLElement; readonly shown: ShownPage }>();

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
  }

  async draw(shown: ShownPage, aborted: AbortSignal): Promise<void> {
    const { document, page } = shown;
    if (this.#containers.get(page)?.shown.document === document) return;
    const size = await document.points(page);
    if (aborted.aborted) return;
    this.release(page);
    const element = shown.element.ownerDocument.createElement('div');
    element.className = 'claim-layer';
    element.style.setProperty('--frame-space', `${FRAME_SPACE}px`);
    shown.element.append(element);
    this.#containers.set(page, { element, shown });
    const framed: FramedPage = { page, size, words: signal([]) };
    render(<ClaimFrames viewer={this.#viewer} framed={framed} />, element);
  }

  release(page: number): void {
    const container = this.#containers.get(page);
    if (container === undefined) return;
    this.#containers.delete(page);
    render(null, container.element);
    container.element.remove();
  }
}
