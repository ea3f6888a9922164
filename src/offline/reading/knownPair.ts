import type { Box, BoxUnit } from '../../core/geometry/box.ts';
import type { Phrase } from '../../core/layout/model.ts';

/** A label and its value, which a question may call by other words. */
export interface KnownPair {
  readonly label: Phrase;
  readonly value: Phrase;
  /** Around both. */
  readonly box: Box<BoxUnit>;
  /** Words that a question may use for the value, where the label does not say them. */
  readonly otherNames?: string;
}
