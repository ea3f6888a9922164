import type { TrajectoryInfo } from '../model.ts';
import { namedPages } from '../namedPages.ts';
import type { Sample } from '../sample.ts';
import { isMessages } from '../formats/messages.ts';
import { pythonJson } from './pythonJson.ts';
import type { SampleSource } from './sampleSource.ts';
import { wellFormed } from './wellFormed.ts';

/** How a value differs in what was written: it has another one, messages became one text, or text is not Unicode. */
export type Change = 'other-value' | 'messages-as-text' | 'lone-surrogates';

/** What is different about a sample in what was written of it. */
export interface Losses {
  /** Parts of the sample, and keys of its record, that have no place. */
  readonly lost: ReadonlySet<string>;
  readonly changed: ReadonlyMap<string, Change>;
}

/** A sample, with its front matter if a trajectory file has it. */
export interface KnownSample {
  readonly sample: Sample;
  readonly info?: TrajectoryInfo | undefined;
}

/** Shorter texts may be the same by chance. */
const LONG = 64;

type Read = (known: KnownSample) => unknown;

/**
 * The parts of a sample that a form may have a place for, under the names that records use; null for none. `again` reads
 * what is there afterwards, where less than all of a part is worth a loss.
 */
const PARTS: readonly (readonly [name: string, read: Read, again?: Read])[] = [
  ['response', ({ sample }) => sample.response],
  ['question', ({ sample }) => sample.question],
  // The question is all of it, in records that have nothing else.
  [
    'prompt',
    ({ sample: { sentPrompt, question } }) => (sentPrompt === question ? null : sentPrompt),
    ({ sample }) => sample.sentPrompt,
  ],
  ['num_images', ({ sample }) => sample.numImages],
  ['reference', ({ sample }) => sample.reference],
  ['references', ({ sample: { references } }) => (references.length > 1 ? references : null)],
  [
    'ground_truth',
    ({ sample: { groundTruth } }) => (isNested(groundTruth) ? groundTruth : null),
    ({ sample }) => sample.groundTruth,
  ],
  ['tool_results', ({ sample }) => sample.toolResults],
  ['finish_reason', ({ sample }) => sample.finishReason],
  ['response_length', ({ sample }) => sample.responseLength],
  ['retrieved_images', ({ sample }) => sample.retrieval?.images],
  ['file_name', ({ sample }) => sample.retrieval?.fileName],
  ['reference_page', ({ sample }) => sample.retrieval?.pages],
  ['verdict', ({ sample: { verdict } }) => (verdict === 'unknown' ? null : verdict)],
  ['id', ({ sample }) => sample.id],
  ['group', ({ sample }) => sample.group],
  ['score', ({ sample }) => sample.score],
  ['step', ({ sample }) => sample.step],
  ['expected', ({ sample }) => sample.expected],
  ['iou', ({ sample }) => sample.iou],
  ['tool_iou', ({ sample }) => sample.toolIou],
  ['is_sufficient', ({ sample }) => sample.sufficient],
  ['dialect', ({ sample }) => sample.dialect],
  ['reward_profile', ({ sample }) => sample.reward],
  ['documents', ({ sample, info }) => documentsOf(sample, info)],
  ['prompt_file', ({ info }) => info?.prompt],
  ['model', ({ info }) => info?.model],
  ['sampling', ({ info }) => info?.sampling],
  ['pixels', ({ info }) => info?.pixels],
];

/**
 * What is lost or changed of a sample in what is read again of it.
 * @param after null if nothing is read again
 */
