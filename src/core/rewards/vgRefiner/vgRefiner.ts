import { t } from '../../t.ts';
import type { Span } from '../../span.ts';
import type { Default, Need, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { assembleMeasured, measuredComponent, unknown } from '../explanation/measuredScore.ts';
import { readLastAnswer } from './lastAnswer.ts';
import type { LastAnswer } from './lastAnswer.ts';
import { answerBoxes, referenceBoxes } from './boxLists.ts';
import type { BoxList } from './boxLists.ts';
import { boxDeductions } from './boxDeductions.ts';
import { refinementPaid, RIGHT_FROM, VG_FORM, vgPays, VG_PLAIN_FORM, vgPlainPays, VG_TAGS } from './form.ts';
import { iouAccuracy } from './iouAccuracy.ts';
import type { IouAccuracy } from './iouAccuracy.ts';
import { vgNotes } from './notes.ts';

/** The other tool's boxes that the reference assumes if the record has none. */
const NO_TOOL_RESULTS = '[]';

const NONE: readonly Default[] = [];
const toolResultsDefault = (): readonly Default[] => [
  {
    key: 'tool_results',
    value: NO_TOOL_RESULTS,
    reason: t('The record does not have the other tool’s boxes: the reward assumes that it found none.'),
  },
];

/**
 * VG-Refiner's reward with the other tool's boxes (VoyageWang/VG-Refiner, grounding.py, `compute_score_withTool`): 0.9
 * refinement + 0.1 format. Refinement is 1 if the model's boxes are right and the tool's were not, 0.5 if both are
 * right, and 0 if the model's are wrong.
 */
export const vgRefiner: RewardProfile = {
  name: 'vg-refiner',
  version: '1',
  get title() {
    return t('VG-Refiner, with the tool’s boxes');
  },
  get description() {
    return t(
      'Pays for right boxes, more where another tool’s were wrong, and for the tags, as the code of VG-Refiner does.',
    );
  },
  form: VG_FORM,
  get pays() {
    return vgPays();
  },
  score: scoring(RIGHT_FROM),
};

/** The profile with another least IoU accuracy at which boxes are right. */
export function vgRefinerWith(rightFrom: number): RewardProfile {
  return {
    ...vgRefiner,
    get pays() {
      return vgPays().map((part) =>
        part.key === 'accuracy' ? { ...part, ...refinementPaid(rightFrom) } : part,
      );
    },
    score: scoring(rightFrom),
  };
}

function scoring(rightFrom: number): RewardProfile['score'] {
  return (response, context) => {
    const answer = readLastAnswer(response);
    const model = accuracyOf(answer.list, context.reference);
    const given = answerBoxes(context.toolResults ?? NO_TOOL_RESULTS, 'tool');
    const tool = accuracyOf(given, context.reference);
    const accuracy = refinement(model, tool, rightFrom);
    return assembleScore(response, context, answer, {
      profile: 'vg-refiner',
      title: t('Refinement'),
      tags: VG_TAGS,
      accuracy:
        accuracy === null
          ? null
          : { value: accuracy, changes: refinementChanges(answer, model, tool, rightFrom) },
      more: { model_iou: model?.accuracy ?? null, tool_iou: tool?.accuracy ?? null },
      defaults: context.toolResults === null ? toolResultsDefault() : NONE,
    });
  };
}

/**
 * VG-Refiner's reward without a tool (VoyageWang/VG-Refiner, grounding.py, `compute_score`): 0.9 IoU accuracy +
 * 0.1 format.
 */
export const vgRefinerPlain: RewardProfile = {
  name: 'vg-refiner-plain',
  version: '1',
  get title() {
    return t('VG-Refiner, without a tool');
  },
  get description() {
    return t('Pays for the IoU of the boxes and for the answer’s tags, as the code of VG-Refiner does.');
  },
  form: VG_PLAIN_FORM,
  get pays() {
    return vgPlainPays();
  },
  score(response, context) {
    const answer = readLastAnswer(response);
    const match = accuracyOf(answer.list, context.reference);
    return assembleScore(response, context, answer, {
      profile: 'vg-refiner-plain',
      title: t('Boxes'),
      tags: ['answer'],
      accuracy:
        match === null
          ? null
          : { value: match.accuracy, changes: boxDeductions(match, answer.place, answer.within) },
      more: {},
      defaults: NONE,
    });
  },
};

/** The IoU accuracy; null if it depends on a missing reference. If anything raises, it is 0 with any reference. */
function accuracyOf(list: BoxList, reference: string | null): IouAccuracy | null {
  if (reference !== null) return iouAccuracy(list, referenceBoxes(reference));
  return list.ok ? null : iouAccuracy(list, { ok: true, boxes: [], skipped: [] });
}

function refinement(model: IouAccuracy | null, tool: IouAccuracy | null, rightFrom: number): number | null {
  if (model !== null && model.accuracy < rightFrom) return 0;
  if (model === null || tool === null) return null;
  return tool.accuracy >= rightFrom ? 0.5 : 1;
}

function refinementChanges(
  { place, list }: LastAnswer,
  model: IouAccuracy | null,
  tool: IouAccuracy | null,
  rightFrom: number,
): readonly EntryParts[] {
  if (model === null) return [];
  if (model.refused !== null) return [change('boxes-not-read', '-1', model.refused, place)];
  const iou = model.accuracy.toFixed(3);
  if (model.accuracy < rightFrom) {
    const reason =
      list.ok && list.boxes.length === 0
        ? t('No entry of the answer has a `bbox_2d`: without boxes the IoU accuracy is {0}.', iou)
        : t(
            'The boxes match the reference with an IoU accuracy of {0}; they are right from {1} on.',
            iou,
            rightFrom,
          );
    return [change('boxes-wrong', '-1', reason, place)];
  }
  if (tool === null || tool.accuracy < rightFrom) return [];
  const reason = t(
    'The other tool’s boxes are already right, with an IoU accuracy of {0} (the response’s boxes have {1}): confirming them pays half.',
    tool.accuracy.toFixed(3),
    iou,
  );
  return [change('tool-was-right', '-0.5', reason, place)];
}

/** What the two rewards compute differently. */
interface Measured {
  readonly profile: string;
  /** The title of the component for the boxes. */
  readonly title: string;
  readonly tags: readonly string[];
  readonly accuracy: { readonly value: number; readonly changes: readonly EntryParts[] } | null;
  readonly more: Score['reported'];
  readonly defaults: readonly Default[];
}

function assembleScore(
  response: string,
  context: ScoreContext,
  answer: LastAnswer,
  { profile, title, tags, accuracy, more, defaults }: Measured,
): Score {
  const missing = tags
    .flatMap((tag) => [`<${tag}>`, `</${tag}>`])
    .filter((mark) => !answer.bare.text.includes(mark));
  const format = missing.length === 0 ? 1 : 0;
  const overall = accuracy === null ? null : 0.9 * accuracy.value + 0.1 * format;
  const needs: readonly Need[] = accuracy === null && context.reference === null ? ['reference'] : [];
  const head = { key: 'accuracy', title, weight: '0.9', start: '1', scope: answer.place } as const;
  return assembleMeasured({
    profile,
    overall,
    reported: { overall, format, accuracy: accuracy?.value ?? null, ...more },
    raises: null,
    defaults,
    needs,
    components: [
      accuracy !== null && Number.isFinite(accuracy.value)
        ? measuredComponent({ ...head, changes: accuracy.changes })
        : unknown(head),
      measuredComponent({
        key: 'format',
        title: t('Format'),
        weight: '0.1',
        start: '1',
        scope: null,
        changes: missing.length === 0 ? [] : [lacking(missing)],
      }),
    ],
    notes: vgNotes(response, answer, tags),
  });
}

function lacking(missing: readonly string[]): EntryParts {
  const reason = t('The response lacks {0}.', missing.join(', '));
  return change('tag-missing', '-1', reason, null);
}

function change(code: string, amount: string, reason: string, span: Span | null): EntryParts {
  return { code, amount, reason, span, tool: null };
}
