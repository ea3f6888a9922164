import { fourPlaces } from '../../decimal.ts';

/** A tag as it is written in a message. */
export const quoteTag = (name: string): string => `\`<${name}>\``;

/** The sentence, after others, about what a response with a fault loses; empty if it loses nothing. */
export const sayLoss = (loss: number): string =>
  loss < 1e-9 ? '' : ` Such a response loses ${fourPlaces(loss)}.`;