export function lossesOf(before: KnownSample, after: KnownSample | null): Losses {
  const lost = new Set<string>();
  const changed = new Map<string, Change>();
  for (const [name, read, readAgain = read] of PARTS) {
    const own = read(before);
    const again = after === null ? null : readAgain(after);
    if (isSame(own, again)) continue;
    if (isEmpty(own)) {
      // A name that was none decides which samples are compared.
      if (name === 'group' && !isEmpty(again)) changed.set(name, 'other-value');
    } else if (isEmpty(again)) lost.add(name);
    else changed.set(name, changeOf(own, again));
  }
  const { columns, score } = before.sample;
  for (const [name, value] of Object.entries(columns)) {
    // Some forms have the score among the other numbers too.
    if (name === 'reward' && Object.is(value, score)) continue;
    const again =
      after === null || !Object.hasOwn(after.sample.columns, name) ? null : after.sample.columns[name];
    if (!Object.is(value, again)) lost.add(name);
  }
  return { lost, changed };
}

/** The same with what the record has beyond its sample, of which `row` was written. */
export function lossesOfRecord(
  before: KnownSample,
  after: KnownSample | null,
  { prompt, response, others }: SampleSource,
  row: Readonly<Record<string, unknown>>,
): Losses {
  const { lost, changed } = lossesOf(before, after);
  const all = new Set(lost);
  const held = new Set(textsOf(before.sample));
  for (const [key, value] of Object.entries(others.whole)) {
    if (value === null || value === undefined || (Object.hasOwn(row, key) && row[key] === value)) continue;
    if (typeof value === 'string' && value.length >= LONG && held.has(value)) continue;
    // A number that the sample has is compared above.
    if (Object.hasOwn(before.sample.columns, key)) continue;
    all.add(key);
  }
  for (const path of others.parts) all.add(path);
  const differing = new Map(changed);
  if (isFlattened(prompt, row)) differing.set('prompt', 'messages-as-text');
  if (isFlattened(response, row)) differing.set('response', 'messages-as-text');
  return { lost: all, changed: differing };
}

/** Whether a conversation is one text in a row. A single message says nothing more than its text. */
function isFlattened(value: unknown, row: Readonly<Record<string, unknown>>): boolean {
  if (!isMessages(value) || value.length === 1) return false;
  return !Object.values(row).some((each) => each === value || (isMessages(each) && each[0] === value[0]));
}

function textsOf({ response, question, sentPrompt, reference, id, group }: Sample): readonly unknown[] {
  return [response, question, sentPrompt, reference, id, group];
}

function documentsOf(sample: Sample, info: TrajectoryInfo | undefined): unknown {
  const { documents, images } = namedPages(sample, info);
  return documents.length === 0 ? null : { documents: documents.map(({ path }) => path), images };
}

/** Whether a ground truth says more than its answers. */
function isNested(truth: unknown): boolean {
  if (typeof truth !== 'object' || truth === null) return false;
  return !Array.isArray(truth) || truth.some((item) => typeof item === 'object' && item !== null);
}

function changeOf(own: unknown, again: unknown): Change {
  return typeof own === 'string' && wellFormed(own) === again ? 'lone-surrogates' : 'other-value';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return pythonJson(one) === pythonJson(other);
}

/** Counts in how many samples each part is lost or changed. */
export class LossCounts {
  readonly #lost = new Map<string, number>();
  readonly #changed = new Map<string, { readonly name: string; readonly change: Change; samples: number }>();

  add({ lost, changed }: Losses): void {
    for (const name of lost) this.addLost(name);
    for (const [name, change] of changed) this.addChange(name, change);
  }

  addLost(name: string): void {
    this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
  }

  addChange(name: string, change: Change): void {
    const key = `${change} ${name}`;
    const known = this.#changed.get(key);
    if (known === undefined) this.#changed.set(key, { name, change, samples: 1 });
    else known.samples += 1;
  }

  /** The parts that are lost, those of most samples first. */
  get lost(): readonly { readonly name: string; readonly samples: number }[] {
    return [...this.#lost]
      .map(([name, samples]) => ({ name, samples }))
      .sort((a, b) => b.samples - a.samples || (a.name < b.name ? -1 : 1));
  }

  /** The parts that are changed, those of most samples first. */
  get changed(): readonly { readonly name: string; readonly change: Change; readonly samples: number }[] {
    return [...this.#changed.values()].sort((a, b) => b.samples - a.samples || (a.name < b.name ? -1 : 1));
  }
}
