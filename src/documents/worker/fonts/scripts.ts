import { t } from '@vscode/l10n';
/** A script for which PDFium has no fonts of its own, with the Windows character set by which it asks for one. */
export interface Script {
  readonly charset: number;
  /** Its name, for a person. */
  readonly name: () => string;
  /** Bit of the font's OS/2 code page ranges that says that it covers the script. */
  readonly codePageBit: number;
  /** Code points that show that text is in this script. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** Well-known font files, best first; lower-case beginnings of their names. */
  readonly files: readonly string[];
  /** Matches the face of a font collection that is the one for this script. */
  readonly face: RegExp | null;
  /** What to install if no font is found. */
  readonly suggestion: () => string;
}

const HAN = [
  [0x2e80, 0x303f],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
  [0x20000, 0x3ffff],
] as const;

const cjkFont = (): string => t('a font with Chinese, Japanese and Korean characters, such as Noto Sans CJK');

/** Scripts by the character set that PDFium's MapFont asks for; Latin text always has PDFium's own fonts. */
export const SCRIPTS: readonly Script[] = [
  {
    charset: 134,
    name: () => t('Chinese (simplified)'),
    codePageBit: 18,
    ranges: HAN,
    files: [
      'notosanssc',
      'notosanscjk',
      'sourcehansanssc',
      'sourcehansans',
      'pingfang',
      'msyh',
      'hiragino sans gb',
      'stheiti',
      'simhei',
      'simsun',
      'wqy-microhei',
      'wqy-zenhei',
      'droidsansfallback',
      'gbsn00lp',
      'uming',
    ],
    face: /\bSC\b|GB|Simplified/,
    suggestion: cjkFont,
  },
  {
    charset: 136,
    name: () => t('Chinese (traditional)'),
    codePageBit: 20,
    ranges: HAN,
    files: [
      'notosanstc',
      'notosanscjk',
      'sourcehansanstc',
      'sourcehansans',
      'pingfang',
      'msjh',
      'mingliu',
      'stheiti',
      'wqy-microhei',
      'wqy-zenhei',
      'droidsansfallback',
      'bsmi00lp',
      'uming',
    ],
    face: /\bTC\b|\bTW\b|Traditional/,
    suggestion: cjkFont,
  },
  {
    charset: 128,
    name: () => t('Japanese'),
    codePageBit: 17,
    ranges: [[0x3040, 0x30ff], ...HAN],
    files: [
      'notosansjp',
      'notosanscjk',
      'sourcehansansjp',
      'sourcehansans',
      'hiragino',
      'ヒラギノ',
      'yugoth',
      'meiryo',
      'msgothic',
      'ipag',
      'takao',
      'vl-gothic',
      'wqy-microhei',
      'wqy-zenhei',
      'droidsansfallback',
    ],
    face: /\bJP\b|^Yu|^Meiryo|Gothic/,
    suggestion: cjkFont,
  },
  {
    charset: 129,
    name: () => t('Korean'),
    codePageBit: 19,
    ranges: [[0x1100, 0x11ff], [0x3130, 0x318f], [0xac00, 0xd7af], ...HAN],
    files: [
      'notosanskr',
      'notosanscjk',
      'sourcehansanskr',
      'sourcehansans',
      'applesdgothicneo',
      'malgun',
      'gulim',
      'batang',
      'nanumgothic',
      'unfonts',
      'undotum',
      'wqy-microhei',
      'droidsansfallback',
    ],
    face: /\bKR\b|Gulim|Malgun/,
    suggestion: cjkFont,
  },
  simple(204, () => t('Cyrillic'), 2, [0x0400, 0x052f]),
  simple(161, () => t('Greek'), 3, [0x0370, 0x03ff]),
  simple(162, () => t('Turkish'), 4, [0x00c0, 0x017f]),
  simple(177, () => t('Hebrew'), 5, [0x0590, 0x05ff]),
  simple(178, () => t('Arabic'), 6, [0x0600, 0x06ff]),
  simple(186, () => t('Baltic'), 7, [0x00c0, 0x017f]),
  simple(163, () => t('Vietnamese'), 8, [0x00c0, 0x1eff]),
  simple(222, () => t('Thai'), 16, [0x0e00, 0x0e7f]),
  simple(238, () => t('Central European'), 1, [0x00c0, 0x017f]),
];

function simple(
  charset: number,
  name: () => string,
  codePageBit: number,
  range: readonly [number, number],
): Script {
  return {
    charset,
    name,
    codePageBit,
    ranges: [range],
    files: [
      'notosans-regular',
      'dejavusans.',
      'liberationsans-regular',
      'arial.',
      'arial unicode',
      'segoeui.',
    ],
    face: null,
    suggestion: () => t('a font with {0} characters, such as Noto Sans', name()),
  };
}

/** Whether a code point shows that text is in `script`. */
export function isWrittenIn(script: Script, code: number): boolean {
  return script.ranges.some(([first, last]) => code >= first && code <= last);
}
