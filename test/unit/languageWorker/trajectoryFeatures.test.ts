import { describe, expect, test, vi } from 'vitest';
import type { Grounding } from '../../../src/core/grounding/model.ts';
import type { SourceText } from '../../../src/language/model.ts';
import type { LanguageCalls } from '../../../src/languageWorker/calls.ts';
import type { LanguageWorker } from '../../../src/languageWorker/languageWorker.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { lang2act, serviceOf, sourceOf, TWO_IMAGES } from '../language/support.ts';
import { featuresOf, startLanguageWorker } from './support.ts';

const SLOW_WORKER = new URL('./slowWorker.ts', import.meta.url);
const REWARD = '{"components": [{"check": "tag-present", "weight": 1, "tag": "answer"}]}';

const always = (): boolean => true;

/** Collects the feature requests that are sent to a worker from now on. */
function watchRequests(worker: LanguageWorker): LanguageCalls['feature']['request'][] {
  const sent: LanguageCalls['feature']['request'][] = [];
  const check = worker.check.bind(worker);
  vi.spyOn(worker, 'check').mockImplementation((name, options) =>
    check(name, {
      ...options,
      request: (thread) => {
        const request = options.request(thread);
        if (typeof request !== 'string' && 'feature' in request) sent.push(request);
        return request;
      },
    }),
  );
  return sent;
}

