import { detectDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { InspectorState } from '../../protocol/inspector.ts';

/** The dialect in which a response is read, and how surely it was recognized; null if it is named. */
export type ResponseDialect = Pick<InspectorState, 'dialect' | 'dialectConfidence'>;

/** The named dialect, otherwise that of the tags in `response`. */
export function responseDialect(named: DialectName | null, response: string): ResponseDialect {
  if (named !== null) return { dialect: named, dialectConfidence: null };
  const { dialect, confidence } = detectDialect(response);
  return { dialect, dialectConfidence: Math.round(confidence * 100) / 100 };
}

/**
 * The dialect of a text is recognized again when the text has grown by this factor, so that the total work is linear.
 */
const GROWTH = 1.5;

/** The dialect of a response that is still arriving: recognized again as the text grows, and at its end. */
export class GrowingResponseDialect {
  #length = -1;
  #found: ResponseDialect | null = null;

  /**
   * @param ended whether the text is complete
   * @param text returns the text so far; called only if no dialect is named
   */
  of(named: DialectName | null, ended: boolean, text: () => string): ResponseDialect {
    if (named !== null) return responseDialect(named, '');
    const arrived = text();
    const isDue = ended ? arrived.length !== this.#length : arrived.length >= this.#length * GROWTH;
    if (this.#found === null || isDue) {
      this.#found = responseDialect(null, arrived);
      this.#length = arrived.length;
    }
    return this.#found;
  }
}
