import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { scoreAnswer } from '../../../src/cli/verbs/ask/answer.ts';
import { sampleOf } from '../../../src/core/records/sample.ts';
import { scoreContext } from '../../../src/core/records/scoreContext.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { RecordedResponse } from '../../../src/core/records/model.ts';
import type { RewardProfile, Score, ScoreContext } from '../../../src/core/rewards/model.ts';
import { reportIds } from '../../../src/reports/reportIds.ts';
import { sampleBlocks } from '../../../src/reports/sampleReport.ts';
import { CompositeScores } from '../../../src/host/rewards/compositeScores.ts';
import {
  scoreSampleWithAllRewards,
  scoreWithAllRewards,
} from '../../../src/language/trajectory/allRewards.ts';
import { analyze } from '../../../src/language/trajectory/analysis.ts';
import { rewardGrounding } from '../../../src/core/grounding/rewardGrounding.ts';
import type { Grounding } from '../../../src/core/grounding/model.ts';
import { measureRunAgreement } from '../../../src/runs/agreement/runAgreement.ts';
import { ProfileChoice } from '../../../src/runs/choosing/profileChoice.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../../src/runs/reading/inputs.ts';
import { BY_THE_RECORD } from '../../../src/runs/scoring/rewardContext.ts';
import { scorePortions, type Scoring } from '../../../src/runs/scoring/scorer.ts';
import { rewardInput } from '../../../src/userRewards/inputs.ts';
import type { UserReward, UserRewardInput } from '../../../src/userRewards/model.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import type { Engine } from '../../../webview/inspector/model/engine.ts';
import { SampleModel } from '../../../webview/inspector/model/sampleModel.ts';
import {
  fileOf,
  recordedResponse,
  recordOf,
  sharedFields,
  type Trajectory,
} from '../../support/trajectories.ts';
import { sample as inspectorSample, state as inspectorState } from '../../webview/inspector/states.ts';
import { preparedQuestion, report } from '../asking/build.ts';

/** A reward that records its contexts and scores. */
export interface WatchedReward {
  readonly profile: RewardProfile;
  readonly contexts: readonly ScoreContext[];
  readonly scores: readonly Score[];
}

export function watch(profile: RewardProfile): WatchedReward {
  const contexts: ScoreContext[] = [];
  const scores: Score[] = [];
  const { name, version, title, description, form, pays } = profile;
  return {
    contexts,
    scores,
    profile: {
      name,
      version,
      title,
      description,
      form,
      pays,
      score(response, context) {
        contexts.push(context);
        const score = profile.score(response, context);
        scores.push(score);
        return score;
      },
    },
  };
}

/** Each face that shows a score; each entry lets `profile` score the trajectory at least once. */
export const FACES: Readonly<
  Record<string, (trajectory: Trajectory, profile: RewardProfile) => Promise<void> | void>
> = {
  'pagetrace score, of a record': async (trajectory, profile) => {
    await scoreInput('records', JSON.stringify(recordOf(trajectory)), profile);
  },
  'pagetrace score, of a trajectory file': async (trajectory, profile) => {
    await scoreInput('trajectory', fileOf(trajectory), profile);
  },
  'pagetrace ask': (trajectory, profile) => {
    scoreAnswer(profile, askedQuestion(trajectory), 0);
  },
  'the editor': (trajectory, profile) => {
    expect(analysisOf(trajectory, profile).score).not.toBeNull();
  },
  'the inspector': (trajectory, profile) => {
    inspect(trajectory, { ...coreEngine, profile: () => profile }).dispose();
  },
  'the inspector, of a composite reward': (trajectory, profile) =>
    scoreByComposite(recordedResponse(trajectory), trajectory, profile),
  'the inspector, of a composite reward for an asked question': (trajectory, profile) => {
    const recorded = askedQuestion(trajectory).recorded(0);
    if (recorded === null) throw new Error('The question has no sample.');
    return scoreByComposite(recorded, trajectory, profile);
  },
  'the export as Markdown': (trajectory, profile) => {
    const { sample, ...state } = inspectorFields(trajectory);
    sampleBlocks(
      { sample, grounding: { kind: 'none' }, ids: reportIds(0), placeOf: () => null, depth: 2 },
      { ...state, scoredBy: profile },
    );
  },
  'the comparison of a run with a Python reward': async (trajectory, profile) => {
    await pythonInputs(trajectory, profile);
  },
};

/** Scores a response as the inspector does, with `profile` in place of the composite reward of a file. */
function scoreByComposite(
  recorded: RecordedResponse,
  { dialect }: Trajectory,
  profile: RewardProfile,
  grounding: Grounding | null = null,
): Promise<void> {
  const scores = new CompositeScores(({ response, context }) =>
    Promise.resolve(profile.score(response, context)),
  );
  const reward = { fault: null, given: { name: profile.name, text: null, fault: null } };
  return scores.update(
    [{ ...recorded, running: false }],
    { reward, dialect, trainer: null, grounding: () => grounding },
    () => undefined,
  );
}

/** Each face that has what the pages say of a response at hand; each entry lets `profile` score it with that. */
export const GROUNDED_FACES: Readonly<
  Record<
    string,
    (trajectory: Trajectory, profile: RewardProfile, grounding: Grounding) => Promise<void> | void
  >
