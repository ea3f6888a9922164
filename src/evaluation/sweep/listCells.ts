import { createHash } from 'node:crypto';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { samplingLine } from '../../core/records/sampling.ts';
import { sortedJson } from '../../core/sortedJson.ts';
import {
  DIMENSIONS,
  type Cell,
  type CellChoice,
  type CellPattern,
  type Dimension,
  type Sweep,
  type SweepProblem,
} from './model.ts';
import type { SweepPath } from './readSweep.ts';
import { GIVEN, USUAL } from './sweepSchema.ts';

/** The most cells of a sweep. */
const MOST_CELLS = 1000;

/** The cells of a sweep, the first of them the one that the others are compared with; or what is wrong. */
export type ListedCells =
  | { readonly cells: readonly Cell[]; readonly baseline: Cell }
  | { readonly problems: readonly SweepProblem[] };

/** The cells of a sweep: everything with everything, without what is excluded. */
export function listCells(sweep: Sweep, placeOf: (path: SweepPath) => number): ListedCells {
  const problems: SweepProblem[] = [...repeatedEntries(sweep, placeOf)];
  const all = productOf(sweep);
  sweep.exclude.forEach((pattern, at) => {
    if (!all.some((choice) => fits(choice, pattern)))
      problems.push({ line: placeOf(['exclude', at]), message: t('No cell has what this entry excludes.') });
  });
  const choices = all.filter((choice) => !sweep.exclude.some((pattern) => fits(choice, pattern)));
  if (choices.length === 0)
    problems.push({ line: placeOf(['exclude']), message: t('The sweep has no cell: all are excluded.') });
  if (choices.length > MOST_CELLS)
    problems.push({
      line: 1,
      message: t('The sweep has {0} cells. It may have {1}.', choices.length, MOST_CELLS),
    });
  const { baseline } = sweep;
  const base = choices.filter((choice) => baseline === null || fits(choice, baseline));
  if (base.length === 0 && choices.length > 0)
    problems.push({ line: placeOf(['baseline']), message: t('No cell has what the baseline says.') });
  if (baseline !== null && base.length > 1)
    problems.push({
      line: placeOf(['baseline']),
      message: t('{0} cells have what the baseline says. Say more, so that it is one.', base.length),
    });
  if (problems.length > 0) return { problems };
  const varied = DIMENSIONS.filter(
    (dimension) => new Set(choices.map((choice) => labelOf(choice, dimension))).size > 1,
  );
  const cells = choices.map((choice) => cellOf(choice, varied));
  const same = sameCells(cells);
  if (same !== null)
    return {
      problems: [
        {
          line: placeOf(['servers']),
          message: t('“{0}” and “{1}” are the same cell.', same[0].name, same[1].name),
        },
      ],
    };
  const first = cells.find(({ choice }) => choice === base[0]) ?? cells[0];
  return first === undefined ? { problems } : { cells, baseline: first };
}

/** Entries of a list that an earlier one says already: their cells would be one. */
function* repeatedEntries(
  { prompts, servers, models, pixels, pages, sampling }: Sweep,
  placeOf: (path: SweepPath) => number,
): Generator<SweepProblem> {
  const lists = { prompts, servers, models, pixels, pages, sampling };
  const named = { ...lists, servers: servers.map(({ name, model }) => [name, model]) };
  for (const [key, entries] of Object.entries<readonly unknown[]>(named)) {
    const first = new Map<string, number>();
    for (const [at, entry] of entries.entries()) {
      const words = sortedJson(entry);
      const before = first.get(words);
      first.set(words, before ?? at);
      if (before === undefined) continue;
      const isOther = key === 'servers' && servers[before]?.url !== servers[at]?.url;
      yield {
        line: placeOf([key, at]),
        message: isOther
          ? t(
              'Entry {0} of “{1}” has the same name as entry {2}. Give it another one.',
              at + 1,
              key,
              before + 1,
            )
          : t('Entry {0} of “{1}” is the same as entry {2}.', at + 1, key, before + 1),
      };
    }
  }
}

/** Two cells that would write the same run, such as those of a server that has two names; null if there are none. */
function sameCells(cells: readonly Cell[]): readonly [Cell, Cell] | null {
  const first = new Map<string, Cell>();
  for (const cell of cells) {
    const before = first.get(cell.file);
    if (before !== undefined) return [before, cell];
    first.set(cell.file, cell);
  }
  return null;
}

function productOf({ prompts, servers, models, pixels, pages, sampling }: Sweep): readonly CellChoice[] {
  const choices: CellChoice[] = [];
  for (const prompt of prompts)
    for (const server of servers)
      // The offline reader has no model and does not sample.
      for (const model of server.url === null ? [null] : server.model === null ? models : [server.model])
        for (const budget of pixels)
          for (const chosen of pages)
            for (const parameters of server.url === null ? [null] : sampling)
              choices.push({ prompt, server, model, pixels: budget, pages: chosen, sampling: parameters });
  return choices;
}

function cellOf(choice: CellChoice, varied: readonly Dimension[]): Cell {
  const { prompt, server, model, pixels, pages, sampling } = choice;
  const names = (varied.length === 0 ? (['prompt'] as const) : varied).map((each) => labelOf(choice, each));
  const made = [prompt, server.url, model, pixels, pages, sampling];
  const hash = createHash('sha256').update(sortedJson(made)).digest('hex').slice(0, 10);
  const slug = path.basename(prompt ?? 'run', '.jinja').replaceAll(/[^\w.-]/g, '');
  return { name: names.join(' · '), file: `${slug}-${hash}.jsonl`, choice };
}

/** What a cell has in a dimension, in a few words. */
export function labelOf(choice: CellChoice, dimension: Dimension): string {
  const { prompt, server, model, pixels, pages, sampling } = choice;
  switch (dimension) {
    case 'prompt':
      return prompt ?? t('prompt of the data set');
    case 'server':
      return server.name;
    case 'model':
      return model ?? t('model of the server');
    case 'pixels':
      return pixels === null ? t('usual pixels') : t('{0}–{1} px', pixels.minPixels, pixels.maxPixels);
    case 'pages':
      return pages ?? t('given pages');
    case 'sampling':
      return sampling === null ? t('usual sampling') : samplingLine(sampling);
  }
}

/** Whether a cell has everything that a pattern says. */
function fits(choice: CellChoice, pattern: CellPattern): boolean {
  return DIMENSIONS.every((dimension) => {
    const wanted = pattern[dimension];
    return wanted === undefined || sortedJson(wanted) === sortedJson(writtenOf(choice, dimension));
  });
}

/** What a cell has in a dimension, as the file writes it. */
function writtenOf(choice: CellChoice, dimension: Dimension): unknown {
  const { pixels } = choice;
  switch (dimension) {
    case 'server':
      return choice.server.name;
    case 'pixels':
      return pixels === null ? USUAL : { min_pixels: pixels.minPixels, max_pixels: pixels.maxPixels };
    case 'pages':
      return choice.pages ?? GIVEN;
    case 'sampling':
      return choice.sampling ?? USUAL;
    case 'prompt':
    case 'model':
      return choice[dimension];
  }
}
