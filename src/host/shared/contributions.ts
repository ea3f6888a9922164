/**
 * Commands, settings, context keys, editors, panels, and views, declared once. A test checks that package.json agrees.
 */
export const commands = {
  ask: 'pagetrace.ask',
  askStepByStep: 'pagetrace.askStepByStep',
  connect: 'pagetrace.connect',
  editServers: 'pagetrace.editServers',
  selectServer: 'pagetrace.selectServer',
  setApiKey: 'pagetrace.setApiKey',
  resetPermissions: 'pagetrace.resetPermissions',
  inspect: 'pagetrace.inspect',
  openAsText: 'pagetrace.openAsText',
  askAgain: 'pagetrace.askAgain',
  askWithPrompt: 'pagetrace.askWithPrompt',
  continueResponse: 'pagetrace.continueResponse',
  whatIf: 'pagetrace.whatIf',
  tryPrompt: 'pagetrace.tryPrompt',
  scoreWithAllRewards: 'pagetrace.scoreWithAllRewards',
  chooseDialect: 'pagetrace.chooseDialect',
  compare: 'pagetrace.compare',
  compareSamples: 'pagetrace.compareSamples',
  compareWithSaved: 'pagetrace.compareWithSaved',
  judge: 'pagetrace.judge',
  cancel: 'pagetrace.cancel',
  copyCurl: 'pagetrace.copyCurl',
  copyAnswer: 'pagetrace.copyAnswer',
  copyTrajectory: 'pagetrace.copyTrajectory',
  save: 'pagetrace.save',
  reuse: 'pagetrace.reuse',
  exportMarkdown: 'pagetrace.exportMarkdown',
  exportHtml: 'pagetrace.exportHtml',
  copyLink: 'pagetrace.copyLink',

  choosePrompt: 'pagetrace.choosePrompt',
  openPrompt: 'pagetrace.openPrompt',
  newPrompt: 'pagetrace.newPrompt',
  treatAsPrompt: 'pagetrace.treatAsPrompt',
  previewPrompt: 'pagetrace.previewPrompt',
  allowMapFile: 'pagetrace.allowMapFile',
  openRun: 'pagetrace.openRun',
  openSweepRun: 'pagetrace.openSweepRun',
  clearRunCache: 'pagetrace.clearRunCache',
  evaluate: 'pagetrace.evaluate',
  openEvaluated: 'pagetrace.openEvaluated',
  openSample: 'pagetrace.openSample',
  openWalkthrough: 'pagetrace.openWalkthrough',
  showLog: 'pagetrace.showLog',
  installCommand: 'pagetrace.installCommand',
  nextClaim: 'pagetrace.nextClaim',
  previousClaim: 'pagetrace.previousClaim',
  nextBadClaim: 'pagetrace.nextBadClaim',
  previousBadClaim: 'pagetrace.previousBadClaim',
  findSteps: 'pagetrace.findSteps',
  recentOpen: 'pagetrace.recent.open',
  recentAskAgain: 'pagetrace.recent.askAgain',
  recentWhatIf: 'pagetrace.recent.whatIf',
  recentCompare: 'pagetrace.recent.compare',
  recentTryPrompt: 'pagetrace.recent.tryPrompt',
  recentDelete: 'pagetrace.recent.delete',
  recentClear: 'pagetrace.recent.clear',
  recentFilter: 'pagetrace.recent.filter',
  recentClearFilter: 'pagetrace.recent.clearFilter',
  userRewardScore: 'pagetrace.userReward.score',
  userRewardCheckRun: 'pagetrace.userReward.checkRun',
  userRewardChoose: 'pagetrace.userReward.choose',
  userRewardSetSecret: 'pagetrace.userReward.setSecret',
  userRewardShowOutput: 'pagetrace.userReward.showOutput',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/** Settings under `pagetrace.`, with the default that package.json declares. */
export const settings = {
  servers: [] as readonly unknown[],
  server: '',
  prompt: 'lang2act',
  samples: 1,
  'judge.prompt': 'answer-judge',
  'sampling.temperature': 0.1,
  'sampling.topP': 1,
  'sampling.repetitionPenalty': 1.05,
  'sampling.maxTokens': 2048,
  tokenProbabilities: 0,
  'pixels.min': 200_704,
  'pixels.max': 401_408,
  'inlayHints.rewards': true,
  'claims.problems': true,
  'retrieval.retriever': 'bm25',
  'retrieval.server': '',
  'recognition.languages': ['eng'] as readonly unknown[],
  'lint.off': [] as readonly unknown[],
  'lint.trainer': 'auto',
  'recent.maxCount': 500,
  'recent.maxMegabytes': 200,
  'runs.documentFolders': [] as readonly unknown[],
  'runs.alerts.off': [] as readonly unknown[],
  'testing.groupBy': 'document',
  'limits.renderSeconds': 20,
  'limits.waitSeconds': 1800,
  'limits.pollSeconds': 10,
  'userReward.file': '',
  'userReward.config': '',
  'userReward.function': '',
  'userReward.contract': 'auto',
  'userReward.arguments': {} as Readonly<Record<string, unknown>>,
  'userReward.inputs': 'everything',
  'userReward.python': '',
  'userReward.workingDirectory': '',
  'userReward.judgeStub': 'off',
  'userReward.timeLimitSeconds': 60,
  'userReward.environment': {} as Readonly<Record<string, unknown>>,
} as const;

export type SettingKey = keyof typeof settings;

export const contextKeys = {
  /** A question is being answered. */
  asking: 'pagetrace.asking',
  /** The inspector is the active editor. */
  inspectorActive: 'pagetrace.inspectorActive',
  /** The document view has the focus. */
  documentFocused: 'pagetrace.documentFocused',
  /** The claims of a trajectory are shown over the pages of a document. */
  claimsShown: 'pagetrace.claimsShown',
  /** The list of recent trajectories is filtered. */
  recentFiltered: 'pagetrace.recentFiltered',
  /** The active text editor shows a file of records. */
  recordsInEditor: 'pagetrace.recordsInEditor',
} as const;

/** Custom editors, by their view types. */
export const editorTypes = {
  document: 'pagetrace.document',
  /** Gives way to the document view at the place of a claim. */
  claimPlace: 'pagetrace.claimPlace',
  run: 'pagetrace.run',
} as const;

/** Webview panels, by their view types; each is recreated after a reload. */
export const panelTypes = {
  inspector: 'pagetrace.inspector',
  comparison: 'pagetrace.comparison',
  promptPreview: 'pagetrace.promptPreview',
  /** The run of a folder, which no custom editor can open. */
  run: 'pagetrace.run',
} as const;

/** Views of the side bar. */
export const viewIds = {
  recent: 'pagetrace.recent',
} as const;

export const TRAJECTORY_LANGUAGE = 'pagetrace-trajectory';

/** The language of the channel for the output of Python rewards, whose tracebacks are linked. */
export const REWARD_OUTPUT_LANGUAGE = 'pagetrace-python-output';
