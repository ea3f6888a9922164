/*
 * Run in a worker, because the language of a thread cannot be changed back: posts everything that rewards say and that
 * stays English in another language, by what says it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { config } from '@vscode/l10n';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import type { RewardProfile } from '../../../src/core/rewards/model.ts';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { samplesFor } from './samples.ts';

const BUNDLE = fileURLToPath(new URL('../../../l10n/bundle.l10n.json', import.meta.url));

/** A language whose strings are the English ones in guillemets; it is set after the rewards were loaded. */
const english = Object.keys(JSON.parse(readFileSync(BUNDLE, 'utf8')) as Record<string, string>);
config({ contents: Object.fromEntries(english.map((text) => [text, `«${text}»`])) });

/** Messages of Lang2Act's reference implementation. */
const REFERENCE_MESSAGES =
  /Tag <\w+> (must appear exactly once|malformed)\.|Order Error: <\w+> must follow <\w+>\.|Tool Leakage: \d+ total tools, but only \d+ inside <description>\./g;

/** What is left of a text without its translated strings. */
function untranslated(text: string): string {
  let left = text.replace(REFERENCE_MESSAGES, '');
  while (/«[^«»]*»/.test(left)) left = left.replace(/«[^«»]*»/g, '');
  return left.trim();
}

/** What a profile says about itself, and about responses, that is not translated. */
function untranslatedTexts(profile: RewardProfile, from: RewardProfile['name']): readonly string[] {
  const texts = profile.pays.flatMap(({ title, sentence, changes }) => [
    title,
    sentence,
    ...changes.map(({ reason }) => reason),
  ]);
  for (const { response, context } of samplesFor(from, 300)) {
    const { components, adjustments, defaults, notes, raises } = profile.score(response, context);
    texts.push(
      ...components.map(({ title }) => title),
      ...[...components.flatMap(({ entries }) => entries), ...adjustments, ...defaults].map(
        ({ reason }) => reason,
      ),
      ...notes.map(({ message }) => message),
      ...(raises === null ? [] : [raises.reason]),
    );
  }
  return [...new Set(texts.filter((text) => untranslated(text) !== ''))];
}

const CHECKS = [
  { check: 'tag-present', tag: 'think' },
  { check: 'order', tags: ['think', 'answer'], closed: true },
  { check: 'pattern', pattern: '<answer>', least: 2 },
  { check: 'pattern', pattern: 'the', in: 'answer', most: 0, least: 0 },
  { check: 'length', unit: 'words', least: 20, most: 40, end: 60 },
  { check: 'length', unit: 'characters', in: 'answer', most: 3 },
  { check: 'equals' },
  { check: 'contains', normalized: false },
  { check: 'number', relative: 0.1, absolute: 1 },
  { check: 'number', in: '*' },
  { check: 'anls', ignoreCase: true },
  { check: 'word-f1' },
  { check: 'iou', threshold: 0.5 },
  { check: 'iou' },
  { check: 'tool-count', tool: 'zoom', most: 2 },
  { check: 'tool-count', least: 3 },
  { check: 'image-cited', least: 2 },
  { check: 'repetition', words: 2 },
  { check: 'grounded' },
  { check: 'cited-page' },
  { check: 'computed-right' },
];

const BROKEN = [
  '{"components": []}',
  '{"components": [{"check": "order", "weight": 1, "tags": ["a"]}], "name": "a b"}',
  '{"components": [{"check": "pattern", "weight": 1, "pattern": "(?=a)"}]}',
  '{"components": [{"check": "tool-count", "weight": 1, "least": 3, "most": 2, "key": "notes"}]}',
  '{"components": [',
];

const texts: Record<string, readonly string[]> = {};
for (const profile of profiles) {
  const { name, description } = profile;
  texts[name] = [description, ...untranslatedTexts(profile, name)].filter(
    (text) => untranslated(text) !== '',
  );
}
const components = CHECKS.map((check) => ({ weight: 0.1, ...check }));
const composite = readComposite(JSON.stringify({ components, range: [0, 1], round: 3 }), 'own.reward.json');
const { profile: own, problems } = composite;
texts['a composite reward'] =
  own === null
    ? problems.map(({ message }) => message)
    : ['lang2act', 'vg-refiner'].flatMap((from) => untranslatedTexts(own, from));
texts['problems of composite rewards'] = BROKEN.flatMap((text) => {
  const found = readComposite(text, 'own.reward.json').problems;
  return found.length === 0
    ? [text]
    : found.map(({ message }) => message).filter((message) => untranslated(message) !== '');
});
parentPort?.postMessage(texts);
