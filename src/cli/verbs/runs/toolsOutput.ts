import { codeCell, markdownCell } from '../../../core/markdownCell.ts';
import { mergeDefinitions, type CountedToolFacts } from '../../../core/toolPool/definitions.ts';
import type { Spelling } from '../../../core/toolPool/toolNames.ts';
import type { PoolTool, ToolPool } from '../../../core/toolPool/toolPool.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { placeJson } from '../../output/json.ts';
import { countText, wholeText } from '../../output/numbers.ts';
import { cellText, tableLines } from '../../output/sections.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where a row is that calls a name, if it is one of the first. */
export type PlaceOf = (name: string, row: number) => Place | null;

/** What is said of all tools: the first keys of the JSON. */
function poolJson(pool: ToolPool, top: number): Json {
  const covered = pool.coverage[top - 1];
  return {
    trajectories: pool.trajectories,
    with_tools: pool.withTools,
    calls: pool.calls,
    compared: pool.compared,
    top,
    covered: covered?.uses ?? null,
    whole: covered?.whole ?? 0,
  };
}

/** The JSON that media/schemas/runs-tools.schema.json describes. */
export function toolsJson(pool: ToolPool, top: number, facts: CountedToolFacts, placeOf: PlaceOf): Json {
  return {
    ...poolJson(pool, top),
    tools: pool.tools.map((tool) => toolJson(tool, facts, placeOf)),
    coverage: pool.coverage.map(({ k, uses, whole, wholeShare }) => ({
      k,
      uses,
      whole,
      whole_share: wholeShare,
    })),
  };
}

/** A tool as JSON. */
export function toolJson(tool: PoolTool, facts: CountedToolFacts, placeOf: PlaceOf): Json {
  const { name, spellings, trajectories, calls, share, judged, right, success } = tool;
  return {
    name,
    trajectories,
    calls,
    share,
    judged,
    right,
    success,
    mean_with: tool.meanWith,
    mean_without: tool.meanWithout,
    spellings,
    together: tool.together,
    definitions: mergeDefinitions(facts, spellings),
    examples: tool.examples.flatMap((row) => {
      const place = spellings.map((spelling) => placeOf(spelling.name, row)).find((each) => each !== null);
      return place == null ? [] : [placeJson(place)];
    }),
  };
}

/** The tools as rows of a table: one cell for each column. */
export function toolCells(pool: ToolPool, facts: CountedToolFacts): readonly Json[] {
  return pool.tools.map((tool, at) => {
    const definition = mergeDefinitions(facts, tool.spellings);
    return {
      name: tool.name,
      trajectories: tool.trajectories,
      share: tool.share,
      calls: tool.calls,
      judged: tool.judged,
      right: tool.right,
      success: tool.success,
      mean_with: tool.meanWith,
      mean_without: tool.meanWithout,
      covered: pool.coverage[at]?.uses ?? null,
      whole_share: pool.coverage[at]?.wholeShare ?? null,
      spellings: otherSpellings(tool).map(spellingText).join(', '),
      together: tool.together.map(({ name }) => name).join(', '),
      args: definition?.args[0]?.text ?? '',
      description: definition?.descriptions[0]?.text ?? '',
    };
  });
}

/** The tools as text: the first ones, which cover most, above a line. */
export function toolsText(pool: ToolPool, top: number): string {
  const { tools } = pool;
  if (tools.length === 0) return `${usedSentence(pool)}\n`;
  const [head = '', ...lines] = tableLines(peopleRows(pool));
  const spellings = tools.flatMap((tool) =>
    otherSpellings(tool).length === 0
      ? []
      : [cellText(`  ${tool.name}: ${otherSpellings(tool).map(spellingText).join(', ')}`)],
  );
  return [
    usedSentence(pool),
    head,
    ...lines.slice(0, top),
    ...(top > 0 && top < tools.length ? ['  ---'] : []),
    ...lines.slice(top),
    ...coverageSentences(pool, top),
    ...(spellings.length === 0 ? [] : ['Spellings that count as the same tool:', ...spellings]),
    '',
  ].join('\n');
}

/** The most tools of a table in Markdown, which may be a comment of CI. */
const MOST_LISTED = 30;

/** The tools as Markdown: those of the toolbox in bold. */
export function toolsMarkdown(pool: ToolPool, top: number): string {
  const rows = peopleRows(pool)
    .slice(0, MOST_LISTED)
    .map(({ tool, beside, ...numbers }, at) => [
      at < top ? `**${codeCell(tool)}**` : codeCell(tool),
      ...Object.values(numbers).map((cell) => markdownCell(cellText(cell))),
      beside === '' ? '' : codeCell(beside),
    ]);
  const [first] = peopleRows(pool);
  const more = pool.tools.length - rows.length;
  return [
    '## Tools',
    '',
    [usedSentence(pool), ...coverageSentences(pool, top)].join(' '),
    ...(first === undefined
      ? []
      : [
          '',
          tableRow(Object.keys(first).map(markdownCell)),
          tableRow(Object.keys(first).map((_, column) => (column === 0 ? '---' : '---:'))),
          ...rows.map(tableRow),
        ]),
    ...(more > 0 ? ['', `${countText(more, 'other tool is', 'other tools are')} left out.`] : []),
    '',
  ].join('\n');
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function usedSentence({ trajectories, withTools }: ToolPool): string {
  return `${countText(withTools, 'trajectory', 'trajectories')} of ${wholeText(trajectories)} use tools.`;
}

/** What the first tools cover, in both readings. */
function coverageSentences({ coverage }: ToolPool, top: number): readonly string[] {
  const covered = coverage[top - 1];
  if (covered === undefined) return [];
  const { uses, whole, wholeShare } = covered;
  return [
    `${top === 1 ? 'The first tool covers' : `The first ${top} tools cover`} ${percent(uses)} of all uses (a trajectory is one use of each of its tools);`,
    `${countText(whole, 'trajectory uses', 'trajectories use')} no other tool, ${percent(wholeShare)} of those with tools.`,
  ];
}

/** A tool in a table for people; the means have the name of what is compared. */
interface PeopleRow extends Json {
  readonly tool: string;
  readonly beside: string;
}

/** The tools as rows of a table for people. */
function peopleRows({ tools, compared }: ToolPool): readonly PeopleRow[] {
  return tools.map((tool) => ({
    tool: tool.name,
    trajectories: tool.trajectories,
    share: percent(tool.share),
    calls: tool.calls,
    success: percent(tool.success),
    [`${compared} with`]: rounded(tool.meanWith),
    [`${compared} without`]: rounded(tool.meanWithout),
    beside: tool.together[0]?.name ?? '',
  }));
}

const otherSpellings = ({ spellings }: PoolTool): readonly Spelling[] => spellings.slice(1);

const REASONS = { form: 'case or separators', plural: 'a plural', slip: 'a slip' } as const;

const spellingText = ({ name, why, trajectories }: Spelling): string =>
  `${name} (${trajectories}${why === null ? '' : `, ${REASONS[why]}`})`;

const percent = (share: number | null): string => (share === null ? '-' : `${(100 * share).toFixed(1)}%`);

const rounded = (mean: number | null): string => (mean === null ? '-' : String(Number(mean.toFixed(4))));
