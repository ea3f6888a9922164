import type { Box, BoxUnit } from '../../core/geometry/box.ts';
import type { Phrase } from '../../core/layout/model.ts';

/** A label and its value, for which a question may use other words. */
export interface KnownPair {
  readonly label: Phrase;
  readonly value: Phrase;
  /** The box around both. */
  readonly box: Box<BoxUnit>;
  /** Words that a question may use for the value although the label does not contain them. */
  readonly otherNames?: string;
}
