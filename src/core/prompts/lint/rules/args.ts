import { t } from '@vscode/l10n';
import { lastNotAbove } from '../../../binarySearch.ts';
import { fourPlaces } from '../../../decimal.ts';
import type { FormTools, RewardForm, RewardProfile } from '../../../rewards/model.ts';
import { isRefused } from '../reading/refusals.ts';
import type { OfferedTool } from '../reading/toolList.ts';
import type { RuleFinding, RewardRule, PromptWithReward } from '../rule.ts';
import { lossOfCall } from '../losses.ts';
import type { Loss } from '../scoring.ts';
import { joinSentences, sayLoss } from '../wording.ts';

const SLOT =
  '(?:\\d+|[A-Za-z]{1,3}|#|number|index|[<{[(]+(?:\\s*\\w+(?: +\\w+)*\\s*|[^\\S ]* \\s*)[>}\\])]+|[.…]+|_+)';
/** Args that begin as the reward expects, with a word in place of the number. */
const AS_READ = new RegExp(`^["'\`\\s]*Image\\s+${SLOT}\\s*:`);
/** The same anywhere in a prompt: it tells the model what to write. */
const TOLD = new RegExp(`\\bImage\\s+${SLOT}\\s*:`);
/** Args that name an image in another way. */
const OTHERWISE = new RegExp(
  `^["'\`\\s]*(?:(?:image|images|img|picture|pic|page|figure|photo|screenshot)(?:[\\s_#.-]{0,10}(?:id|idx|index|number|no))?[\\s_#.-]{0,10}(?:${SLOT})?|[<{[(]\\s*(?:\\d+|[a-z])\\s*[>}\\])])\\s*(?:[:,;=|-]|$|\\s)`,
  'i',
);

/** A sentence that says how args begin. */
const SAID =
  /\b(?:args?|arguments?)\b[^.\n"'`“]{0,60}?\b(?:begins?|starts?|prefixed|opens?)\s+(?:\w+\s+){0,3}?["'`“]([^"'`”\n]{1,40})["'`”]|\b(?:begin|start|prefix)\s+(?:\w+\s+){0,4}?(?:args?|arguments?)\b[^.\n"'`“]{0,30}?\bwith\s+["'`“]([^"'`”\n]{1,40})["'`”]/gi;

