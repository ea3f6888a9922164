import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt, RenderPrompt } from '../../core/prompts/model.ts';
import { isPartial } from '../../core/records/sampleState.ts';
import type { SampleFacts } from '../../protocol/inspector.ts';
import { sourceKey } from '../../protocol/sourceIdentity.ts';
import type { InspectorSource } from './inspectorSource.ts';
import type { Servers } from '../servers/servers.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import { setting } from '../shared/settings.ts';
import { showProgress } from '../shared/workbench.ts';

/** The samples with a complete response that nobody has judged, from 0. */
function unjudgedSamples(source: InspectorSource): readonly number[] {
  return source
    .state()
    .samples.flatMap((sample, index) => (sample.verdict === 'unknown' && !isPartial(sample) ? [index] : []));
}

export interface ModelJudgeDeps {
  readonly servers: Pick<Servers, 'ready' | 'agreeToSend' | 'inference'>;
  /** Reads a prompt by its name. */
  readonly readPrompt: (name: string) => Promise<Prompt>;
  readonly renderPrompt: RenderPrompt;
  readonly readResponses: ReadResponses;
}

/** Lets the model of the server in use judge answers. */
export class ModelJudge {
  readonly #deps: ModelJudgeDeps;
  /** The samples that are being judged, by the key of their source. */
  readonly #judging = new Map<string, Set<number>>();

  constructor(deps: ModelJudgeDeps) {
    this.#deps = deps;
  }

  /** Judges every sample with a complete response that nobody has judged, as `judge` does. */
  judgeAll(source: InspectorSource): Promise<void> {
    return this.judge(source, unjudgedSamples(source));
  }

  /**
   * Asks the model whether the answers of samples are right, with the prompt that `pagetrace.judge.prompt` names, and
   * sets their verdicts. Equal answers are judged once. Samples that are already being judged are skipped, and a verdict
   * that is set in the meantime is kept. The verdicts before a failure or a cancellation are kept.
   * @param samples from 0
   * @throws PageTraceError `bad-input` if nothing can be judged; `cancelled` if the person does not agree to send
   *   anything to this server; the errors of the prompt and the server
   */
  async judge(source: InspectorSource, samples: readonly number[]): Promise<void> {
    const key = sourceKey(source.identity);
    const judging = this.#judging.get(key) ?? new Set();
    const added = samples.filter((sample) => !judging.has(sample));
    if (added.length === 0) return;
    this.#judging.set(key, judging);
    for (const sample of added) judging.add(sample);
    try {
      await this.#judge(source, added);
    } finally {
      for (const sample of added) judging.delete(sample);
      if (judging.size === 0) this.#judging.delete(key);
    }
  }

  async #judge(source: InspectorSource, samples: readonly number[]): Promise<void> {
    const { servers, readPrompt, renderPrompt, readResponses } = this.#deps;
    const answers = new Map<string, number[]>();
    let question = '';
    let reference = '';
    for (const sample of samples) {
      const inspected = source.sample(sample);
      if (!inspected) throw new PageTraceError('bad-input', t('There is no sample {0}.', sample + 1));
      const { info, response } = inspected;
      if (info.reference === null || info.reference.trim() === '') {
        throw new PageTraceError('bad-input', t('A judge needs a reference answer to compare with.'), {
          hint: t('Type the reference answer in the inspector, or set reference in the front matter.'),
        });
      }
      question = info.question ?? '';
      reference = info.reference;
      const { dialect } = info;
      const answer = (await readResponses('findAnswer', { response, dialect }, response.length)) ?? '';
      answers.set(answer, [...(answers.get(answer) ?? []), sample]);
    }
    const before = source.state().samples;
    const isUnchanged = (sample: number): boolean =>
      haveSameVerdict(source.state().samples[sample], before[sample]);
    const set = async (answer: string, verdict: 'right' | 'wrong'): Promise<void> => {
      for (const sample of answers.get(answer) ?? [])
        if (isUnchanged(sample)) await source.setVerdict(sample, verdict, 'judge');
    };
    // The references never ask a judge about an empty answer: it counts as wrong.
    await set('', 'wrong');
    const toJudge = [...answers.keys()].filter((answer) => answer !== '');
    if (toJudge.length === 0) return;
    const status = await servers.ready();
    if (status.kind === 'offline-reader') {
      throw new PageTraceError('bad-input', t('The offline reader has no model that could judge.'), {
        hint: t('Connect to a server with a model, or set the verdict yourself.'),
      });
    }
    await servers.agreeToSend(status);
    const { modelToAsk } = await import('../../inference/modelToAsk.ts');
    const model = modelToAsk(status);
    const prompt = await readPrompt(setting('judge.prompt'));
    const { judgeAnswers } = await import('../../inference/judgeClient.ts');
    await showProgress(t('Judging with {0}', model), async (report, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      for (const [index, answer] of toJudge.entries()) {
        if (toJudge.length > 1)
          report(t('answer {0} of {1}', index + 1, toJudge.length), 100 / toJudge.length);
        if (!answers.get(answer)?.some(isUnchanged)) continue;
        const [right] = await judgeAnswers(
          [{ question, reference, answer }],
          { status, model, prompt, renderPrompt, signal: controller.signal },
          servers.inference,
        );
        if (right !== undefined) await set(answer, right ? 'right' : 'wrong');
      }
    });
  }
}

type Judged = Pick<SampleFacts, 'verdict' | 'verdictBy'>;

function haveSameVerdict(one: Judged | undefined, other: Judged | undefined): boolean {
  return one?.verdict === other?.verdict && one?.verdictBy === other?.verdictBy;
}
