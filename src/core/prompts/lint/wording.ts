/** A tag as it is written in a message. */
export const quoteTag = (name: string): string => `\`<${name}>\``;
