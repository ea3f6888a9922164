import { appendAll } from '../appendAll.ts';
import { t } from '../t.ts';
import type { Finding } from '../span.ts';
import type { Dialect } from './dialects/dialect.ts';
import { finding } from './findings.ts';
import type { ImageReference, ToolCall } from './model.ts';
import { findToolForm, nearMissFindings, outOfRange } from './toolRules.ts';

/**
 * Checks the images that think names, and that it names those of the tool calls; calls before think are checked when
 * think closes.
 */
export class ThinkImageChecks {
  readonly #findings: Finding[];
  readonly #dialect: Dialect;
  readonly #numImages: number | null;
  #named: Set<number> | null = null;
  #waiting: ToolCall[] = [];

  /** Adds findings to `findings`. */
  constructor(findings: Finding[], dialect: Dialect, numImages: number | null) {
    this.#findings = findings;
    this.#dialect = dialect;
    this.#numImages = numImages;
  }

  /**
   * Records that a think block has closed that names `references`. `nearMisses`, which a person would read as
   * references, matter only to a reward that reads images.
   */
  add(references: readonly ImageReference[], nearMisses: readonly ImageReference[]): void {
    appendAll(this.#findings, outOfRange(references, this.#numImages, 'think-image-out-of-range'));
    if (this.#dialect.tools === null) return;
    appendAll(this.#findings, nearMissFindings(nearMisses));
    this.#named ??= new Set();
    for (const reference of references) this.#named.add(reference.image);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const call of waiting) this.check(call);
  }

  check(call: ToolCall): void {
    const rule = this.#dialect.tools;
    if (rule === null || call.images.length === 0 || findToolForm(call.name, rule)?.args === 'values') return;
    if (this.#named === null) {
      this.#waiting.push(call);
      return;
    }
    const seen = new Set<number>();
    for (const { image, span } of call.images) {
      const isInRange = this.#numImages === null || (image >= 1 && image <= this.#numImages);
      if (seen.has(image) || !isInRange || this.#named.has(image)) continue;
      seen.add(image);
      this.#findings.push(
        finding(
          'image-not-in-think',
          span,
          t('<think> does not name Image {0}; say there why the tool looks at it.', image),
          { image },
        ),
      );
    }
  }
}
