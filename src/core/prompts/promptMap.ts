import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { PROFILE_NAMES, isProfileName } from '../rewards/names.ts';
import { TRAINERS } from '../rewards/trainers.ts';

/** A reward that is a Python file, `FILE.py` or `FILE.py:function`. */
export const PYTHON_REWARD = /\.py(?::[^\W\d]\w*)?$/u;
/** Whether a reward is a Python file, `FILE.py` or `FILE.py:function`. */
export const isPythonReward = (reward: string): boolean => PYTHON_REWARD.test(reward);

const glob = v.pipe(v.string(), v.minLength(1));

/** The content of a map file. media/schemas/prompts.schema.json is generated from this. */
export const promptMapSchema = v.strictObject({
  $schema: v.exactOptional(v.pipe(v.string(), v.description('The schema of this file.'))),
  prompts: v.pipe(
    v.array(
      v.strictObject({
        files: v.pipe(
          v.union([glob, v.array(glob)]),
          v.description(
            'The prompts, as globs relative to the folder of this file: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` are alternatives.',
          ),
        ),
        reward: v.exactOptional(
          v.pipe(
            v.string(),
            v.check(
              (reward) =>
                isProfileName(reward) ||
                reward === 'none' ||
                reward.endsWith('.json') ||
                isPythonReward(reward),
              ({ received }) =>
                t(
                  '{0} is not a reward; a reward is {1}, none, the path of a composite reward (.json), or a Python file (FILE.py or FILE.py:function)',
                  received,
                  PROFILE_NAMES.join(', '),
                ),
            ),
            v.description(
              'The reward that scores the responses: a built-in reward, `none`, the path of a composite reward (.reward.json), or a Python function (FILE.py:function).',
            ),
          ),
        ),
        trainer: v.exactOptional(
          v.pipe(
            v.picklist([...TRAINERS, 'none']),
            v.description('The trainer that sends the prompts; `none` if no trainer does.'),
          ),
        ),
      }),
    ),
    v.description(
      'Prompts with their reward and trainer. If several entries fit a prompt, the last one that sets a key wins.',
    ),
  ),
});

/** A map file that was read. */
export type PromptMap = v.InferOutput<typeof promptMapSchema>;

/** What a map file says about a prompt; null where it says nothing. */
export interface MappedSettings {
  readonly reward: string | null;
  readonly trainer: 'easyr1' | 'verl' | 'none' | null;
}

/** @param file the path of the prompt relative to the folder of the map, with forward slashes */
export function mappedSettings({ prompts }: PromptMap, file: string): MappedSettings {
  const fitting = prompts.filter(({ files }) =>
    (typeof files === 'string' ? [files] : files).some((each) => globPattern(each).test(file)),
  );
  return {
    reward: fitting.findLast(({ reward }) => reward !== undefined)?.reward ?? null,
    trainer: fitting.findLast(({ trainer }) => trainer !== undefined)?.trainer ?? null,
  };
}

/** The regular expression of a glob with `*`, `?`, `**` and `{a,b}`. */
function globPattern(pattern: string): RegExp {
  const open = pattern.replace(/^\.\//, '');
  let depth = 0;
  const source = open.replaceAll(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (token) => {
    switch (token) {
      case '**/':
        return '(?:[^/]+/)*';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        depth++;
        return '(?:';
      case '}':
        return depth-- > 0 ? ')' : '\\}';
      case ',':
        return depth > 0 ? '|' : ',';
      default:
        return `\\${token}`;
    }
  });
  return new RegExp(`^${source}${')'.repeat(Math.max(0, depth))}$`, 'u');
}
