// Tesseract's CommonJS modules ask for __dirname to find files that they are given by path here. Bundled into an ES
// module they find no such variable, so this must be imported before them.
Object.assign(globalThis, { __dirname: '' });
