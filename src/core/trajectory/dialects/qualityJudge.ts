import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import type { QualityLine } from '../partModel.ts';

/** The lines that the judge is asked for, in order. */
export const QUALITY_LINES: readonly QualityLine['name'][] = [
  'Coherence',
  'Non-Hallucination',
  'Factual Consistency',
  'Average',
  'Explanation',
];

/**
 * A pattern for the line `name`, including the emphasis and list marks that judges write around it: at most 20 marks,
 * because the engine's stack overflows over millions of them.
 */
function linePattern(name: string): RegExp {
  const words = name.replaceAll(/[ -]/g, '[ -]');
  return new RegExp(
    `^(?:[-*>#]+[ \\t]+|\\d+[.)][ \\t]+){0,20}[*_]*${words}(?:[ \\t]+score)?[*_]*[ \\t]*:[*_]*[ \\t]*`,
    'i',
  );
}

/** A pattern for the beginning of each line. */
export const LINE_BEGINS: ReadonlyMap<string, RegExp> = new Map(
  QUALITY_LINES.map((name) => [name, linePattern(name)]),
);

/** Lang2Act's judge of reasoning (figure 17 of its paper): three scores, their average, an explanation. */
export const qualityJudge: Dialect = {
  ...PLAIN,
  name: 'quality-judge',
  get title() {
    return t('Quality judge');
  },
  get description() {
    return t(
      'Lines for Coherence, Non-Hallucination, and Factual Consistency (1 to 5), their Average, and an Explanation.',
    );
  },
  blocks: [],
  flow: { kind: 'free' },
  lines: QUALITY_LINES.map((name) => ({
    name,
    kind: 'score',
    begins: LINE_BEGINS.get(name) ?? linePattern(name),
    continues: name === 'Explanation',
  })),
  checks: ['scores-complete', 'scores-sound'],
  signs: QUALITY_LINES.map((name) => ({
    name: `line-${name}`,
    pattern: new RegExp(linePattern(name).source, 'im'),
  })),
};
