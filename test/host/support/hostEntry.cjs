// Runs in the extension host in place of the suite's own entry: what the suite prints goes to a file that the code
// shim follows, and a verdict is left when the suite has passed to its end.
const fs = require('node:fs');
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
  // VS Code keeps console's methods behind accessors that swallow a plain assignment.
  for (const method of ['log', 'info', 'warn', 'error', 'debug']) {
    Object.defineProperty(console, method, { configurable: true, writable: true, value: print });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk) => {
      fs.writeSync(descriptor, chunk);
      return true;
    };
  }
  await require(tests).run();
  fs.writeFileSync(verdict, 'passed');
};
