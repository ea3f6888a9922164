import { EPSILON, relativeGain, RIGHT_ABOVE, type RefinementItem } from '../metrics/refinementMetrics.ts';
import { t } from '../t.ts';
import type { MetricSource } from './metricSource.ts';

/** An item of an evaluation of boxes that has both IoUs. */
interface Refined {
  readonly iou: number;
  readonly toolIou: number;
  readonly delta: number;
}

/**
 * The metrics of refinement, whose means are those of `refinementMetrics`: an item without one of the IoUs counts 0 among all
 * items. Unlike there, a mean of no items is not known.
 * @param itemAt the item of a row; null for a row that is none
 */
export function refinementSources(itemAt: (row: number) => RefinementItem | null): readonly MetricSource[] {
  const refined = ({ iou, tool_iou: toolIou }: RefinementItem): Refined | null =>
    iou === null || toolIou === null ? null : { iou, toolIou, delta: iou - toolIou };
  const among =
    (belongs: (item: Refined) => boolean, number: (item: Refined) => number) =>
    (row: number): number | null => {
      const item = itemAt(row);
      const both = item === null ? null : refined(item);
      return both !== null && belongs(both) ? number(both) : null;
    };
  const amongAll =
    (number: (item: Refined) => number) =>
    (row: number): number | null => {
      const item = itemAt(row);
      if (item === null) return null;
      const both = refined(item);
      return both === null ? 0 : number(both);
    };
  const isRight = ({ iou }: Refined): boolean => iou > RIGHT_ABOVE;
  const isToolRight = ({ toolIou }: Refined): boolean => toolIou > RIGHT_ABOVE;
  const isToolWrong = (item: Refined): boolean => !isToolRight(item);
  const isSame = ({ delta }: Refined): boolean => Math.abs(delta) < EPSILON;
  const gain = ({ delta, toolIou }: Refined): number => relativeGain(delta, toolIou);
  const common = { unit: 'percent', better: 'higher', inOrder: true, scale: 100 } as const;
  return [
    {
      ...common,
      name: 'nsri',
      title: t('NSRI'),
      description: t(
        'How much of the way to an IoU of 1 is gained over the tool’s boxes, or of the way to 0 is lost, over all items.',
      ),
      at: amongAll(gain),
    },
    {
      ...common,
      name: 'nsri_tool_correct',
      title: t('NSRI, tool right'),
      description: t('The same over the items whose tool boxes have an IoU over 0.5.'),
      at: among(isToolRight, gain),
    },
    {
      ...common,
      name: 'nsri_tool_wrong',
      title: t('NSRI, tool wrong'),
      description: t('The same over the other items.'),
      at: among(isToolWrong, gain),
    },
    {
      ...common,
      name: 'accuracy',
      title: t('IoU over 0.5'),
      description: t('Items in which the IoU of the model is over 0.5, among all.'),
      at: amongAll((item) => Number(isRight(item))),
    },
    {
      ...common,
      name: 'tool_accuracy',
      title: t('IoU over 0.5, tool'),
      description: t('Items in which the IoU of the tool is over 0.5, among all.'),
      better: null,
      at: amongAll((item) => Number(isToolRight(item))),
    },
    {
      ...common,
      name: 'critical_correction_rate',
      title: t('Critical correction'),
      description: t('Items that the model has right, among those that the tool has wrong.'),
      at: among(isToolWrong, (item) => Number(isRight(item))),
    },
    {
      ...common,
      name: 'refinement_rate',
      title: t('Refinement'),
      description: t('Items that the model improves, among those that the tool has right.'),
      at: among(isToolRight, ({ iou, toolIou }) => Number(iou > toolIou)),
    },
    {
      ...common,
      name: 'follow_correct_rate',
      title: t('Followed'),
      description: t('Items that the model leaves as they are, among those that the tool has right.'),
      better: null,
      at: among(isToolRight, (item) => Number(item.iou <= item.toolIou && isSame(item))),
    },
    {
      ...common,
      name: 'inherited_error_rate',
      title: t('Inherited errors'),
      description: t('Items with the tool’s wrong boxes, among those that the model has wrong.'),
      better: 'lower',
      at: among(
        (item) => !isRight(item),
        (item) => Number(isToolWrong(item) && isSame(item)),
      ),
    },
    {
      ...common,
      name: 'avg_iou_gain_critical',
      title: t('Gain of critical corrections'),
      description: t('How much of the way to an IoU of 1 these corrections gain.'),
      at: among((item) => isToolWrong(item) && isRight(item), upward),
    },
    {
      ...common,
      name: 'avg_iou_gain_refinement',
      title: t('Gain of refinements'),
      description: t('How much of the way to an IoU of 1 these refinements gain.'),
      at: among((item) => isToolRight(item) && item.iou > item.toolIou, upward),
    },
    {
      ...common,
      name: 'avg_iou_worsen',
      title: t('Loss of what gets worse'),
      description: t('How much of the IoU is lost in the items in which the tool is better.'),
      at: among(
        ({ iou, toolIou }) => iou < toolIou,
        ({ delta, toolIou }) => (toolIou > EPSILON ? delta / toolIou : 0),
      ),
    },
    {
      name: 'avg_iou_delta',
      title: t('Change of the IoU'),
      description: t('The IoU of the model less that of the tool, over all items.'),
      unit: 'number',
      better: 'higher',
      inOrder: true,
      at: amongAll(({ delta }) => delta),
    },
  ];
}

/** The share of the way to 1 that is gained. */
function upward({ delta, toolIou }: Refined): number {
  const headroom = 1 - toolIou;
  return headroom > EPSILON ? delta / headroom : 0;
}