const REFUSED_WITHIN = /\b(?:not|never|don['’]t|avoid|wrong)\b/i;

const COSTS_OF_ARGS = new Set(['args-without-image-prefix', 'args-without-image', 'args-empty']);

/** Whether a deduction is about how args are written. */
export const isAboutArgs = (code: string): boolean => COSTS_OF_ARGS.has(code);

/** Finds where the tool list, the examples, and the reward do not agree on the form of args. */
export const argsRules: RewardRule = function* (subject) {
  const { form, reading } = subject;
  if (form.tools === null) return;
  const forms = new Map(form.tools.allowed.map((tool) => [tool.name, tool.args]));
  const told = TOLD.test(outside(reading.text, reading.regions));
  // If one entry of the list says how args begin, then entries that differ do so on purpose.
  const listed = reading.offered.some(({ args }) => args !== null && AS_READ.test(args));
  for (const tool of reading.offered) {
    const wanted = forms.get(tool.name);
    if (wanted !== undefined) yield* listFault(subject, tool, wanted, told && !listed);
  }
  if ([...forms.values()].includes('image')) yield* proseFaults(subject);
  yield* exampleFaults(subject, forms);
};

/** Sentences that say that args begin in a way that the reward does not read. */
function* proseFaults({
  form,
  reward,
  reading: { text, notAsked },
}: PromptWithReward): Iterable<RuleFinding> {
  for (const match of text.matchAll(SAID)) {
    const said = match[1] ?? match[2] ?? '';
    const span = { start: match.index, end: match.index + match[0].length };
    if (isRefused(text, span) || REFUSED_WITHIN.test(match[0]) || notAsked.hasAt(match.index)) continue;
    // The colon may come after the closing quote.
    if (AS_READ.test(said) || AS_READ.test(`${said}:`) || !OTHERWISE.test(said)) continue;
    const start = match.index + match[0].lastIndexOf(said);
    const loss = lossOfArgs(reward, form, said);
    yield {
      code: 'args-convention',
      loss,
      span: { start, end: start + said.length },
      message: joinSentences(
        t(
          'The prompt says that args begin with `{0}`, but the reward accepts only args that begin with `Image k:`, including the capital letter, the space and the colon. Ask for that form.',
          said,
        ),
        sayLoss(loss),
      ),
      ...repairArgs(said, start),
    };
  }
}

function outside(text: string, regions: readonly { readonly start: number; readonly end: number }[]): string {
  let at = 0;
  let kept = '';
  for (const { start, end } of regions) {
    kept += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}

/** How much less the reward pays for a response whose tool call has args such as `args`. */
function lossOfArgs(reward: RewardProfile, { tools }: RewardForm, args: string): number {
  const tool = tools?.allowed.find((each) => each.args === 'image')?.name ?? '';
  const written = args.replaceAll(/["'`<>\n]/g, '');
  return lossOfCall(reward, `<tool name="${tool}" args="${written}">It says 42.</tool>`);
}

type ArgsForm = FormTools['allowed'][number]['args'];

function* listFault(
  { form, reward }: PromptWithReward,
  tool: OfferedTool,
  wanted: ArgsForm,
  told: boolean,
): Iterable<RuleFinding> {
  const { name, args, argsSpan } = tool;
  if (wanted !== 'image' || args === null || argsSpan === null || AS_READ.test(args)) return;
  const otherwise = OTHERWISE.exec(args);
  if (otherwise === null && told) return;
  const loss = lossOfArgs(reward, form, args);
  yield {
    code: 'args-convention',
    loss,
    span: argsSpan,
    message: joinSentences(
      t(
        'The tool list shows the args of `{0}` as `{1}`, but the reward accepts only args that begin with `Image k:`, including the capital letter, the space and the colon. Show them in that form.',
        name,
        args,
      ),
      sayLoss(loss),
    ),
    ...repairArgs(args, argsSpan.start),
  };
}

/** The repair of args at `start` that name an image in nearly the right way; none for others. */
function repairArgs(args: string, start: number): Pick<RuleFinding, 'fixes'> {
  const near = /^\s*image[ _-]*(k|i|n|x|\d+)\s*:/i.exec(args);
  if (near === null) return {};
  const text = `Image ${near[1] ?? 'k'}:`;
  return {
    fixes: [
      { title: t('Write `{0}`', text), edits: [{ span: { start, end: start + near[0].length }, text }] },
    ],
  };
}

function* exampleFaults(
  { reading, reward, scored }: PromptWithReward,
  forms: ReadonlyMap<string, ArgsForm>,
): Iterable<RuleFinding> {
  const callStarts = reading.calls.map(({ open }) => open.start);
  const offered = new Map(reading.offered.map((tool) => [tool.name, tool]));
  for (const { losses } of scored) {
    const places = new Map<number, Loss[]>();
    for (const loss of losses) {
      if (!isAboutArgs(loss.entry.code)) continue;
      const here = places.get(loss.span.start);
      if (here === undefined) places.set(loss.span.start, [loss]);
      else here.push(loss);
    }
    for (const group of places.values()) {
      const span = group[0]?.span;
      if (span === undefined) continue;
      const last = lastNotAbove(callStarts, span.start);
      // An opening tag may begin where the one before it ends.
      const call = [reading.calls[last - 1], reading.calls[last]].find(
        (each) => each !== undefined && span.start <= each.open.end,
      );
      const shown = offered.get(call?.name ?? '');
      const list = shown?.args ?? null;
      const paid = group.reduce((sum, { entry }) => sum - Number(entry.paid), 0);
      yield {
        code: 'args-convention',
        span: call?.argsSpan ?? span,
        loss: paid,
        message: joinSentences(
          t(
            'The reward {0} deducts {1} from this example: {2}',
            reward.name,
            fourPlaces(paid),
            group.map(({ entry }) => entry.reason).join(' '),
          ),
          list !== null && AS_READ.test(list) ? t('The tool list shows them as `{0}`.', list) : null,
        ),
        ...(shown === undefined || shown.argsSpan === null
          ? {}
          : { related: [{ span: shown.argsSpan, message: t('The args as the tool list shows them.') }] }),
      };
    }
  }
  for (const { name, args, argsSpan, example } of reading.calls) {
    if (example === null || name === null || args === null || argsSpan === null) continue;
    const list = offered.get(name);
    if (forms.get(name) === 'image' || list?.args == null || list.argsSpan === null) continue;
    if (AS_READ.test(list.args) === AS_READ.test(args) || args.trim() === '') continue;
    yield {
      code: 'args-convention',
      severity: 'information',
      span: argsSpan,
      message: AS_READ.test(args)
        ? t(
            'The example begins the args of `{0}` with an image, but the tool list shows them as `{1}`. Show the same form in both.',
            name,
            list.args,
          )
        : t(
            'The tool list begins the args of `{0}` with an image (`{1}`), but the example does not. Show the same form in both.',
            name,
            list.args,
          ),
      related: [{ span: list.argsSpan, message: t('The args as the tool list shows them.') }],
    };
  }
}
