import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { Sampling } from '../../core/records/sampling.ts';

/** A server of a sweep. */
export interface SweepServer {
  /** What tables call it. */
  readonly name: string;
  /** Null for the offline reader. */
  readonly url: string | null;
  /** Null for each of the models of the sweep. */
  readonly model: string | null;
  /** A file with its key, relative to the sweep's folder; null for the one of the environment. */
  readonly keyFile: string | null;
  /** The most requests in flight; null for what the sweep says. */
  readonly concurrency: number | null;
}

/** What cells differ in. Null stands for what the data set, the server or the prompt has. */
export interface CellChoice {
  readonly prompt: string | null;
  readonly server: SweepServer;
  readonly model: string | null;
  readonly pixels: PixelBudget | null;
  readonly pages: string | null;
  readonly sampling: Partial<Sampling> | null;
}

/** The names of what cells differ in, in the order in which tables have them. */
export const DIMENSIONS = [
  'prompt',
  'server',
  'model',
  'pixels',
  'pages',
  'sampling',
] as const satisfies readonly (keyof CellChoice)[];
export type Dimension = (typeof DIMENSIONS)[number];

/** Some of what a cell is made of, in the words of the sweep's file: it stands for every cell that has it. */
export type CellPattern = Readonly<Partial<Record<Dimension, unknown>>>;

/** A file that says what a sweep is. Paths are as they are written, relative to its folder. */
export interface Sweep {
  readonly dataset: string;
  readonly prompts: readonly (string | null)[];
  readonly servers: readonly SweepServer[];
  readonly models: readonly (string | null)[];
  readonly pixels: readonly (PixelBudget | null)[];
  readonly pages: readonly (string | null)[];
  readonly sampling: readonly (Partial<Sampling> | null)[];
  readonly samples: number;
  /** The most questions; null for all. */
  readonly limit: number | null;
  /** The filter of the questions; null for all. */
  readonly where: string | null;
  readonly concurrency: number | null;
  /** The reward by which all cells are scored; null for that of each prompt. */
  readonly reward: string | null;
  /** The metrics of the matrix; null for the usual ones. */
  readonly metrics: readonly string[] | null;
  /** The cell that the others are compared with; null for the first. */
  readonly baseline: CellPattern | null;
  readonly exclude: readonly CellPattern[];
  /** The folder of the runs; null for one that is named as the file. */
  readonly out: string | null;
}

/** A cell of a sweep: a run. */
export interface Cell {
  /** What tables call it: what tells it apart from the others. */
  readonly name: string;
  /** The name of its run in the folder of the runs. It does not depend on the other cells. */
  readonly file: string;
  readonly choice: CellChoice;
}

/** What is wrong with a sweep's file. */
export interface SweepProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}
