import axeCore from 'axe-core';
import type { Frame, FrameLocator } from 'playwright-core';

/** What axe found in a frame. */
export interface AxeResult {
  /** Rule, element and advice, one string per violation. */
  readonly violations: readonly string[];
  /** Number of elements that at least one rule checked. */
  readonly checked: number;
}

/** The frame behind a locator, in which scripts can run. */
async function contentFrame(frame: FrameLocator): Promise<Frame> {
  const handle = await frame.locator('html').elementHandle();
  const owner = await handle.ownerFrame();
  if (!owner) throw new Error('The frame is gone.');
  return owner;
}

/** Runs axe inside the frame of a webview. */
export async function axe(frame: FrameLocator): Promise<AxeResult> {
  const content = await contentFrame(frame);
  await content.evaluate(axeCore.source);
  return content.evaluate(async () => {
    const { violations, passes } = await (window as unknown as { axe: typeof axeCore }).axe.run({
      resultTypes: ['violations', 'passes'],
      // A selector that fits one element only takes long to find, so elements are told apart by themselves.
      selectors: false,
      elementRef: true,
    });
    const elements = passes.flatMap(({ nodes }) => nodes.map(({ element }) => element));
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
      ),
      checked: new Set(elements).size,
    };
  });
}
