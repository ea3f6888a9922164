/** How chat templates begin and end the turn of a user. */
const TURNS = [
  { begin: '<|im_start|>user\n', end: /<\|im_end\|>/g },
  { begin: '<|start_header_id|>user<|end_header_id|>\n\n', end: /<\|eot_id\|>/g },
  { begin: '<start_of_turn>user\n', end: /<end_of_turn>/g },
  { begin: '<｜User｜>', end: /<｜Assistant｜>/g },
  { begin: '<|start|>user<|message|>', end: /<\|end\|>/g },
  { begin: '<|user|>', end: /<\|end\|>|<\/s>|<\|assistant\|>/g },
  { begin: '[INST]', end: /\[\/INST\]/g },
] as const;

/** What stands for images in a prompt: marks around any number of placeholders, or the placeholder and how often it stands. */
const IMAGES =
  /<\|vision_(?:start|end)\|>|<\|(?:image|video)_pad\|>|<(?:image|video|IMG_CONTEXT|start_of_image|image_soft_token)>|<\/?img>|\[(?:\d{4,}|-\d+) \* \d+\]/g;

/** Placeholders of images before a question that no template has wrapped. */
const LEADING_IMAGES = /^(?:\s*<(?:image|video)>)+\s*(?=\S)/;

/** The instructions that the template of Llama 2 puts into the turn of the user. */
const SYSTEM = /^\s*<<SYS>>[^]*?<<\/SYS>>/;

/** How a turn begins that has what a tool gave back. */
const TOOL_RESPONSE = '<tool_response>';

/**
 * The question in a prompt to show to a person: of a text that a chat template made, the last turn of the user, without
 * what stands for images; any other text without the images before it. Trainers such as verl write their prompts so,
 * with the template's marks or, where special tokens were skipped, with only the names of the roles.
 */
export function questionOfPrompt(prompt: string): string {
  return markedTurn(prompt) ?? bareTurn(prompt) ?? prompt.replace(LEADING_IMAGES, '');
}

function markedTurn(prompt: string): string | null {
  for (const { begin, end } of TURNS) {
    let at = prompt.lastIndexOf(begin);
    if (at === -1) continue;
    // Some templates make what a tool gave back a turn of the user.
    while (prompt.startsWith(TOOL_RESPONSE, at + begin.length)) {
      const before = at === 0 ? -1 : prompt.lastIndexOf(begin, at - 1);
      if (before === -1) break;
      at = before;
    }
    const from = at + begin.length;
    end.lastIndex = from;
    const to = end.exec(prompt)?.index;
    return trimmed(prompt.slice(from, to).replace(SYSTEM, ''));
  }
  return null;
}

/** The last turn of the user in a prompt that begins with the name of a role, and ends with that of the model. */
function bareTurn(prompt: string): string | null {
  if (!/^(?:system|user)\r?\n/.test(prompt)) return null;
  return turnOnLines(prompt) ?? turnWithin(prompt);
}

const BARE_USER = '\nuser\n';

/** The last turn of the user between lines that name roles. */
function turnOnLines(prompt: string): string | null {
  const end = Math.max(prompt.lastIndexOf('\nassistant'), prompt.lastIndexOf('\nmodel'));
  if (end === -1 || !/^\n(?:assistant|model)(?:\r?\n\s*(?:<think>\s*)?)?$/.test(prompt.slice(end)))
    return null;
  const before = `\n${prompt.slice(0, end)}`;
  let at = before.lastIndexOf(BARE_USER);
  let to = before.length;
  while (at > 0 && before.startsWith(TOOL_RESPONSE, at + BARE_USER.length)) {
    to = before.lastIndexOf('\nassistant\n', at);
    at = to === -1 ? -1 : before.lastIndexOf(BARE_USER, to);
  }
  return at === -1 ? null : trimmed(before.slice(at + BARE_USER.length, to));
}

/** The last turn of the user where the name of a role follows the turn before it at once, as in the template of Llama. */
function turnWithin(prompt: string): string | null {
  const [begin, end] = ['user\n\n', 'assistant\n\n'];
  const at = prompt.endsWith(end) ? prompt.lastIndexOf(begin) : -1;
  return at === -1 ? null : trimmed(prompt.slice(at + begin.length, prompt.length - end.length));
}

/** Null for a turn without text, of which the prompt says more. */
function trimmed(turn: string): string | null {
  const text = turn.replace(IMAGES, '').trim();
  return text === '' ? null : text;
}
