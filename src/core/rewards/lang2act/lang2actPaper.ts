import { t } from '../../t.ts';
import { round } from '../../python/round.ts';
import { stripSpan } from '../../python/strip.ts';
import { findFirstBlocks } from './firstBlocks.ts';
import { whyNotJudged, answerComponent, assembleJudged, component } from '../explanation/judgedScore.ts';
import { LANG2ACT_PAPER_FORM, lang2actPaperPays, LANG2ACT_TOOLBOX } from './form.ts';
import { checkLang2ActFormat, countedOpenings, formatDeduction } from './formatCheck.ts';
import type { FormatCheck } from './formatCheck.ts';
import { tagNotes } from './notes.ts';
import type { RewardProfile } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { quote } from '../explanation/wording.ts';

/**
 * The reward as Lang2Act's paper defines it (arXiv 2602.13235, equations 12 to 14): 0.8 r_ans + 0.2 r_tool. r_tool is 1
 * if each tag occurs once and in order, tool calls occur only in the description, and each is one of the toolbox's
 * seven; otherwise 0. r_ans does not depend on r_tool: the answer is the first complete `<answer>`, whatever is around
 * it. A call counts from its name on, as in the released code's leakage check; a response without tool calls is not
 * penalized.
 */
export const lang2actPaper: RewardProfile = {
  name: 'lang2act-paper',
  version: '1',
  get title() {
    return t('Lang2Act, the paper’s form');
  },
  get description() {
    return t(
      'Pays for a right answer, and for tool calls of the toolbox in their place, as the equations of Lang2Act’s paper do.',
    );
  },
  form: LANG2ACT_PAPER_FORM,
  get pays() {
    return lang2actPaperPays();
  },
  score: scoring(LANG2ACT_TOOLBOX),
};

/** The profile with another toolbox. */
export function lang2actPaperWith(toolbox: ReadonlySet<string>): RewardProfile {
  const { tools } = LANG2ACT_PAPER_FORM;
  return {
    ...lang2actPaper,
    form: {
      ...LANG2ACT_PAPER_FORM,
      tools: tools && { ...tools, allowed: Array.from(toolbox, (name) => ({ name, args: 'any' })) },
    },
    get pays() {
      return lang2actPaperPays().map((part) => ({
        ...part,
        changes: part.changes.map((change) =>
          change.code === 'unknown-tool' ? { ...change, reason: unknownTool(toolbox.size) } : change,
        ),
      }));
    },
    score: scoring(toolbox),
  };
}

function unknownTool(known: number): string {
  return known === 1
    ? t('A tool call does not use the one tool of the toolbox.')
    : t('A tool call uses none of the {0} tools of the toolbox.', known);
}

function unknownReason(name: string, known: number): string {
  const quoted = quote(name);
  if (known === 1) return t('{0} is not the one tool of the toolbox.', quoted);
  return known === LANG2ACT_TOOLBOX.size
    ? t('{0} is not one of the seven tools of the toolbox.', quoted)
    : t('{0} is not one of the {1} tools of the toolbox.', quoted, known);
}

function scoring(toolbox: ReadonlySet<string>): RewardProfile['score'] {
  return (response, context) => {
    const format = checkLang2ActFormat(response);
    const { answer } = findFirstBlocks(response, format.tagPlaces);
    const fault = toolFault(response, format, toolbox);
    const notJudged = whyNotJudged(answer);
    const toolScore = fault === null ? 1 : 0;
    return assembleJudged({
      profile: 'lang2act-paper',
      verdict: context.verdict,
      judged: notJudged === null,
      overall: (right) => round(0.8 * right + 0.2 * toolScore, 6),
      reported: (overall, right) => ({ overall, answer_score: right, tool_score: toolScore }),
      defaults: [],
      components: [
        answerComponent({ weight: '0.8', verdict: context.verdict, span: answer, notJudged }),
        component({
          key: 'tool',
          title: t('Tools'),
          weight: '0.2',
          scope: null,
          deductions: fault === null ? [] : [fault],
          floor: null,
        }),
      ],
      notes: fault?.code === 'tag-count' ? tagNotes(response) : [],
    });
  };
}

/** Why r_tool is 0; null if it is 1. */
function toolFault(response: string, format: FormatCheck, toolbox: ReadonlySet<string>): EntryParts | null {
  if (!format.valid) return formatDeduction(format.errors);
  for (const { nameStart, nameEnd } of countedOpenings(format.openings, 0, Infinity)) {
    const span = stripSpan(response, nameStart, nameEnd);
    const name = response.slice(span.start, span.end);
    if (toolbox.has(name)) continue;
    const reason = unknownReason(name, toolbox.size);
    return { code: 'unknown-tool', amount: '-1', reason, span, tool: null };
  }
  return null;
}
