/** Packages by module, if their names differ. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['Crypto', 'pycryptodome'],
  ['Levenshtein', 'python-Levenshtein'],
  ['PIL', 'pillow'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python'],
  ['dateutil', 'python-dateutil'],
  ['dotenv', 'python-dotenv'],
  ['fitz', 'pymupdf'],
  ['git', 'GitPython'],
  ['google.generativeai', 'google-generativeai'],
  ['rouge_score', 'rouge-score'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['yaml', 'PyYAML'],
]);

/** The package that pip installs to provide the module `name`. */
export function packageOf(name: string): string {
  const [top = name] = name.split('.');
  return PACKAGES.get(name) ?? PACKAGES.get(top) ?? top;
}
