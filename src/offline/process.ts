/** The environment variable that passes the key to the reader's process. */
export const KEY_VARIABLE = 'PAGETRACE_OFFLINE_KEY';

/** The reader's answer to /version. */
export const READER_VERSION = '1.0.0+offline-reader';

/** The first line that the reader's process prints: the port that it listens on, or why it does not. */
export type FirstLine = { readonly port: number } | { readonly error: string; readonly said?: string };
