import { t } from '../../t.ts';
import { add, multiply, ofNumber, subtract } from '../../decimal.ts';
import { round } from '../../python/round.ts';
import type {
  Component,
  Decimal,
  Default,
  Entry,
  Need,
  PaidPart,
  Raised,
  RecordKey,
  RewardForm,
  RewardProfile,
  Score,
  ScoreContext,
  Verdict,
} from '../model.ts';
import { rounding } from '../explanation/entry.ts';
import { measuredComponent, unknown } from '../explanation/measuredScore.ts';
import type { Check } from './check.ts';

/** The name and weight of a component of a composite reward. */
interface PartHead {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
}

/** A component of a composite reward: one of a built-in profile, or a check. */
export type CompositePart =
  | (PartHead & { readonly profile: RewardProfile; readonly component: string })
  | (PartHead & { readonly check: Check; readonly start: '0' | '1' });

/** A composite reward, as its file defines it. */
export interface Composite {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly CompositePart[];
  /** The bounds of the sum; null for no bounds. */
  readonly range: readonly [number, number] | null;
  /** The decimals to which the sum is rounded; null for no rounding. */
  readonly digits: number | null;
}

/**
 * The reward profile of a composite: the exact decimal sum of its weighted components, kept within its range and
 * rounded if it says so. If a built-in reward whose component it uses raises, the composite raises too.
 */
export function compositeProfile(composite: Composite): RewardProfile {
  const { name, version, title, description, parts } = composite;
  return {
    name,
    version,
    title,
    description,
    form: compositeForm(parts),
    pays: parts.map(paidPart),
    score: (response, context) => scoreComposite(composite, response, context),
  };
}

function scoreComposite(composite: Composite, response: string, context: ScoreContext): Score {
  const bases = new Map<RewardProfile, Score>();
  for (const part of composite.parts) {
    if ('profile' in part && !bases.has(part.profile))
      bases.set(part.profile, part.profile.score(response, context));
  }
  const scores = [...bases.values()];
  const found = composite.parts.map((part) => partScore(part, response, context, bases));
  const components = found.map(({ component }) => component);
  const raises = scores.map((score) => score.raises).find((raised) => raised !== null) ?? notFinite(found);
  const needs = raises === null ? unionOfNeeds(found) : [];
  const sum = raises === null && needs.length === 0 ? total(composite, components) : null;
  const ifs = raises === null && sum === null && needs.every((need) => need === 'verdict');
  const wrong = ifs ? totalWith(composite, response, context, 'wrong') : null;
  const shown = sum ?? wrong;
  const overall = sum?.overall ?? null;
  return {
    profile: composite.name,
    overall,
    ifWrong: sum?.overall ?? wrong?.overall ?? null,
    ifRight: sum?.overall ?? (ifs ? totalWith(composite, response, context, 'right').overall : null),
    reported: {
      overall,
      ...Object.fromEntries(
        components.map(({ key, value }) => [key, raises !== null || value === null ? null : Number(value)]),
      ),
    },
    raises,
    defaults: distinctDefaults([
      ...scores.flatMap(({ defaults }) => defaults),
      ...found.flatMap(({ defaults }) => defaults),
    ]),
    needs,
    components: raises === null ? components : components.map(forgotten),
    adjustments: shown?.adjustments ?? [],
    notes: scores.flatMap(({ notes }) => notes),
  };
}

/** A component with additional results. */
interface PartScore {
  readonly component: Component;
  readonly needs: readonly Need[];
  readonly defaults: readonly Default[];
}

function partScore(
  part: CompositePart,
  response: string,
  context: ScoreContext,
  bases: ReadonlyMap<RewardProfile, Score>,
): PartScore {
  const { key, title, weight } = part;
  if ('check' in part) {
    const head = { key, title, weight, start: part.start };
    const finding = part.check.find({ response, context });
    if ('needs' in finding)
      return { component: unknown({ ...head, scope: null }), needs: finding.needs, defaults: [] };
    const { scope, changes, defaults = [] } = finding;
    return { component: measuredComponent({ ...head, scope, changes }), needs: [], defaults };
  }
  const score = bases.get(part.profile);
  const base = score?.components.find((component) => component.key === part.component);
  if (!score || !base) {
    return { component: unknown({ key, title, weight, start: '1', scope: null }), needs: [], defaults: [] };
  }
  const component: Component = {
    ...base,
    key,
    title,
    weight,
    paid: base.value === null ? null : multiply(weight, base.value),
    most: reweigh(base, weight),
    entries: base.entries.map((entry) => ({ ...entry, paid: multiply(weight, entry.amount) })),
  };
  return { component, needs: base.value === null ? score.needs : [], defaults: [] };
}

/** The most that a component can pay with another weight: its start plus the entries that raise it. */
function reweigh({ start, entries }: Component, weight: Decimal): Decimal {
  let most = start;
  for (const { kind, amount } of entries) if (kind === 'credit') most = add(most, amount);
  return multiply(weight, most);
}

const forgotten = (component: Component): Component => ({
  ...component,
  value: null,
  paid: null,
  entries: [],
});

/** The error for a component that is not a number although nothing is missing, so that there is no sum. */
function notFinite(found: readonly PartScore[]): Raised | null {
  const part = found.find(({ component, needs }) => component.value === null && needs.length === 0);
  if (!part) return null;
  return { name: 'ValueError', reason: t('The component {0} is not a finite number.', part.component.title) };
}

