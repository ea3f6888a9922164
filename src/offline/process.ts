/** The environment variable that carries the key to the reader's process. */
export const KEY_VARIABLE = 'PAGETRACE_OFFLINE_KEY';

/** What the reader answers under /version. */
export const READER_VERSION = '1.0.0+offline-reader';

/** The first line that the reader's process prints: where it listens, or why it does not. */
export type FirstLine = { readonly port: number } | { readonly error: string; readonly said?: string };
