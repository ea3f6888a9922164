import type { Tool } from '../prompts/model.ts';
import { dialectOf } from '../trajectory/dialects/registry.ts';
import { toolboxSettings } from './toolboxSettings.ts';
import { toolLines } from './toolLines.ts';

/** A prompt that offers tools, and the reward that pays for them if no built-in one does. */
export interface ToolboxPrompt {
  readonly prompt: string;
  /** The text of a composite reward; null if the built-in reward takes the tools. */
  readonly reward: string | null;
}

/** How the args of a tool must begin for the reward: with an image, or with anything. */
type ArgsForm = 'image' | 'filled';

/** The most calls that the prompt asks for; the reward deducts from a response with more. */
const MOST_CALLS = 8;

/**
 * A complete prompt file of Lang2Act's second stage that offers some tools. Their list is in the text too, because trainers
 * know nothing of a toolbox.
 * @param rewardFile the path of the composite reward, relative to the prompt
 */
export function writeToolboxPrompt(tools: readonly Tool[], rewardFile: string): ToolboxPrompt {
  const isBuiltIn = tools.every(isOfLang2act);
  return {
    prompt: promptText(tools, isBuiltIn ? 'lang2act' : rewardFile, isBuiltIn),
    reward: isBuiltIn ? null : rewardText(tools),
  };
}

/** The args that the built-in reward expects of its own tools. */
function isOfLang2act({ name, args }: Tool): boolean {
  const rules = dialectOf('lang2act').tools;
  const form = [...(rules?.toolbox ?? []), ...(rules?.alsoAllowed ?? [])].find((each) => each.name === name);
  return form !== undefined && (form.args === 'image') === (argsFormOf(args) === 'image');
}

const argsFormOf = (args: string): ArgsForm =>
  /^Image\s+(?:\d+|[a-z])\s*:/i.test(args) ? 'image' : 'filled';

function rewardText(tools: readonly Tool[]): string {
  const allowedTools = tools.map(({ name, args }) => ({ name, args: argsFormOf(args) }));
  const parameters = { allowedTools };
  return `${JSON.stringify(
    {
      title: 'Lang2Act with another toolbox',
      description: 'Pays as the reward lang2act does, for calls of these tools.',
      components: [
        { profile: 'lang2act', component: 'answer', weight: 0.8 },
        { profile: 'lang2act', component: 'format', weight: 0.1 },
        { profile: 'lang2act', component: 'tool', weight: 0.1, parameters },
      ],
      range: [0, 1],
      round: 6,
    },
    null,
    2,
  )}\n`;
}

function promptText(tools: readonly Tool[], reward: string, isBuiltIn: boolean): string {
  const settings = [
    'description: Lang2Act, tool stage, with the tools that were found in a run.',
    'dialect: lang2act',
    toolboxSettings(tools),
    `reward: ${JSON.stringify(reward)}`,
    'sampling:',
    '  temperature: 0.1',
    '  repetition_penalty: 1.05',
    '  max_tokens: 2048',
    'pixels: { min_pixels: 200704, max_pixels: 401408 }',
    'image_order: text-first',
    'model_length: 8192',
    ...(isBuiltIn
      ? ['# The reward also takes tools that are left out here.', 'lint: { off: [tool-not-offered] }']
      : []),
  ].join('\n');
  return `{# pagetrace:
${settings}
-#}
You are given {{ num_images | default("some") }} page {% if num_images == 1 %}image{% else %}images{% endif %} of a document and a question about {% if num_images == 1 %}it{% else %}them{% endif %}. The images are numbered in the order in which they are given: Image 1 is the first.

Work in three parts, each exactly once and in this order, with nothing outside of them.

1. <think> ... </think>
Go through the images one by one. Say which of them hold evidence for the question and which do not. Name every image that you will use as "Image k".

2. <description> ... </description>
Gather the evidence with the tools below and with nothing else. Write each use as
<tool name="tool_name" args="arguments">what you observe</tool>
and put into it only what can be seen on the page, or follows from what earlier tools have seen. Do not use quotation marks inside args. Use at most ${MOST_CALLS} tools.

The tools:
${toolLines(tools).join('\n')}

3. <answer> ... </answer>
Give the answer alone: a few words or a number with its unit. When the images do not hold it, say that the information is not in them.

Question: {{ content }}
`;
}
