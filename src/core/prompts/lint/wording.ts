import { t } from '@vscode/l10n';
import { fourPlaces } from '../../decimal.ts';

/** A tag as it is written in a message. */
export const quoteTag = (name: string): string => `\`<${name}>\``;

/** A sentence about what a response with a fault loses; null if it loses nothing. */
export const sayLoss = (loss: number): string | null =>
  loss < 1e-9 ? null : t('Such a response loses {0}.', fourPlaces(loss));

/** Sentences one after another; null is left out. */
export const joinSentences = (...sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ');
