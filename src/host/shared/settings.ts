import * as vscode from 'vscode';
import * as v from 'valibot';
import { isPreset } from '../../asking/promptFiles.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { InferenceDeps, ServerAddress } from '../../inference/model.ts';
import { settings, type SettingKey } from './contributions.ts';

type Value<K extends SettingKey> = (typeof settings)[K] extends number
  ? number
  : (typeof settings)[K] extends string
    ? string
    : (typeof settings)[K] extends boolean
      ? boolean
      : unknown;

/** A setting's value, or its default if the configured value has another type. */
export function setting<K extends SettingKey>(key: K, scope?: vscode.Uri): Value<K> {
  const fallback = settings[key];
  const value = vscode.workspace.getConfiguration('pagetrace', scope).get<unknown>(key);
  return (typeof value === typeof fallback ? value : fallback) as Value<K>;
}

const serverSchema = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  url: v.pipe(v.string(), v.regex(/^https?:\/\//)),
  model: v.optional(v.string()),
});

/** The servers that the person has named in the setting; entries that cannot be used are left out. */
export function configuredServers(value: unknown = setting('servers')): readonly ServerAddress[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const read = v.safeParse(serverSchema, entry);
    return read.success
      ? [{ name: read.output.name, url: read.output.url, model: read.output.model ?? null }]
      : [];
  });
}

/** How many entries of `pagetrace.servers` cannot be used. */
export function brokenServerEntries(): number {
  const value = setting('servers');
  return Array.isArray(value) ? value.length - configuredServers().length : 0;
}

/** VS Code's own settings for how requests leave this machine. */
export const PROXY_SETTINGS = ['http.proxy', 'http.noProxy', 'http.proxySupport'] as const;

/**
 * The proxy from VS Code's settings; if they set none, the environment variables apply. It is used for hosts that are
 * not loopback.
 */
export function configuredProxy(): Pick<InferenceDeps, 'proxy' | 'noProxy'> {
  const http = vscode.workspace.getConfiguration('http');
  if (http.get('proxySupport') === 'off') return { noProxy: '*' };
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  return {
    ...(typeof proxy === 'string' && proxy !== '' ? { proxy } : {}),
    ...(Array.isArray(noProxy) && noProxy.length > 0 ? { noProxy: noProxy.join(',') } : {}),
  };
}

/** The settings of sampling parameters, by vLLM's names. */
const SAMPLING = {
  temperature: 'sampling.temperature',
  top_p: 'sampling.topP',
  repetition_penalty: 'sampling.repetitionPenalty',
  max_tokens: 'sampling.maxTokens',
} as const satisfies Record<Exclude<keyof Sampling, 'seed'>, SettingKey>;

/** Sampling parameters from the settings. */
export function configuredSampling(): Sampling {
  return {
    temperature: setting(SAMPLING.temperature),
    top_p: setting(SAMPLING.top_p),
    repetition_penalty: setting(SAMPLING.repetition_penalty),
    max_tokens: setting(SAMPLING.max_tokens),
    seed: null,
  };
}

/**
 * Sampling for a prompt: what the prompt sets takes precedence over the settings. Presets, which nobody edits, are the
 * exception: settings that the person has changed take precedence over them.
 */
export function samplingFor({ name, sampling }: Pick<Prompt, 'name' | 'sampling'>): Sampling {
  const configured = configuredSampling();
  const own: Partial<Sampling> = isPreset(name)
    ? Object.fromEntries(
        Object.entries(SAMPLING).flatMap(([key, of]) =>
          isSetByPerson(of) ? [[key, setting(of)] as const] : [],
        ),
      )
    : {};
  return { ...configured, ...sampling, ...own };
}

/** How many of the likeliest tokens are requested with the probability of each token; null for no probabilities. */
export function configuredTopLogprobs(): number | null {
  const likeliest = Math.trunc(setting('tokenProbabilities'));
  return likeliest >= 1 ? Math.min(likeliest, 20) : null;
}

/** The pixel budget from the settings. */
export function configuredPixels(): PixelBudget {
  const minPixels = setting('pixels.min');
  return { minPixels, maxPixels: Math.max(minPixels, setting('pixels.max')) };
}

/** The pixel budget for a prompt, with the same precedence as in `samplingFor`. */
export function pixelsFor({ name, pixels }: Pick<Prompt, 'name' | 'pixels'>): PixelBudget {
  const isOwn = isSetByPerson('pixels.min') || isSetByPerson('pixels.max');
  return pixels === null || (isPreset(name) && isOwn) ? configuredPixels() : pixels;
}

/** Whether the person has set a value for a setting. */
function isSetByPerson(key: SettingKey): boolean {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    vscode.workspace.getConfiguration('pagetrace').inspect(key) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
}