function unionOfNeeds(found: readonly PartScore[]): readonly Need[] {
  return [...new Set(found.flatMap(({ needs }) => needs))];
}

function distinctDefaults(defaults: readonly Default[]): readonly Default[] {
  return [...new Map(defaults.map((each) => [`${each.key} ${each.value}`, each])).values()];
}

/** The reward of components that are all known, and the entries that lead from their sum to it. */
interface Total {
  readonly overall: number;
  readonly adjustments: readonly Entry[];
}

function total({ range, digits }: Composite, components: readonly Component[]): Total {
  let sum: Decimal = '0';
  for (const { paid } of components) if (paid !== null) sum = add(sum, paid);
  const adjustments: Entry[] = [];
  const kept = Number(sum);
  if (range !== null && (kept < range[0] || kept > range[1])) {
    const isBelow = kept < range[0];
    const bound = isBelow ? range[0] : range[1];
    const kind = isBelow ? 'floor' : 'cap';
    const amount = subtract(ofNumber(bound), sum);
    const reason = isBelow
      ? t('The reward does not go below {0}.', bound)
      : t('The reward does not go above {0}.', bound);
    adjustments.push({ kind, code: `reward-${kind}`, amount, paid: amount, reason, span: null, tool: null });
    sum = ofNumber(bound);
  }
  const overall = digits === null ? Number(sum) : round(Number(sum), digits);
  const shown = ofNumber(overall);
  if (shown !== sum) {
    const reason =
      digits === null
        ? t('The reward is a double.')
        : digits === 1
          ? t('The reward is rounded to 1 decimal.')
          : t('The reward is rounded to {0} decimals.', digits);
    adjustments.push(rounding(subtract(shown, sum), reason));
  }
  return { overall, adjustments };
}

/** The reward for a given verdict on the answer. */
function totalWith(
  composite: Composite,
  response: string,
  context: ScoreContext,
  verdict: Exclude<Verdict, 'unknown'>,
): Total {
  const judged = { ...context, verdict };
  const bases = new Map<RewardProfile, Score>();
  for (const part of composite.parts) {
    if ('profile' in part && !bases.has(part.profile))
      bases.set(part.profile, part.profile.score(response, judged));
  }
  return total(
    composite,
    composite.parts.map((part) => partScore(part, response, judged, bases).component),
  );
}

function paidPart(part: CompositePart): PaidPart {
  const { key, title, weight } = part;
  if ('check' in part) {
    const { sentence, changes } = part.check;
    const paid =
      part.start === '0' ? `${sentence} ${t('It starts at 0 and can only lower the reward.')}` : sentence;
    return { key, title, weight, sentence: paid, changes };
  }
  const base = part.profile.pays.find((each) => each.key === part.component);
  return { key, title, weight, sentence: base?.sentence ?? '', changes: base?.changes ?? [] };
}

/** What a composite reads: what its checks read, and the rewards whose components it uses. */
function compositeForm(parts: readonly CompositePart[]): RewardForm {
  const tags = new Map<string, RewardForm['tags'][number]>();
  const orders: (readonly string[])[] = [];
  let tools: RewardForm['tools'] = null;
  let answerMark: RewardForm['answerMark'];
  let length: RewardForm['length'] = null;
  let judged = false;
  let closed = false;
  let readsPages = false;
  const reads = new Set<RecordKey>();
  for (const part of parts) {
    if ('check' in part) {
      const { check } = part;
      for (const name of check.tags ?? [])
        tags.set(
          name,
          mergeTag(tags.get(name), { name, required: true, caseSensitive: check.caseSensitive === true }),
        );
      for (const name of check.optionalTags ?? [])
        tags.set(name, tags.get(name) ?? { name, required: false, caseSensitive: false });
      if (check.order) orders.push(check.order);
      length ??= check.length ?? null;
      for (const key of check.reads) reads.add(key);
      readsPages ||= check.readsPages === true;
      continue;
    }
    const { form } = part.profile;
    for (const tag of form.tags) tags.set(tag.name, mergeTag(tags.get(tag.name), tag));
    if (form.order.length > 0 && !orders.includes(form.order)) orders.push(form.order);
    closed ||= form.closed && part.component === 'format';
    if (part.component === 'tool') tools ??= form.tools;
    answerMark ??= form.answerMark;
    if (part.component === 'overlong') length ??= form.length;
    judged ||= form.judged && part.component === 'answer';
    for (const key of form.reads) reads.add(key);
  }
  const [order = [], ...otherOrders] = orders.toSorted((a, b) => b.length - a.length);
  return {
    tags: [...tags.values()],
    order,
    ...(otherOrders.length === 0 ? {} : { otherOrders }),
    closed,
    tools,
    ...(answerMark === undefined ? {} : { answerMark }),
    length,
    judged,
    reads: [...reads],
    ...(readsPages ? { readsPages } : {}),
  };
}

function mergeTag(
  known: RewardForm['tags'][number] | undefined,
  tag: RewardForm['tags'][number],
): RewardForm['tags'][number] {
  if (known === undefined) return tag;
  return {
    name: tag.name,
    required: known.required || tag.required,
    caseSensitive: known.caseSensitive || tag.caseSensitive,
  };
}
