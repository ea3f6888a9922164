import { baseForm } from './words.ts';

/**
 * Common verbs of questions, which a page need not repeat because it uses tables and nouns instead. Verbs that are as
 * often nouns for the requested thing (`cost`, `order`, `report`) are not included.
 */
const VERBS = `
accept account achieve achieved acquire add agree allow amount announce appear apply appoint approve arrive assign
attend award based be bear become begin belong born borrow breed bring build burn buy calculate call called cancel
carry catch cause chair charge choose close collect come comprise concern conduct confirm connect consist
construct consume contain continue contribute cover create cut deal decide deliver depart depend describe design
determine develop die direct discover do donate draw drive earn elect employ end enrol enter establish exceed
exist expect experience explain export extend fail fall feel finance find finish fit fix fly follow form found
fund gain generate get give given go got govern grant grow handle hang happen have head hear held help hire hold
host identify imply import include increase indicate inform inspect intend introduce invent invest involve issue
join judge keep know known last launch lead learn leave left lend lie list live locate located look lose made make
manage manufacture marry mean measure meet mention move name named need obtain occur offer open operate organise
organize own paid participate pay perform plan play point prepare present prevent process produce promise propose
provide publish pursue reach read realise receive recommend record reduce refer register reject release remain
remove repair replace report represent require rescue reserve result return rise run say see seem sell send serve
set show sign sit sold speak specify spend spent stand start state stay steal stop store submit succeed suffer
suggest supervise supply take talk teach tell terminate think total translate transmit travel treat try turn
understand use used visit vote wait want wear weigh win work write
`;

const BASE = new Set(VERBS.trim().split(/\s+/));

/** Whether a word (lowercase) is a common verb, in any of its forms, excluding nouns made from verbs. */
export function isVerb(word: string): boolean {
  return baseForms(word).some((form) => BASE.has(form));
}

/** The possible base forms of a word, by English rules of inflection. */
function baseForms(word: string): string[] {
  const forms = [word, baseForm(word)];
  const without = (length: number, ...endings: readonly string[]): void => {
    const root = word.slice(0, -length);
    forms.push(...endings.map((ending) => root + ending));
    if (/([bdglmnprt])\1$/.test(root)) forms.push(root.slice(0, -1));
  };
  if (/ie[sd]$/.test(word)) without(3, 'y');
  if (word.endsWith('s')) without(1, '');
  if (word.endsWith('es')) without(2, '');
  if (word.endsWith('ed')) without(2, '', 'e');
  if (word.endsWith('ing')) without(3, '', 'e');
  return forms;
}