> = {
  'the editor': (trajectory, profile, grounding) => {
    expect(analysisOf(trajectory, profile, grounding).score).not.toBeNull();
  },
  'all rewards of a file': (trajectory, profile, grounding) => {
    scoreWithAllRewards(analysisOf(trajectory, profile, grounding));
  },
  'all rewards of a response in no file': (trajectory, profile, grounding) => {
    scoreSampleWithAllRewards(recordedResponse(trajectory), profile, rewardGrounding(grounding));
  },
  'the inspector': (trajectory, profile, grounding) =>
    scoreByComposite(recordedResponse(trajectory), trajectory, profile, grounding),
  'the export': (trajectory, profile, grounding) => {
    const { sample, ...state } = inspectorFields(trajectory);
    const shown = {
      kind: 'grounded',
      grounding,
      withoutText: 0,
      notices: [],
      missing: null,
      partial: false,
    } as const;
    sampleBlocks(
      { sample, grounding: shown, ids: reportIds(0), placeOf: () => null, depth: 2 },
      { ...state, scoredBy: profile },
    );
  },
};

/** Scores of rewards other than the trajectory's own, in the editor's comparison and at the end of the inspector. */
export const OTHER_REWARDS: Readonly<Record<string, (trajectory: Trajectory) => readonly Score[]>> = {
  'the editor': (trajectory) =>
    scoreWithAllRewards(analysisOf(trajectory, null)).rewards.map(({ score }) => score),
  'the inspector': (trajectory) => {
    const model = inspect(trajectory, coreEngine);
    const others = model.others.value ?? [];
    model.dispose();
    return others;
  },
};

/** The input of a Python reward for the trajectory in a file or in the inspector. */
export function pythonInput(trajectory: Trajectory): UserRewardInput {
  const sample = sampleOf(parseTrajectoryFile(fileOf(trajectory)));
  return rewardInput(sample, scoreContext(sample, sample.dialect), 'everything').input;
}

/** The input of a Python reward for the trajectory as a record, while `profile` scores the same record. */
export async function pythonInputs(
  trajectory: Trajectory,
  profile: RewardProfile,
): Promise<readonly UserRewardInput[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-faces-'));
  const file = path.join(folder, 'run.jsonl');
  const given: UserRewardInput[] = [];
  const reward: Pick<UserReward, 'score'> = {
    score: (inputs) => {
      given.push(...inputs);
      return Promise.resolve(inputs.map(() => ({ ok: true, overall: 0, fields: {} })));
    },
  };
  try {
    await fs.writeFile(file, `${JSON.stringify(recordOf(trajectory))}\n`);
    await measureRunAgreement({
      file,
      profile,
      reward: reward as UserReward,
      passed: 'everything',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  } finally {
    await fs.rm(folder, { recursive: true });
  }
  return given;
}

async function scoreInput(
  asked: 'records' | 'trajectory',
  text: string,
  profile: RewardProfile,
): Promise<void> {
  const portions = readInputs(['-'], {
    ...WITHOUT_OPTIONS,
    kind: asked,
    stdin: Readable.from([Buffer.from(text)]),
  });
  const scoring: Scoring = { choice: new ProfileChoice(profile), options: BY_THE_RECORD, python: null };
  for await (const items of scorePortions(portions, scoring, new AbortController().signal)) {
    for (const item of items) if ('problem' in item) throw new Error(item.problem);
  }
}

/** An asked question whose response is the trajectory. */
function askedQuestion(trajectory: Trajectory): AskedQuestion {
  const { response, responseLength, verdict } = trajectory;
  const { record } = AskedQuestion.start(preparedQuestion(), {
    now: () => 0,
    request: null,
    curl: null,
    forecast: null,
  });
  // If a server does not count tokens, the length is an estimate that no reward may use.
  const told = responseLength === null ? { tokens: 7, tokensEstimated: true } : { tokens: responseLength };
  return AskedQuestion.restore(
    {
      ...record,
      info: { ...recordedResponse(trajectory).info, verdict: 'unknown', responseLength: null },
      samples: [{ state: 'done', report: { ...report, ...told }, verdict, verdictBy: null }],
    },
    [response],
  );
}

/** @param profile null for the reward of the trajectory's own dialect */
function analysisOf(
  trajectory: Trajectory,
  profile: RewardProfile | null,
  grounding: Grounding | null = null,
): ReturnType<typeof analyze> {
  const text = fileOf(trajectory);
  const prompt = { prompt: null, tools: [] };
  const composite = profile === null ? null : { profile, fault: null };
  return analyze({ text, start: 0 }, parseTrajectoryFile(text), prompt, {
    composite,
    grounding: grounding && rewardGrounding(grounding),
  });
}

function inspect(trajectory: Trajectory, engine: Engine): SampleModel {
  const { sample, ...state } = inspectorFields(trajectory);
  const { dialect, numImages, question, reference, toolResults, retrieval } = state;
  const context = {
    parse: { dialect, numImages, tools: null },
    profile: 'lang2act' as const,
    isComposite: false,
    question,
    reference,
    toolResults,
    retrieval,
    trainer: null,
  };
  return new SampleModel(engine, { now: () => 0, later: () => () => undefined }, context, sample);
}

/** The fields of the trajectory that the inspector receives. */
function inspectorFields(trajectory: Trajectory) {
  const { response, numImages, responseLength, verdict } = trajectory;
  const tokens =
    responseLength === null
      ? { tokens: 7, tokensEstimated: true }
      : { tokens: responseLength, tokensEstimated: false };
  return {
    ...inspectorState({ ...sharedFields(trajectory), numImages, profile: null }),
    sample: inspectorSample({ text: response, verdict, ...tokens }),
  };
}
