// Modules that a room may not import, for the linter.

/** Rooms whose code runs anywhere: neither Node's modules nor VS Code's. */
export const portable = [
  'src/core/**/*.ts',
  'src/language/**/*.ts',
  'src/protocol/**/*.ts',
  'src/reports/**/*.ts',
  'webview/**/*.{ts,tsx}',
];

export const nodeModules = {
  regex:
    '^(node:|(assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|url|util|worker_threads|zlib)(/|$))',
  message: 'This room runs without Node.',
};

export const vscodeModule = { regex: '^vscode$', message: 'Only src/host imports vscode.' };
