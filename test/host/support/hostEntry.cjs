// Runs in the extension host instead of the suite's own entry: writes the suite's output to a file that the code shim
// follows, and writes a verdict when the whole suite has passed.
const fs = require('node:fs');
const url = require('node:url');
const util = require('node:util');

exports.run = async () => {
  const {
    PAGETRACE_HOST_OUTPUT: output,
    PAGETRACE_HOST_TESTS: tests,
    PAGETRACE_HOST_VERDICT: verdict,
  } = process.env;
  const descriptor = fs.openSync(output, 'a');
  const print = (...args) => {
    fs.writeSync(descriptor, `${util.format(...args)}\n`);
  };
  // VS Code defines console's methods with accessors that ignore a plain assignment.
  for (const method of ['log', 'info', 'warn', 'error', 'debug']) {
    Object.defineProperty(console, method, { configurable: true, writable: true, value: print });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk) => {
      fs.writeSync(descriptor, chunk);
      return true;
    };
  }
  const { run } = await import(url.pathToFileURL(tests).href);
  await run();
  fs.writeFileSync(verdict, 'passed');
};
