import { add, sum } from '../../decimal.ts';
import type { Component, Decimal, Entry, RewardProfile, ScoreContext } from '../model.ts';
import { isConsequence } from './causes.ts';

/** What a response that is not complete has lost for good, whatever the model writes next. */
export interface ScoreSoFar {
  /** The parts, whose pay is not known yet, each with only the entries that nothing can repair. */
  readonly components: readonly Component[];
  /** The most that the reward can still become. */
  readonly most: Decimal;
}

/**
 * Scores the beginning of a response as if the model wrote everything that is still missing: open tags are closed, and
 * required ones that were not opened are added. What is deducted all the same, for text that has arrived, is lost; the
 * answer is not counted, because a later one can replace it.
 */
export function scoreSoFar(profile: RewardProfile, text: string, context: ScoreContext): ScoreSoFar {
  const arrived = text.slice(0, text.length - unfinishedTag(text));
  const whole = arrived + missingText(arrived, profile);
  const { components } = profile.score(whole, { ...context, verdict: 'unknown' });
  const isLost = ({ kind, code, span }: Entry): boolean =>
    kind === 'deduction' && span !== null && span.end <= arrived.length && !code.startsWith('answer-');
  const isAnythingLost = components.some(({ entries }) => entries.some(isLost));
  const lost = components.map((component) => {
    const entries = component.entries.filter(
      (entry) => isLost(entry) || (isAnythingLost && isConsequence(entry)),
    );
    return { ...component, value: null, paid: null, entries };
  });
  const most = sum(lost.map((component, index) => mostOf(component, components[index] ?? component)));
  return { components: lost, most };
}

function mostOf({ most, entries }: Component, whole: Component): Decimal {
  const left = add(most, sum(entries.map(({ paid }) => paid)));
  const hasFloor = whole.entries.some(({ kind }) => kind === 'floor');
  return hasFloor && left.startsWith('-') ? '0' : left;
}

/** The tags inside a part: open ones are closed before the part is. */
const INNER = ['tool'];

/** What a model could write after `text` so that every tag that `profile` reads is there once and closed. */
function missingText(text: string, { form: { tags, order } }: RewardProfile): string {
  const places = new Map<string, { readonly last: number; readonly isOpen: boolean }>();
  const known = [...INNER, ...tags.map(({ name }) => name)];
  const pattern = new RegExp(`<(/?)(${known.join('|')})(?=[\\s>])[^<>]*>`, 'gi');
  for (const { index, 1: slash, 2: name = '' } of text.matchAll(pattern))
    places.set(name.toLowerCase(), { last: index, isOpen: slash === '' });
  const open = [...places]
    .filter(([, { isOpen }]) => isOpen)
    .toSorted(([, a], [, b]) => b.last - a.last)
    .map(([name]) => `</${name}>`);
  const required = tags.filter(({ name, required }) => required && !places.has(name.toLowerCase()));
  const rank = ({ name }: { readonly name: string }): number => order.indexOf(name);
  const added = required
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name }) => `<${name}>${name}</${name}>`);
  // The words keep open parts from being empty.
  return ` …${open.join('')}${added.join('')}`;
}

/** The length of the unfinished tag at the end of the text; 0 if there is none. */
function unfinishedTag(text: string): number {
  const start = text.lastIndexOf('<');
  return start < 0 || text.includes('>', start) ? 0 : text.length - start;
}
