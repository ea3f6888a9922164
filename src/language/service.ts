import { parseTrajectoryFile } from '../core/records/trajectoryFile.ts';
import { isProfileName } from '../core/rewards/names.ts';
import type { Span } from '../core/span.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import type {
  Completion,
  Definition,
  Diagnostic,
  DialectStatus,
  Fix,
  Folding,
  Hover,
  InlayHint,
  LanguageWorkspace,
  OutlineItem,
  RewardStatus,
  SemanticToken,
  SourceText,
  TextEdit,
} from './model.ts';
import { regionsOf, type Region } from './regions.ts';
import { analyze, touches, type Analysis } from './trajectory/analysis.ts';
import { scoreWithAllRewards, type AllRewards } from './trajectory/allRewards.ts';
import { completionsAt } from './trajectory/completions.ts';
import { diagnosticsOf } from './trajectory/diagnostics.ts';
import { dialectEdit, fixAll, fixesAt } from './trajectory/fixes.ts';
import { hoverAt } from './trajectory/hovers.ts';
import { inlayHintsOf } from './trajectory/inlayHints.ts';
import { foldingOf, outlineItems, selectionsOf } from './trajectory/outline.ts';
import { readTools } from './trajectory/promptTools.ts';
import { semanticTokensOf } from './trajectory/semanticTokens.ts';
import { dialectStatus, rewardStatus } from './trajectory/status.ts';
import { tagPairAt, type TagPair } from './trajectory/tags.ts';
import { definitionAt, referencesAt, renameAt, renameSpanAt } from './trajectory/tools.ts';

/**
 * What an editor can request for a document. Offsets are UTF-16 units into it. In a Markdown document only the code fences
 * with trajectories count; requests for other places return nothing.
 */
export interface LanguageService {
  diagnostics(source: SourceText): Promise<readonly Diagnostic[]>;
  hover(source: SourceText, offset: number): Promise<Hover | null>;
  outline(source: SourceText): Promise<readonly OutlineItem[]>;
  foldings(source: SourceText): Promise<readonly Folding[]>;
  /** For each offset, the spans around it, the narrowest first. */
  selections(source: SourceText, offsets: readonly number[]): Promise<readonly (readonly Span[])[]>;
  /** In text order; tokens do not overlap. */
  semanticTokens(source: SourceText): Promise<readonly SemanticToken[]>;
  completions(source: SourceText, offset: number): Promise<readonly Completion[]>;
  /** The names of a pair of tags; null if there is none. */
  tagPair(source: SourceText, offset: number): Promise<TagPair | null>;
  definition(source: SourceText, offset: number): Promise<Definition | null>;
  references(source: SourceText, offset: number): Promise<readonly Span[]>;
  /** The span that a rename at `offset` would change; null if nothing can be renamed. */
  renamed(source: SourceText, offset: number): Promise<Span | null>;
  /** Rejects with PageTraceError `bad-input` for a text that cannot be the name of a tool. */
  rename(source: SourceText, offset: number, name: string): Promise<readonly TextEdit[]>;
  inlayHints(source: SourceText, range: Span): Promise<readonly InlayHint[]>;
  fixes(source: SourceText, range: Span): Promise<readonly Fix[]>;
  fixAll(source: SourceText): Promise<readonly TextEdit[]>;
  /** The reward and the dialect of a trajectory document; null for a Markdown document. */
  status(
    source: SourceText,
  ): Promise<{ readonly reward: RewardStatus; readonly dialect: DialectStatus } | null>;
  /** Names the dialect in the front matter; null for a Markdown document, or if the front matter is broken. */
  chooseDialect(source: SourceText, dialect: DialectName): Promise<TextEdit | null>;
  /** Every applicable reward of the trajectory at `offset`; null if there is no trajectory. */
  scoreWithAllRewards(source: SourceText, offset: number): Promise<AllRewards | null>;
  /** Discards the state of a closed document. */
  forget(uri: string): void;
}

/** What was computed for one version of a document. */
interface Kept {
  readonly version: number;
  readonly text: string;
  readonly regions: readonly Region[];
  readonly analyses: Map<Region, Analysis>;
}

