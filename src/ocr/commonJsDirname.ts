// Tesseract's CommonJS modules read __dirname to find files, although their paths are passed in here. An ES module has
// no such variable, so this module must be imported first.
Object.assign(globalThis, { __dirname: '' });
