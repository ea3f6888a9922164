// Replaces @vscode/spdlog, a native module, in the VS Code server, which is installed without a compiler. It writes the
// files of VS Code's log channels. It does not rotate them, because the logs of a session are small.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const OFF = LEVELS.length;

class Logger {
  constructor(_kind, _name, file) {
    this.level = LEVELS.indexOf('info');
    this.bare = false;
    this.descriptor = fs.openSync(file, 'a');
  }
  write(level, message) {
    if (level < this.level || this.level === OFF || this.descriptor === undefined) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.writeSync(this.descriptor, this.bare ? message : `${time} [${LEVELS[level]}] ${message}\n`);
  }
  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  clearFormatters() {
    this.bare = true;
  }
  setPattern() {
    this.bare = false;
  }
  flush() {
    if (this.descriptor !== undefined) fs.fsyncSync(this.descriptor);
  }
  drop() {
    if (this.descriptor !== undefined) fs.closeSync(this.descriptor);
    this.descriptor = undefined;
  }
}

async function createLogger(name, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
