/** How chat templates begin and end the turn of a user. */
const TURNS = [
  { begin: '<|im_start|>user\n', end: '<|im_end|>' },
  { begin: '<|start_header_id|>user<|end_header_id|>\n\n', end: '<|eot_id|>' },
  { begin: '<start_of_turn>user\n', end: '<end_of_turn>' },
] as const;

/** What stands for images in a prompt: marks around any number of placeholders. */
const IMAGES = /<\|vision_(?:start|end)\|>|<\|(?:image|video)_pad\|>|<(?:image|video)>/g;

/** Placeholders of images before a question that no template has wrapped. */
const LEADING_IMAGES = /^(?:\s*<(?:image|video)>)+\s*(?=\S)/;

/**
 * The question in a prompt to show to a person: of a text that a chat template made, the last turn of the user, without
 * what stands for images; any other text without the images before it. Trainers such as verl write their prompts so, with the template's marks
 * or, where special tokens were skipped, with only the names of the roles on lines of their own.
 */
export function questionOfPrompt(prompt: string): string {
  return markedTurn(prompt) ?? bareTurn(prompt) ?? prompt.replace(LEADING_IMAGES, '');
}

function markedTurn(prompt: string): string | null {
  for (const { begin, end } of TURNS) {
    const at = prompt.lastIndexOf(begin);
    if (at === -1) continue;
    const from = at + begin.length;
    const to = prompt.indexOf(end, from);
    return trimmed(prompt.slice(from, to === -1 ? undefined : to));
  }
  return null;
}

/** The last turn of the user between lines that name roles: such a prompt begins with one, and ends with the model's. */
function bareTurn(prompt: string): string | null {
  if (!/^(?:system|user)\r?\n/.test(prompt)) return null;
  const end = prompt.lastIndexOf('\nassistant');
  if (end === -1 || !/^\nassistant(?:\r?\n\s*(?:<think>\s*)?)?$/.test(prompt.slice(end))) return null;
  const at = `\n${prompt.slice(0, end)}`.lastIndexOf('\nuser\n');
  return at === -1 ? null : trimmed(prompt.slice(at + 'user\n'.length, end));
}

/** Null for a turn without text, of which the prompt says more. */
function trimmed(turn: string): string | null {
  const text = turn.replace(IMAGES, '').trim();
  return text === '' ? null : text;
}
