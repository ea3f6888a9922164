/**
 * The rooms, and what each may import besides itself. The linter reads this table; a test compares it with the
 * TypeScript projects and with CONTRIBUTING.md.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const rooms = {
  core: [],
  language: ['core'],
  workers: ['core'],
  languageWorker: ['core', 'language', 'workers', 'protocol', 'reports'],
  protocol: ['core'],
  documents: ['core'],
  inference: ['core'],
  ocr: ['core', 'documents', 'workers'],
  grounding: ['core', 'documents', 'ocr', 'workers'],
  offline: ['core', 'documents', 'ocr'],
  asking: ['core', 'documents', 'inference', 'offline'],
  userRewards: ['core'],
  runs: ['core', 'userRewards'],
  reports: ['core', 'language', 'protocol', 'userRewards', 'runs'],
  cli: ['core', 'documents', 'ocr', 'grounding', 'inference', 'offline', 'asking', 'userRewards', 'runs'],
  host: [
    'core',
    'language',
    'workers',
    'languageWorker',
    'protocol',
    'documents',
    'ocr',
    'grounding',
    'inference',
    'offline',
    'asking',
    'userRewards',
    'runs',
    'reports',
  ],
  webview: ['core', 'protocol'],
  scripts: [],
};
