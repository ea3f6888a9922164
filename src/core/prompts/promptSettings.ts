import { t } from '@vscode/l10n';
import * as v from 'valibot';
import type { Contradiction } from '../records/frontMatter.ts';
import { dialectSchema, pixelsSchema, rewardSchema, samplingSchema } from '../records/schemas.ts';
import { PROFILE_NAMES } from '../rewards/names.ts';
import { TRAINERS } from '../rewards/trainers.ts';
import { IMAGE_ORDERS } from './model.ts';
import { PYTHON_REWARD } from './promptMap.ts';
import { dialectOfProtocol, isProtocolName, PROTOCOL_NAMES } from './protocolNames.ts';
import { toolboxes } from './toolboxes.ts';

const withDescription = <S extends v.GenericSchema>(schema: S, sentence: string) =>
  v.pipe(schema, v.description(sentence));

const toolSchema = v.object({
  name: withDescription(v.string(), 'The name of the tool, as a call writes it.'),
  args: withDescription(v.string(), 'What the args of a call look like, as `Image k: <where>`.'),
  description: withDescription(v.string(), 'What the tool does, in a sentence.'),
});

/** A Python file, `FILE.py` or `FILE.py:function`, that the settings of a prompt name as the reward. */
interface PythonReward {
  readonly python: string;
}

/** What the settings of a prompt file may contain. media/schemas/prompt.schema.json is generated from this. */
export const PROMPT_FRONT_MATTER = {
  description: withDescription(v.string(), 'A sentence on what the prompt is for.'),
  dialect: withDescription(
    dialectSchema,
    'The form in which the prompt asks the model to answer. Without it, the tags of the template decide.',
  ),
  protocol: withDescription(
    v.picklist(PROTOCOL_NAMES),
    'The conversation of several turns that the prompt begins, as docs/protocols.md describes it. `--protocol` has another one, or `none`.',
  ),
  reward: withDescription(
    v.union(
      [
        ...rewardSchema.options,
        v.pipe(
          v.string(),
          v.regex(PYTHON_REWARD),
          v.transform((file): PythonReward => ({ python: file })),
        ),
      ],
      () =>
        t(
          'a reward is {0}, the path of a composite reward (.json), or a Python file (FILE.py or FILE.py:function)',
          PROFILE_NAMES.join(', '),
        ),
    ),
    'The reward function that scores the responses: a built-in reward, the path of a composite reward (.reward.json), or a Python function (FILE.py:function), relative to the prompt; the lint checks the prompt against it.',
  ),
  toolbox: withDescription(
    v.union([
      withDescription(v.picklist(Object.keys(toolboxes)), 'The name of a toolbox of PageTrace.'),
      withDescription(v.array(toolSchema), 'Tools of your own.'),
    ]),
    'The tools that the prompt offers: the template prints them with `{% for tool in toolbox %}`.',
  ),
  sampling: withDescription(
    samplingSchema,
    'How responses are sampled. What is not named here is taken from the settings.',
  ),
  pixels: withDescription(
    pixelsSchema,
    'The pixel budget of a page image: the least and the most pixels that it is sent with (min_pixels, max_pixels).',
  ),
  image_order: withDescription(
    v.picklist(IMAGE_ORDERS),
    'Where images go that no `<image>` of the template places: after the text, or before it.',
  ),
  model_length: withDescription(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'The context that the prompt is written for, in tokens: prompt, images and answer together.',
  ),
  trainer: withDescription(
    v.picklist([...TRAINERS, 'none']),
    'The trainer that sends the prompt, so that the lint reports what that trainer leaves empty; `none` if no trainer does, whatever the folder of the file suggests.',
  ),
  lint: withDescription(
    v.object({
      off: v.exactOptional(
        withDescription(v.array(v.string()), 'Rules of the prompt lint that are turned off for this file.'),
      ),
    }),
    'How the prompt lint reads this file.',
  ),
};

/** Settings of a prompt that contradict each other: a dialect in which the conversations of its protocol are not had. */
export function promptContradictions({
  protocol,
  dialect,
}: Readonly<Record<string, unknown>>): readonly Contradiction[] {
  if (typeof protocol !== 'string' || typeof dialect !== 'string' || !isProtocolName(protocol)) return [];
  const spoken = dialectOfProtocol(protocol);
  if (dialect === spoken) return [];
  return [
    {
      path: ['dialect'],
      message: t('the protocol {0} has its conversations in the dialect {1}', protocol, spoken),
    },
  ];
}
