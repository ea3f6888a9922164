import { baseForm } from './words.ts';

/**
 * Verbs that questions are made with and that a page, which puts things in tables and in nouns, need not repeat. Those
 * that are as often nouns of what is asked for (`cost`, `order`, `report`) are not among them.
 */
const VERBS = `
accept account achieve acquire add agree allow amount announce appear apply appoint approve arrive assign attend award
be become begin belong bring build burn buy calculate call carry cause charge choose chair close collect come comprise
concern conduct confirm connect consist construct consume contain continue contribute cover create cut deal decide
deliver depart depend describe design determine develop direct discover do draw drive earn elect employ end enter
establish exceed exist expect experience explain extend fall feel find finance finish fit fix follow form found fund
gain generate get give go govern grant grow handle hang happen have head hear help hire hold host identify imply
include increase indicate inform inspect intend introduce invent invest involve issue join judge keep know last launch
lead learn leave lie list live located locate look lose make manage manufacture mean measure meet mention move name
need obtain occur offer open operate organise organize own participate pay perform plan play point prepare present
prevent process produce promise propose provide publish pursue reach read realise receive recommend record reduce refer
register reject release remain remove replace report represent require reserve result return rise run say see seem sell
send serve set show sign sit speak specify spend stand start state stay stop store submit suffer suggest supervise
supply take talk teach tell think total travel treat try turn understand use visit wait want wear weigh win work write
bear borrow breed cancel catch die donate enrol fail fly give import export lend marry receive repair rescue speak steal
succeed terminate translate transmit treat vote
achieved based born called held left known made named paid sold spent used given got
`;

const BASE = new Set(VERBS.trim().split(/\s+/));

/** Whether a word (lower case) is a common verb, in any of its forms. Nouns made from verbs are none. */
export function isVerb(word: string): boolean {
  return baseForms(word).some((form) => BASE.has(form));
}

/** What a word could be a form of, by English's rules of inflection. */
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
