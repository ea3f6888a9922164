// Opens a real VS Code with PageTrace and its sample.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hasProgram, mustRun } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureChromium, ensureCodeServer, ensureDependencies } from './lib/install.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { cache, root, vsix } from './lib/paths.mjs';
import { makeSampleWorkspace, startSession } from './lib/session.mjs';

const USAGE = `npm start -- [OPTIONS]
  --desktop               use this machine's own VS Code (the program code)
  --port N                the port of the address; any free port by default
  --headless "QUESTION"   ask about the sample in a headless browser, print the trajectory and the reward, and exit
  --screenshot FILE       with --headless: save a screenshot of the workbench at the end
  --data FOLDER           where this VS Code keeps settings and the sample workspace; .cache/start by default
  --vsix FILE             install this packed extension instead of packing the working tree
Set PAGETRACE_SERVER to the address of a model server (and PAGETRACE_MODEL to its model); without it, the offline reader
answers.`;

await runMain(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  // Options are checked before anything is installed or built, because that takes minutes.
  await checkOptions(options);
  await ensureDependencies();
  await ensureNode24();
  if (options.headless !== undefined) await ensureChromium();
  if (!options.desktop) await ensureCodeServer();
  const packed = options.vsix === undefined ? await pack() : path.resolve(options.vsix);
  const port = Number(options.port ?? 0);
  const folder = path.resolve(options.data ?? path.join(cache, 'start'));
  if (options.desktop) return openDesktop(packed, folder);
  return options.headless === undefined
    ? serve(packed, port, folder)
    : askOnce(packed, port, options.headless, options.screenshot);
});

/** @throws {Failure} for unknown options, with the usage */
function readOptions() {
  try {
    return parseArgs({
      options: {
        desktop: { type: 'boolean', default: false },
        port: { type: 'string' },
        headless: { type: 'string' },
        screenshot: { type: 'string' },
        data: { type: 'string' },
        vsix: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/**
 * @param {ReturnType<typeof readOptions>} options
 * @throws {Failure} which option cannot be used, and what to do instead
 */
async function checkOptions({ desktop, port, headless, screenshot, data, vsix }) {
  if (port !== undefined && !(/^\d{1,5}$/u.test(port) && Number(port) <= 65535)) {
    throw new Failure(`--port takes a number from 0 to 65535, not ${port}.`);
  }
  if (headless?.trim() === '') throw new Failure('--headless needs a question.');
  if (screenshot !== undefined && headless === undefined) {
    throw new Failure('--screenshot works only with --headless: add --headless "QUESTION".');
  }
  if (data !== undefined && headless !== undefined) {
    throw new Failure('--data cannot be used with --headless, which keeps nothing: omit one of them.');
  }
  if (screenshot !== undefined && !fs.existsSync(path.dirname(path.resolve(screenshot)))) {
    throw new Failure(
      `The folder of ${screenshot} does not exist: create it, or give --screenshot another path.`,
    );
  }
  if (vsix !== undefined && !isFile(vsix)) {
    throw new Failure(`There is no file ${vsix}. Make one with npm run package, or omit --vsix.`);
  }
  const server = process.env['PAGETRACE_SERVER'] ?? '';
  if (server !== '' && !(/^https?:\/\//iu.test(server) && URL.canParse(server))) {
    throw new Failure(`PAGETRACE_SERVER is ${server}; write an address like http://127.0.0.1:8000.`);
  }
  if (!desktop) return;
  const useless = Object.entries({ port, headless }).find(([, value]) => value !== undefined)?.[0];
  if (useless !== undefined) {
    throw new Failure(`--${useless} cannot be used with --desktop: omit one of them.`);
  }
  if (!(await hasProgram('code'))) {
    throw new Failure(
      'The program code is not on the path. In VS Code, run "Shell Command: Install code command in PATH".',
    );
  }
}

/** @param {string} file */
function isFile(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Builds and packs the working tree. */
async function pack() {
  console.log('Building and packing the extension.');
  await mustRun(process.execPath, [path.join(root, 'scripts/package.mjs')], { quiet: true });
  return vsix;
}

/**
 * @param {string} packed
 * @param {string} folder
 */
async function openDesktop(packed, folder) {
  const { workspace, document } = makeSampleWorkspace(folder);
  await mustRun('code', ['--install-extension', packed, '--force']);
  await mustRun('code', [workspace, document]);
  return 0;
}

/**
 * @param {string} packed
 * @param {number} port
 * @param {string} folder the same one for every start, so that settings and recent trajectories are kept
 */
async function serve(packed, port, folder) {
  const { server, url } = await startSession({ folder, vsix: packed, token: newToken(), port });
  console.log(`\nVS Code with PageTrace and its sample is at\n\n  ${url}\n`);
  console.log(
    'Open the address in a browser, press F1 and choose "PageTrace: Ask About Document". Press Ctrl+C to stop VS Code.',
  );
  const interrupted = await Promise.race([interruption().then(() => true), server.ended.then(() => false)]);
  await server.stop();
  if (!interrupted) throw new Failure(`VS Code's server ended.\n${server.log()}`);
  return 0;
}

/**
 * @param {string} packed
 * @param {number} port
 * @param {string} question
 * @param {string | undefined} screenshot
 */
async function askOnce(packed, port, question, screenshot) {
  const { askHeadless } = await import('./lib/askHeadless.mjs');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-start-'));
  try {
    console.log("Starting VS Code's server with the extension and its sample.");
    const session = await startSession({ folder, vsix: packed, token: newToken(), port });
    try {
      const interrupted = interruption().then(() => {
        throw new Failure('Interrupted before the answer was complete.');
      });
      const { trajectory, reward, components } = await Promise.race([
        askHeadless(session, question, {
          say: (line) => {
            console.log(line);
          },
          ...(screenshot === undefined ? {} : { screenshot }),
        }),
        interrupted,
      ]);
      console.log(`\n${trajectory.trimEnd()}\n`);
      console.log(`Reward: ${[reward, ...components].join('\n  ')}`);
    } finally {
      await session.server.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
  return 0;
}

function newToken() {
  return randomBytes(16).toString('hex');
}

/** Resolves when the person or the system asks this process to stop. */
function interruption() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
}
