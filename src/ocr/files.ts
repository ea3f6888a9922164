import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { LanguageFile, OcrFiles } from './model.ts';

/**
 * Finds the files that text recognition needs: next to the running bundle or, when run from the sources, in the
 * installed packages.
 * @param given files at other places
 * @throws PageTraceError `ocr-failed` if one is missing
 */
export function findOcrFiles(given: Partial<OcrFiles> = {}): OcrFiles {
  const files = { ...(import.meta.url.endsWith('.ts') ? installedFiles() : bundledFiles()), ...given };
  for (const file of [files.worker, files.core, ...files.languages.map((language) => language.file)]) {
    if (!existsSync(file)) {
      throw new PageTraceError('ocr-failed', t('Text recognition lacks its file {0}.', path.basename(file)), {
        hint: t('Install PageTrace again.'),
        said: file,
      });
    }
  }
  return files;
}

function bundledFiles(): OcrFiles {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  return {
    worker: path.join(folder, 'ocr-worker.js'),
    core: path.join(folder, 'tesseract-core-simd-lstm.wasm'),
    languages: [english(folder)],
  };
}

function installedFiles(): OcrFiles {
  const require = createRequire(import.meta.url);
  return {
    worker: fileURLToPath(new URL('worker.ts', import.meta.url)),
    core: require.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    languages: [
      english(
        path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int'),
      ),
    ],
  };
}

function english(folder: string): LanguageFile {
  return { code: 'eng', file: path.join(folder, 'eng.traineddata.gz') };
}