/** A language service over the documents and prompts of `workspace`. Each version of a document is analyzed once. */
export function createLanguageService(workspace: LanguageWorkspace): LanguageService {
  const kept = new Map<string, Kept>();

  const keep = (source: SourceText): Kept => {
    const before = kept.get(source.uri);
    if (before?.version === source.version && before.text === source.text) return before;
    const made = {
      version: source.version,
      text: source.text,
      regions: regionsOf(source),
      analyses: new Map(),
    };
    kept.set(source.uri, made);
    return made;
  };
  const analysisOf = async (source: SourceText, { analyses }: Kept, region: Region): Promise<Analysis> => {
    const known = analyses.get(region);
    const file = known?.file ?? parseTrajectoryFile(region.text);
    const { prompt: name } = file.info;
    const prompt = name === null ? null : await workspace.prompt(name, source.uri);
    const tools = prompt === null ? [] : await readTools(prompt);
    const { reward } = file.info;
    const composite =
      reward === null || isProfileName(reward) ? null : await workspace.composite(reward, source.uri);
    const readsPages = source.kind === 'trajectory' && composite?.profile?.form.readsPages === true;
    const grounding = readsPages ? await workspace.grounding(source.uri) : null;
    const now = analyses.get(region);
    const isKnown = now?.prompt === prompt && now.composite === composite && now.grounding === grounding;
    if (isKnown) return now;
    const made = analyze(region, file, { prompt, tools }, { composite, grounding });
    analyses.set(region, made);
    return made;
  };
  const all = async <T>(
    source: SourceText,
    ask: (analysis: Analysis) => readonly T[],
  ): Promise<readonly T[]> => {
    const document = keep(source);
    const answers: T[] = [];
    for (const region of document.regions)
      // There can be more answers than a call can have arguments.
      for (const answer of ask(await analysisOf(source, document, region))) answers.push(answer);
    return answers;
  };
  const at = async <T>(
    source: SourceText,
    offset: number,
    nothing: T,
    ask: (analysis: Analysis) => T,
  ): Promise<T> => {
    const document = keep(source);
    const region = document.regions.find(({ start, text }) =>
      touches({ start, end: start + text.length }, offset),
    );
    return region === undefined ? nothing : ask(await analysisOf(source, document, region));
  };
  const whole = async <T>(source: SourceText, ask: (analysis: Analysis) => T): Promise<T | null> =>
    source.kind === 'trajectory' ? at<T | null>(source, 0, null, ask) : null;

  return Object.freeze({
    diagnostics: (source) => all(source, diagnosticsOf),
    hover: (source, offset) => at(source, offset, null, (analysis) => hoverAt(analysis, offset)),
    outline: (source) => all(source, outlineItems),
    foldings: (source) => all(source, foldingOf),
    selections: (source, offsets) =>
      Promise.all(
        offsets.map((offset) => at(source, offset, [], (analysis) => selectionsOf(analysis, offset))),
      ),
    semanticTokens: (source) => all(source, semanticTokensOf),
    completions: (source, offset) => at(source, offset, [], (analysis) => completionsAt(analysis, offset)),
    tagPair: (source, offset) => at(source, offset, null, (analysis) => tagPairAt(analysis, offset)),
    definition: (source, offset) => at(source, offset, null, (analysis) => definitionAt(analysis, offset)),
    references: (source, offset) => at(source, offset, [], (analysis) => referencesAt(analysis, offset)),
    renamed: (source, offset) => at(source, offset, null, (analysis) => renameSpanAt(analysis, offset)),
    rename: (source, offset, name) => at(source, offset, [], (analysis) => renameAt(analysis, offset, name)),
    inlayHints: (source, range) => all(source, (analysis) => inlayHintsOf(analysis, range)),
    fixes: (source, range) => all(source, (analysis) => fixesAt(analysis, range)),
    fixAll: (source) =>
      all(source, (analysis) => {
        const edit = fixAll(analysis);
        return edit === null ? [] : [edit];
      }),
    status: (source) =>
      whole(source, (analysis) => ({ reward: rewardStatus(analysis), dialect: dialectStatus(analysis) })),
    chooseDialect: (source, dialect) => whole(source, (analysis) => dialectEdit(analysis, dialect)),
    scoreWithAllRewards: (source, offset) => at(source, offset, null, scoreWithAllRewards),
    forget: (uri) => {
      kept.delete(uri);
    },
  } satisfies LanguageService);
}
