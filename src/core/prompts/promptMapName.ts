/** The name of the file that says which rewards and trainers the prompts of a folder have. */
export const PROMPT_MAP_FILE = 'pagetrace.prompts.json';
