/** The `id` of the element with the strings of the display language in a webview's HTML. */
export const STRINGS_BLOCK = 'strings';
