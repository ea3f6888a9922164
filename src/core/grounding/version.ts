/** Grows when a response may get other claims or marks than before on the same pages. */
export const GROUNDING_VERSION = '1';
