import { contentOf } from './content.ts';
import type { Tokens } from './tokens.ts';

/** Words of args that name a row or a column. */
export interface Mention {
  /** Indices of the tokens of the args. */
  readonly tokens: ReadonlySet<number>;
  /** How many words name it; a word that also says what is named (`column`) counts less. */
  readonly weight: number;
}

/** Words that say what kind of place is meant, in English, German and Chinese. */
export const PLACE_WORDS: ReadonlySet<string> = new Set(
  (
    'row rows column columns col cell cells table header heading line entry entries field item label title section ' +
    'chart figure page image top bottom left right upper lower middle center corner first last second third under ' +
    'below above next value values amount amounts number year text paragraph area region part intersection where labelled labeled ' +
    'named called read look get find show what data report document cross crossing meets meet against along across ' +
    'zeile zeilen spalte spalten zelle zellen tabelle überschrift abschnitt abbildung seite bild oben unten links ' +
    'rechts mitte erste letzte wert werte zahl jahr text absatz bereich beim feld eintrag unter über kreuzung ' +
    '行 列 格 表 单 元 图 页 栏 数 值 处 第 张 片 像 的 中 与 和 交 叉 对 应 标 题 项 在'
  ).split(' '),
);
/** Words of args that describe a place or what it holds without naming it, besides those. */
export const DESCRIBING_WORDS: ReadonlySet<string> = new Set(
  (
    'figures results result data information info details detail items reading readings bar bars point points legend ' +
    'axis trend comparison highlights full financial fiscal annual yearly quarterly monthly overall current latest ' +
    'previous prior following same year years quarter quarters month months fourth fifth half period total totals sum average whole entire complete all ' +
    'each every both last percent percentage share shares unit units million billion thousand euro euros dollar dollars ' +
    'usd eur corresponding respective relevant specific listed given shown reported headers digit digits count counts ' +
    'difference change changes growth rate content contents key metric metrics statistics stats list summary overview ' +
    'largest smallest highest lowest biggest main major market markets segment segments business division company group area near beside within between across during while before after behind next only just ' +
    'please extract locate identify check use using focus looking search compute compare comparing showing listing containing about with verify ' +
    'daten zahlen ergebnis ergebnisse angabe angaben jahres jahre gesamt summe prozent anteil millionen tausend ganzes ' +
    'ligne lignes colonne colonnes tableau cellule valeur valeurs chiffre chiffres année pour dans les des une avec ' +
    'fila columna tabla celda valor valores año para los las'
  ).split(' '),
);
const WEAK = 0.5;
const MIN_NUMBER = 100;

/** Whether a token is a number so small that it rather counts images, rows or pages. */
export function isSmallNumber(key: string): boolean {
  return /^\d+$/.test(key) && Number(key) < MIN_NUMBER;
}

/**
 * The run of args that equals a label; null if there is none, or if it only says a small
 * number or a word without meaning.
 * @param taken tokens of the args that name something else
 */
export function findMention(
  args: Tokens,
  forms: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
): Mention | null {
  for (const form of forms) {
    const [first = ''] = form;
    for (let at = args.keys.indexOf(first); at !== -1; at = args.keys.indexOf(first, at + 1)) {
      if (!form.every((key, offset) => args.keys[at + offset] === key && !taken.has(at + offset))) continue;
      const weight = weightOf(form);
      if (weight === 0) break;
      return { tokens: new Set(form.map((_, offset) => at + offset)), weight };
    }
  }
  return null;
}

function weightOf(form: readonly string[]): number {
  const [only = ''] = form;
  if (form.length === 1 && isSmallNumber(only)) return 0;
  if (form.length === 1 && PLACE_WORDS.has(only)) return WEAK;
  const tokens = { keys: form, optional: new Set<number>() };
  return contentOf(tokens).length === 0 ? 0 : form.length;
}
