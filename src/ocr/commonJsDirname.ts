// Tesseract's CommonJS modules read __dirname to find files whose paths they are given here. An ES module has no such
// variable, so this must be imported before they are.
Object.assign(globalThis, { __dirname: '' });
