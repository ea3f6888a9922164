/** A server that no test starts: an address that something shows or opens would point here. */
export const ELSEWHERE = 'https://elsewhere.invalid';

/** Pieces that are a link, an image, HTML, a command, an icon, a mention, or a control somewhere. */
export const HOSTILE_PIECES: readonly string[] = [
  `![x](${ELSEWHERE}/a.png)`,
  `[label](${ELSEWHERE})`,
  '[run](command:workbench.action.terminal.new)',
  '[file](file:///etc/passwd)',
  `[ref]: ${ELSEWHERE}\n\n[ref]`,
  '[^1] [^1]: note',
  `<img src="${ELSEWHERE}/b.png">`,
  '<a href="command:x">y</a>',
  '<!-- comment -->',
  `<${ELSEWHERE}>`,
  `${ELSEWHERE}/bare`,
  'HTTP://elsewhere.invalid',
  '//elsewhere.invalid',
  'www.elsewhere.invalid',
  'WWW.elsewhere.invalid',
  'mailto:me@elsewhere.invalid',
  'me@elsewhere.invalid',
  '@everyone',
  '&lt;b&gt; &#64;',
  '$(zap)',
  '$(sync~spin)',
  '$x^2$',
  '**bold** __bold__ _it_ ~~gone~~ `code`',
  '`',
  '``',
  '```\nfence\n```',
  '~~~',
  '| cell | cell |',
  '\n\n# heading\n',
  '\n---\n',
  '\n===\n',
  '\n- item',
  '\n+ item',
  '\n1. item',
  '\n> quote',
  '\n    indented',
  '\\',
  '\\|',
  '\u001B[31mred',
  `\u001B]8;;${ELSEWHERE}\u001B\\link\u001B]8;;\u001B\\`,
  '\u009B2J',
  '\r\nover',
  '\rover',
  '\u0007\u0008\u007F\u0000',
  '\u202Egnp.exe',
  '\u2066isolated\u2069',
  '\u200Bzero\u200E\uFEFF\u00AD',
  '\u{E0061}\u{E0062}',
  '\u2028line',
  '](',
  '$',
  '(x)',
];

/** All of them in one text, as a field of a record or a name could be. */
export const HOSTILE_TEXT = HOSTILE_PIECES.join(' ');

/** All of them on one line, for YAML and names. */
export const HOSTILE_LINE = HOSTILE_TEXT.replaceAll(/\s+/g, ' ');

/** Characters that control a terminal, change the direction of text, or are not seen. */
export const HIDDEN_CHARACTER =
  /(?![\n\t])[\p{Cc}\u00AD\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** What would be live in a text that the workbench shows: its links, icons and hidden characters. */
export function liveInPlainText(text: string): readonly string[] {
  return [
    ...text.matchAll(/\[[^\]]+\]\((?:https?:|command:|file:)[^)\s]+/gi),
    ...text.matchAll(/\$\([\w-]+(?:~\w+)?\)/g),
    ...text.matchAll(new RegExp(HIDDEN_CHARACTER, 'gu')),
  ].map(([found]) => found);
}
