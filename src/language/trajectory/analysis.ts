import type { RewardGrounding } from '../../core/grounding/rewardGrounding.ts';
import type { Tool } from '../../core/prompts/model.ts';
import { toolboxes } from '../../core/prompts/toolboxes.ts';
import { sampleOf, type Sample } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import { parseTrajectoryFile, type TrajectoryFile } from '../../core/records/trajectoryFile.ts';
import type { RewardProfile, Score, ScoreContext } from '../../core/rewards/model.ts';
import type { Span } from '../../core/span.ts';
import { detectDialect, type DetectedDialect } from '../../core/trajectory/detect.ts';
import type { Dialect } from '../../core/trajectory/dialects/dialect.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import type { DialectName, Trajectory } from '../../core/trajectory/model.ts';
import type { ToolDefinition } from '../../core/trajectory/partModel.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';
import type { CompositeSource, PromptSource } from '../model.ts';
import type { Region } from '../regions.ts';
import { builtInReward } from './reward.ts';

/** The prompt that a front matter names, with its toolbox. */
export interface KnownPrompt {
  readonly prompt: PromptSource | null;
  readonly tools: readonly Tool[];
}

/** The composite reward that a front matter names, and what the pages say of the response; null if there is none. */
export interface KnownReward {
  readonly composite: CompositeSource | null;
  readonly grounding: RewardGrounding | null;
}

/** What is known about one trajectory file. Each part is computed once, when it is first needed. */
export class Analysis {
  readonly region: Region;
  readonly file: TrajectoryFile;
  /** The response with the values of the front matter. */
  readonly sample: Sample;
  readonly prompt: PromptSource | null;
  /** The composite reward that the front matter names; null if it names none. */
  readonly composite: CompositeSource | null;
  /** What the pages say of the response; null if that is not known, or if no reward reads it. */
  readonly grounding: RewardGrounding | null;
  readonly dialectName: DialectName;
  readonly dialect: Dialect;
  /** How the dialect was recognized; null if the front matter names it. */
  readonly detected: DetectedDialect | null;
  /**
   * The reward that the front matter names, or the dialect's own; null if there is neither, or if it cannot be used.
   */
  readonly profile: RewardProfile | null;
  /** Offset of the response in the document. */
  readonly bodyStart: number;
  /** The tools that the prompt offers; empty if no prompt is known. */
  readonly offered: readonly Tool[];
  #trajectory: Trajectory | null = null;
  #score: Score | null | undefined;
  #toolbox: readonly Tool[] | null = null;

  constructor(
    region: Region,
    file: TrajectoryFile,
    { prompt, tools }: KnownPrompt,
    { composite, grounding }: KnownReward,
  ) {
    this.region = region;
    this.file = file;
    this.sample = sampleOf(file);
    this.prompt = prompt;
    this.composite = composite;
    this.grounding = grounding;
    this.detected = file.info.dialect === null ? detectDialect(file.response) : null;
    this.dialectName = file.info.dialect ?? this.detected?.dialect ?? 'think-answer';
    this.dialect = dialectOf(this.dialectName);
    this.profile = composite === null ? builtInReward(file.info.reward, this.dialectName) : composite.profile;
    this.bodyStart = region.start + file.bodyStart;
    this.offered = tools;
  }

  /** Images of the request, as far as the front matter says. */
  get numImages(): number | null {
    return this.sample.numImages;
  }

  /** The offered tools (those of the dialect's preset if no prompt is known) and those that the response defines. */
  get toolbox(): readonly Tool[] {
    this.#toolbox ??= this.#findToolbox();
    return this.#toolbox;
  }

  #findToolbox(): readonly Tool[] {
    const offered = this.offered.length > 0 ? this.offered : (toolboxes[this.dialectName] ?? []);
    const defined = definitionsOf(this.trajectory).map(({ name, args, description }): Tool => ({
      name,
      args: args ?? '',
      description: description ?? '',
    }));
    return defined.length === 0 ? offered : [...offered, ...defined];
  }

  get trajectory(): Trajectory {
    this.#trajectory ??= parseTrajectory(this.file.response, {
      dialect: this.dialectName,
      numImages: this.numImages,
      tools: this.offered.length > 0 ? this.offered.map(({ name }) => name) : null,
    });
    return this.#trajectory;
  }

  /** The reward of the response; null if there is no profile. */
  get score(): Score | null {
    if (this.#score === undefined) {
      this.#score = this.profile?.score(this.file.response, this.scoreContext) ?? null;
    }
    return this.#score;
  }

  /** What rewards get besides the response. */
  get scoreContext(): ScoreContext {
    const context = scoreContext(this.sample, this.dialectName);
    return this.grounding === null ? context : { ...context, grounding: this.grounding };
  }

  /** Converts a span of the response to the document. */
  place({ start, end }: Span): Span {
    return { start: this.bodyStart + start, end: this.bodyStart + end };
  }

  /** Converts a span of the file to the document. */
  placeInFile({ start, end }: Span): Span {
    return { start: this.region.start + start, end: this.region.start + end };
  }

  /** Converts an offset of the document to the response; null in the front matter. */
  offsetInBody(offset: number): number | null {
    return offset < this.bodyStart ? null : offset - this.bodyStart;
  }
}

/** The tools that a response defines. */
export function definitionsOf(trajectory: Trajectory): readonly ToolDefinition[] {
  return trajectory.parts.filter((part) => part.kind === 'tool-definition');
}

/** Analyzes the trajectory in `region`. Never throws on any text. */
export function analyze(
  region: Region,
  file: TrajectoryFile,
  prompt: KnownPrompt,
  reward: KnownReward,
): Analysis {
  return new Analysis(region, file, prompt, reward);
}

/**
 * Analyzes the same file with another text; its prompt and composite reward are not looked up again, nor its claims on
 * the pages.
 */
export function analyzeEdit(analysis: Analysis, text: string): Analysis {
  const { region, prompt, offered, composite, grounding } = analysis;
  const known = { prompt, tools: offered };
  const reward = { composite, grounding };
  return new Analysis({ text, start: region.start }, parseTrajectoryFile(text), known, reward);
}

/** Whether `at` is inside a span or at one of its ends. */
export function touches({ start, end }: Span, at: number): boolean {
  return at >= start && at <= end;
}
