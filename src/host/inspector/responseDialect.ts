import { detectDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { InspectorState } from '../../protocol/inspector.ts';

/** The dialect that a response is read by, and how surely it was recognized; null if it is named. */
export type ResponseDialect = Pick<InspectorState, 'dialect' | 'dialectConfidence'>;

/** The dialect that is named, else that of the tags in `response`. */
export function responseDialect(named: DialectName | null, response: string): ResponseDialect {
  if (named !== null) return { dialect: named, dialectConfidence: null };
  const { dialect, confidence } = detectDialect(response);
  return { dialect, dialectConfidence: Math.round(confidence * 100) / 100 };
}

/** A text is looked at again when it has grown by this factor, so that all looks together stay linear. */
const GROWTH = 1.5;

/** What a response that is still arriving is read as: recognized anew as it grows, and at its end. */
export class GrowingResponseDialect {
  #length = -1;
  #found: ResponseDialect | null = null;

  /**
   * @param ended whether no more will arrive
   * @param text gives what has arrived; called only where no dialect is named
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
