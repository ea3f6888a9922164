// A file system that is not on this machine, for the tests: `elsewhere:` addresses are files of the open folder.
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

/** @implements {vscode.FileSystemProvider} */
class Elsewhere {
  #changes = new vscode.EventEmitter();
  onDidChangeFile = this.#changes.event;

  #local(/** @type {vscode.Uri} */ uri) {
    return path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', uri.path);
  }

  watch(/** @type {vscode.Uri} */ uri) {
    const watcher = fs.watch(this.#local(uri), (_event, name) => {
      const changed = vscode.Uri.joinPath(uri, name ?? '');
      this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri: changed }]);
    });
    return new vscode.Disposable(() => watcher.close());
  }

  stat(/** @type {vscode.Uri} */ uri) {
    const { size, mtimeMs, ctimeMs } = fs.statSync(this.#local(uri));
    return { type: vscode.FileType.File, size, mtime: mtimeMs, ctime: ctimeMs };
  }

  readFile(/** @type {vscode.Uri} */ uri) {
    return fs.readFileSync(this.#local(uri));
  }

  readDirectory() {
    return [];
  }

  createDirectory() {
    throw vscode.FileSystemError.NoPermissions();
  }

  writeFile() {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete() {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename() {
    throw vscode.FileSystemError.NoPermissions();
  }
}

exports.activate = (/** @type {vscode.ExtensionContext} */ context) => {
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('elsewhere', new Elsewhere(), { isReadonly: true }),
    vscode.commands.registerCommand('elsewhere.open', () =>
      vscode.commands.executeCommand('vscode.open', vscode.Uri.parse('elsewhere:/report.pdf')),
    ),
  );
};