describe('the language service in the worker', () => {
  test('answers as the service in this thread does', async () => {
    const source = sourceOf(
      lang2act('<tool name="zoom" args="Image 9: x">1</tool>', { frontMatter: TWO_IMAGES }),
    );
    const remote = featuresOf(startLanguageWorker()).service(always);
    const local = serviceOf();
    const span = { start: 0, end: source.text.length };
    const offset = source.text.indexOf('zoom');
    expect(await remote.diagnostics(source)).toEqual(await local.diagnostics(source));
    expect(await remote.hover(source, offset)).toEqual(await local.hover(source, offset));
    expect(await remote.outline(source)).toEqual(await local.outline(source));
    expect(await remote.foldings(source)).toEqual(await local.foldings(source));
    expect(await remote.selections(source, [offset])).toEqual(await local.selections(source, [offset]));
    expect(await remote.semanticTokens(source)).toEqual(await local.semanticTokens(source));
    expect(await remote.completions(source, offset)).toEqual(await local.completions(source, offset));
    expect(await remote.tagPair(source, offset)).toEqual(await local.tagPair(source, offset));
    expect(await remote.references(source, offset)).toEqual(await local.references(source, offset));
    expect(await remote.renamed(source, offset)).toEqual(await local.renamed(source, offset));
    expect(await remote.rename(source, offset, 'crop')).toEqual(await local.rename(source, offset, 'crop'));
    expect(await remote.inlayHints(source, span)).toEqual(await local.inlayHints(source, span));
    expect(await remote.fixes(source, span)).toEqual(await local.fixes(source, span));
    expect(await remote.fixAll(source)).toEqual(await local.fixAll(source));
    expect(await remote.status(source)).toEqual(await local.status(source));
    expect(await remote.scoreWithAllRewards(source, 0)).toEqual(await local.scoreWithAllRewards(source, 0));
    expect(await remote.chooseDialect(source, 'evisrag')).toEqual(
      await local.chooseDialect(source, 'evisrag'),
    );
  });

  test('what the pages say is sent where a reward reads it, and a document is scored again when that changes', async () => {
    const worker = startLanguageWorker();
    const claims = [groundedClaim(), groundedClaim({ status: 'not-found' })];
    const none = { claims, pages: [], answer: null, computations: [], unread: null };
    let grounding: Grounding | null = null;
    const reads = '{"components": [{"check": "grounded", "weight": 1}]}';
    const composites = { 'pages.reward.json': reads, 'plain.reward.json': REWARD };
    const features = featuresOf(worker, {}, composites, () => grounding).service(always);
    const sent = watchRequests(worker);
    const named = (reward: string) => sourceOf(`---\nreward: ${reward}\n---\n<answer>42</answer>\n`);
    const source = named('pages.reward.json');
    const labelOf = async (of: SourceText) => (await features.status(of))?.reward.label;
    expect(await labelOf(source)).toBe('unknown');
    grounding = none;
    expect(await labelOf(source)).toBe('0.5');
    grounding = { ...none, claims: claims.slice(0, 1) };
    expect(await labelOf(source)).toBe('1');
    // Boxes and words stay here.
    expect(JSON.stringify(sent)).not.toContain('boxes');
    sent.length = 0;
    expect(await labelOf({ ...named('plain.reward.json'), uri: 'test:plain' })).toBe('1');
    expect(sent.flatMap(({ files }) => files.map(({ kind }) => kind))).toEqual(['composite']);
  });

  test('a document that is closed while requests wait, and opened again, is read as it is then', async () => {
    const source = sourceOf(lang2act('<tool name="zoom" args="Image 1: x">1</tool>'));
    const other = { ...source, text: lang2act('<tool>1</tool>') };
    const features = featuresOf(startLanguageWorker());
    const service = features.service(always);
    const local = serviceOf();
    const expected = { source: await local.diagnostics(source), other: await local.diagnostics(other) };
    expect(expected.other).not.toEqual(expected.source);
    expect(await service.diagnostics(source)).toEqual(expected.source);
    const waiting = service.diagnostics(source);
    features.forget(source.uri);
    const again = [service.diagnostics(source), service.diagnostics(other), service.diagnostics(source)];
    expect(await waiting).toEqual(expected.source);
    expect(await Promise.all(again)).toEqual([expected.source, expected.other, expected.source]);
  });

  test('an error of the service arrives with its reason and sentence', async () => {
    const source = sourceOf(lang2act('<tool name="zoom" args="Image 1: x">1</tool>'));
    const rename = (service: ReturnType<typeof serviceOf>) =>
      service.rename(source, source.text.indexOf('zoom'), 'no name').catch((error: unknown) => error);
    const local = await rename(serviceOf());
    const { reason, message } = local as { reason: string; message: string };
    expect(reason).toBe('bad-input');
    expect(await rename(featuresOf(startLanguageWorker()).service(always))).toMatchObject({
      reason,
      message,
    });
  });

  test('sends the text of a document once for each version, and again to another thread', async () => {
    const worker = startLanguageWorker();
    const sent = watchRequests(worker);
    const service = featuresOf(worker).service(always);
    const first = sourceOf(lang2act(''));
    await service.diagnostics(first);
    await service.outline(first);
    await service.diagnostics({ ...first, version: first.version + 1, text: `${first.text} ` });
    expect(sent.map(({ source }) => source.text)).toEqual([first.text, null, `${first.text} `]);
    const hung = startLanguageWorker({ url: SLOW_WORKER, limits: { checkDeadline: 300 } });
    const again = watchRequests(hung);
    const slow = featuresOf(hung).service(always);
    await slow.outline(first);
    await slow.outline({ ...first, uri: 'hang' }).catch(() => undefined);
    await slow.outline(first);
    expect(again.map(({ source }) => source.text)).toEqual([first.text, first.text, first.text]);
  });

  test('reads the prompt and the composite reward that a trajectory names, and follows their texts', async () => {
    const prompts = {
      'own.jinja': '---\ntoolbox:\n  - { name: look, args: a, description: b }\n---\n{{ content }}',
    };
    const composites: Record<string, string> = { 'own.reward.json': REWARD };
    const worker = startLanguageWorker();
    const sent = watchRequests(worker);
    const service = featuresOf(worker, prompts, composites).service(always);
    const frontMatter = 'dialect: lang2act\nprompt: own.jinja\nreward: own.reward.json\n';
    const source = sourceOf(lang2act('<tool name="look" args="Image 1: x">1</tool>', { frontMatter }));
    const definition = await service.definition(source, source.text.indexOf('look'));
    expect(definition?.prompt.uri).toBe('prompt:own.jinja');
    expect((await service.status(source))?.reward.label).toBe('1');
    composites['own.reward.json'] = REWARD.replace('answer', 'summary');
    expect((await service.status(source))?.reward.label).toBe('0');
    // Only the first request is sent twice: the second time with the files that the document names.
    expect(sent.map(({ files }) => files.length)).toEqual([0, 2, 2, 2]);
  });

  test('reads the files that many fences of a Markdown document name at once', async () => {
    const worker = startLanguageWorker();
    const sent = watchRequests(worker);
    const fences = Array.from(
      { length: 40 },
      (_, at) => `\`\`\`trajectory\n---\nreward: ${at}.reward.json\n---\n<answer>a</answer>\n\`\`\`\n`,
    );
    const source = sourceOf(fences.join('\n'), 'markdown');
    const found = await featuresOf(worker).service(always).diagnostics(source);
    expect(found.filter(({ message }) => message.includes('could not be read'))).toHaveLength(40);
    expect(sent.map(({ files }) => files.length)).toEqual([0, 40]);
  });

  test('drops a request for an old version', async () => {
    const worker = startLanguageWorker();
    const sent = watchRequests(worker);
    const features = featuresOf(worker);
    const source = sourceOf(lang2act(''));
    await expect(features.service(() => false).diagnostics(source)).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(sent).toEqual([]);
  });

  test('a text that takes too long is not checked until it changes, and other texts are', async () => {
    const worker = startLanguageWorker({ url: SLOW_WORKER, limits: { checkDeadline: 500 } });
    const service = featuresOf(worker).service(always);
    const source = sourceOf(lang2act(''));
    const slow = service.diagnostics({ ...source, uri: 'hang' });
    const other = service.diagnostics(source);
    await expect(slow).rejects.toMatchObject({
      reason: 'timeout',
      message: 'PageTrace needs more than 0.5 s to check this text, so it is not checked.',
    });
    expect(await other).toEqual(await serviceOf().diagnostics(source));
    await expect(service.outline({ ...source, uri: 'hang' })).rejects.toMatchObject({ reason: 'timeout' });
    // That text was not sent again, which would have ended the thread.
    expect(worker.isRunning).toBe(true);
  });

  test('a long text is given more time, and the message says how much', async () => {
    const limits = { checkDeadline: 200, checkDeadlinePerMegabyte: 150 };
    const worker = startLanguageWorker({ url: SLOW_WORKER, limits });
    const source = { ...sourceOf('a'.repeat(2_500_000)), uri: 'hang' };
    await expect(featuresOf(worker).service(always).diagnostics(source)).rejects.toMatchObject({
      message: 'PageTrace needs more than 0.5 s to check this text, so it is not checked.',
    });
  });

  test('speaks the display language', async () => {
    const worker = startLanguageWorker({
      strings: { 'The reward file {0} could not be read.': 'Belohnung {0} fehlt.' },
      locale: 'de',
    });
    const source = sourceOf('---\nreward: my.reward.json\n---\n<answer>a</answer>\n');
    const found = await featuresOf(worker).service(always).diagnostics(source);
    expect(found.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Belohnung my.reward.json fehlt.'),
    );
  });

  test('closing a document discards its state, and starts no thread', async () => {
    const worker = startLanguageWorker();
    const features = featuresOf(worker);
    features.forget('test:trajectory');
    expect(worker.isRunning).toBe(false);
    const sent = watchRequests(worker);
    const source = sourceOf(lang2act(''));
    await features.service(always).outline(source);
    features.forget(source.uri);
    await features.service(always).outline(source);
    expect(sent.map(({ source: { text } }) => text)).toEqual([source.text, source.text]);
  });
});
