import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { chooseDialect } from '../../core/trajectory/detect.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import { isCompositePath, type Verdict } from '../../core/rewards/model.ts';
import type { GroupParts, GroupPartsAsked } from '../../protocol/groupParts.ts';
import type { GroupPartsRequest } from '../../runs/index/whatIfCalls.ts';
import { recordedFacts } from '../inspector/recordedFacts.ts';
import type { ResponseDialect } from '../inspector/responseDialect.ts';
import type { TrajectorySourceDeps } from '../inspector/sourceDeps.ts';
import type { InfoChange } from '../inspector/sourceFacts.ts';
import { TrajectorySource } from '../inspector/trajectorySource.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';

/** A sample of a run as an inspector shows it. */
export interface ShownRunSample {
  readonly identity: SourceIdentity;
  /** The file that holds its record. */
  readonly uri: vscode.Uri;
  /** What its tab is called if it has no question: its file and line. */
  readonly place: string;
  readonly recorded: RecordedResponse;
  /** What a person should know of it, in sentences. */
  readonly notices: readonly string[];
  /** Reads its group; missing if its run is not open. */
  readonly group?: ReadGroup;
}

/** Scores the samples of a group, part by part; null if its run has changed, or for a sample without a group. */
export type ReadGroup = (
  asked: Omit<GroupPartsRequest, 'row'>,
  signal: AbortSignal,
) => Promise<GroupParts | null>;

/**
 * A sample of a run. Its record is not changed: what a person tries in the inspector (another reference, reward or dialect)
 * holds as long as the inspector shows it. A verdict is kept by content.
 */
export class RunSampleSource extends TrajectorySource {
  readonly sampleCount = 1;
  readonly askedAt = null;
  readonly #notices: readonly string[];
  readonly #group: ReadGroup | null;
  #recorded: RecordedResponse;
  #verdictBy: 'person' | 'judge' | null;
  /** Whether somebody has set a verdict since it is shown. */
  #isJudged = false;

  constructor(
    { identity, uri, place, recorded, notices, group }: ShownRunSample,
    deps: TrajectorySourceDeps,
  ) {
    const { question } = recorded.info;
    const subject = question === null ? place : questionOfPrompt(question);
    super({ identity, uri, isFile: false, subject }, deps);
    this.#recorded = recorded;
    this.#notices = notices;
    this.#group = group ?? null;
    this.#verdictBy = recordedFacts(recorded.info).verdictBy;
    void this.compareDocuments();
    void this.#findVerdict();
  }

  sample(index: number): RecordedResponse | null {
    return index === 0 ? this.#recorded : null;
  }

  setVerdict(_sample: number, verdict: Verdict, by: 'person' | 'judge'): Promise<void> {
    this.#isJudged = true;
    this.#verdictBy = verdict === 'unknown' ? null : by;
    return this.#change({ verdict });
  }

  protected info(): TrajectoryInfo {
    return this.#recorded.info;
  }

  protected setInfo(change: InfoChange): Promise<void> {
    const { reference } = change;
    if (reference === undefined) return this.#change(change);
    const { runRecord } = this.#recorded.info;
    return this.#change({
      ...change,
      // The person's reference replaces all those of the record.
      ...(runRecord && {
        runRecord: {
          ...runRecord,
          references: reference === null ? [] : [reference],
          groundTruth: reference ?? undefined,
        },
      }),
    });
  }

  protected dialect(): ResponseDialect {
    const { info, response } = this.#recorded;
    const { dialect, confidence, by } = chooseDialect(info.dialect, info.question, response);
    return {
      dialect,
      dialectConfidence: by === 'front-matter' ? null : Math.round(confidence * 100) / 100,
    };
  }

  protected facts(): ReturnType<TrajectorySource['facts']> {
    return [{ ...recordedFacts(this.#recorded.info), verdictBy: this.#verdictBy }];
  }

  protected override requestFacts(): ReturnType<TrajectorySource['requestFacts']> {
    const pageChoice = this.#recorded.info.runRecord?.pageChoice ?? null;
    return {
      notices: this.#notices,
      inGroup: this.#group !== null,
      ...(pageChoice && { pageChoice }),
    };
  }

  async groupParts(asked: GroupPartsAsked, signal: AbortSignal): Promise<GroupParts | null> {
    const { profile, trainer } = asked;
    if (this.#group === null) return null;
    if (!isCompositePath(profile)) return this.#group({ profile, trainer }, signal);
    // Only a file that was allowed to be read is read.
    if ((await this.composite()) === null) return null;
    return this.#group({ profile: this.resolvePath(profile).fsPath, trainer }, signal);
  }

  protected override missingImage(image: number): PageTraceError {
    return new PageTraceError('bad-input', t('The record does not say which page image {0} is.', image), {
      hint: t('Choose the folders with its documents in the setting pagetrace.runs.documentFolders.'),
    });
  }

  /** Shows what the person has said of this answer before. */
  async #findVerdict(): Promise<void> {
    const verdict = await this.deps.verdicts.find(this.#recorded);
    if (verdict !== 'unknown' && !this.#isJudged) await this.setVerdict(0, verdict, 'person');
  }

  #change(change: Partial<TrajectoryInfo>): Promise<void> {
    this.#recorded = { ...this.#recorded, info: { ...this.#recorded.info, ...change } };
    this.forgetUserRewards();
    this.sendUpdate();
    return Promise.resolve();
  }
}
