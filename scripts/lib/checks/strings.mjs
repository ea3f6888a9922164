// Reads the sources for what a person sees: the strings that go through t() of @vscode/l10n, which can be translated,
// and those that do not yet. VS Code's own tool, @vscode/l10n-dev, leaves out what it cannot read, such as a string in
// two pieces, without saying so; here that is a fault.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { OTHER_TEXTS } from './otherTexts.mjs';

/** Where strings of the editor are: everything but the command line, which speaks English. */
const ROOMS = ['src', 'webview'];

/** Rooms without strings for t(), and why. */
const LEFT_OUT = {
  'src/cli/': 'the command line speaks English',
  'src/language/trajectory/findingsPage.ts': 'a page of the documentation',
  'src/offline/http/': 'what a server sends, in the words of vLLM',
  'src/offline/reading/': 'the text of answers, as a model writes it',
};

/** Properties that hold what a person reads. */
const SHOWN_PROPERTIES =
  /^(title|message|hint|label|description|reason|detail|placeHolder|placeholder|prompt|tooltip|text|heading)$/;
/** Attributes that hold what a person reads or hears. */
const SHOWN_ATTRIBUTES =
  /^(aria-(label|description|valuetext|roledescription|placeholder)|title|label|placeholder|alt|text|hint|heading)$/;
/** Attributes that never do. */
const OTHER_ATTRIBUTES =
  /^(class|id|type|role|style|href|src|key|slot|appearance|transform|d)$|^data-|^aria-/;
/**
 * Functions whose arguments nobody reads in the editor's language: descriptions of values are written into schemas of
 * files, which VS Code does not translate.
 */
const UNREAD_BY_PEOPLE =
  /^(startsWith|endsWith|includes|indexOf|lastIndexOf|split|join|querySelector|querySelectorAll|closest|matches|matchMedia|replace|replaceAll|test|exec|getElementById|addEventListener|createElement|setAttribute|get|has|set|log|info|executeCommand|getConfiguration|h|require|description|withDescription)$/;
const UNREAD_CLASSES = /^(RegExp|Error|RangeError|TypeError|SyntaxError|URL|Worker|DOMException)$/;
/** Two words in a row, or a word after a value. */
const WORDS = /[A-Za-z’']{2,}[,;:.]? [A-Za-z0-9\0`“‘(<]|\0 [A-Za-z]{2}/;
/** What only regular expressions have. */
const PATTERN = /\(\?[:=!<]|\\[bsw]/;
/** What t() looks up as a placeholder: from any brace to the next closing one. */
const BRACES = /\{([^}]+)\}/g;

/**
 * @typedef {object} StringsInSources
 * @property {Record<string, string>} messages every string for t(), by itself: the content of bundle.l10n.json
 * @property {string[]} faults calls of t() that cannot be translated, each with its place and why
 * @property {UnwrappedString[]} unwrapped strings for people that do not go through t()
 * @property {Set<import('./otherTexts.mjs').OtherText>} others those of OTHER_TEXTS that occur
 */

/**
 * @typedef {object} UnwrappedString
 * @property {string} place file and line
 * @property {string} text values in it are `…`
 * @property {ts.Node} node
 */

/**
 * @param {string} root the repository
 * @returns {StringsInSources}
 */
export function readStrings(root) {
  /** @type {StringsInSources} */
  const found = { messages: {}, faults: [], unwrapped: [], others: new Set() };
  for (const file of ROOMS.flatMap((room) => sourceFiles(root, room))) {
    if (Object.keys(LEFT_OUT).some((room) => file.startsWith(room))) continue;
    const { messages, faults, unwrapped, others } = readSource(
      fs.readFileSync(path.join(root, file), 'utf8'),
      file,
    );
    Object.assign(found.messages, messages);
    found.faults.push(...faults);
    found.unwrapped.push(...unwrapped);
    for (const other of others) found.others.add(other);
  }
  found.messages = Object.fromEntries(Object.entries(found.messages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return found;
}

/**
 * @param {string} root
 * @param {string} room
 * @returns {string[]} paths from the root, with slashes
 */
function sourceFiles(root, room) {
  return fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/**
 * Reads one file.
 * @param {string} text its content
 * @param {string} file its path from the root
 * @returns {StringsInSources}
 */
export function readSource(text, file) {
  /** @type {StringsInSources} */
  const found = { messages: {}, faults: [], unwrapped: [], others: new Set() };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @param {ts.Node} node */
  const placeOf = (node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
      readCall(node, placeOf(node), found);
      node.arguments.slice(1).forEach(visit);
      return;
    }
    const isText = ts.isJsxText(node);
    if (isText || isString(node) || isSum(node)) {
      const pieces = isText ? [node.text.trim()] : piecesOf(node);
      const shown = pieces.map((piece) => (typeof piece === 'string' ? piece : '\0')).join('');
      if (isText ? /[A-Za-z]{2}/.test(shown) : isForPeople(node, shown, source)) {
        const words = shown.replaceAll('\0', '…');
        const other = OTHER_TEXTS.find((each) => file === each.file && each.text.test(words));
        if (other === undefined) found.unwrapped.push({ place: placeOf(node), text: words, node });
        else found.others.add(other);
      }
      for (const piece of pieces) if (typeof piece !== 'string') visit(piece);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * @param {ts.CallExpression} call of t()
 * @param {string} place
 * @param {StringsInSources} found
 */
function readCall(call, place, found) {
  const [first, ...values] = call.arguments;
  if (first === undefined || !(ts.isStringLiteral(first) || ts.isNoSubstitutionTemplateLiteral(first))) {
    found.faults.push(`${place}: the string is not one literal, so it cannot be looked up.`);
    return;
  }
  found.messages[first.text] = first.text;
  const inBraces = [...first.text.matchAll(BRACES)].map(([, inner = '']) => inner);
  const named = new Set(inBraces.filter((inner) => /^\d+$/.test(inner)).map(Number));
  const isComplete =
    values.some(ts.isSpreadElement) ||
    (named.size === values.length && [...named].every((index) => index < values.length));
  if (!isComplete) found.faults.push(`${place}: ${named.size} placeholders, but ${values.length} values.`);
  if (!isInsideFunction(call)) {
    found.faults.push(`${place}: evaluated while the file loads, before the language is known.`);
  }
}

/** @param {ts.Node} node */
function isInsideFunction(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression}
 */
function isString(node) {
  return (
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  );
}

/**
 * Whether values and strings are added up.
 * @param {ts.Node} node
 * @returns {node is ts.BinaryExpression}
 */
function isSum(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [node.left, node.right].map(withoutParentheses).some((side) => isString(side) || isSum(side))
  );
}

/** @param {ts.Expression} node */
function withoutParentheses(node) {
  let inner = node;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}

/**
 * The strings and values of a string or a sum, in order.
 * @param {ts.Expression} expression
 * @returns {(string | ts.Expression)[]}
 */
function piecesOf(expression) {
  const node = withoutParentheses(expression);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.flatMap((span) => [span.expression, span.literal.text])];
  }
  return isSum(node) ? [...piecesOf(node.left), ...piecesOf(node.right)] : [node];
}

/**
 * Whether a person reads a string, judged by its words and by what it is passed to.
 * @param {ts.Expression} node
 * @param {string} text values in it are NUL
 * @param {ts.SourceFile} source
 */
function isForPeople(node, text, source) {
  if (!/[A-Za-z]{2}/.test(text)) return false;
  /** @type {ts.Node} */
  let inner = node;
  while (isPassedOn(inner)) inner = inner.parent;
  const { parent } = inner;
  if (ts.isBinaryExpression(parent) && /^([!=]==?|in)$/.test(parent.operatorToken.getText(source)))
    return false;
  if (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isTaggedTemplateExpression(parent)
  ) {
    return false;
  }
  if (PATTERN.test(text) || (ts.isPropertyAccessExpression(parent) && parent.name.text === 'split'))
    return false;
  if (ts.isNewExpression(parent) && UNREAD_CLASSES.test(parent.expression.getText(source))) return false;
  if (ts.isCallExpression(parent)) {
    const called = parent.expression;
    if (
      UNREAD_BY_PEOPLE.test(ts.isPropertyAccessExpression(called) ? called.name.text : called.getText(source))
    ) {
      return false;
    }
  }
  const attribute = ts.isJsxAttribute(parent) ? parent : parent.parent;
  if (attribute !== undefined && ts.isJsxAttribute(attribute)) {
    const name = attribute.name.getText(source);
    return SHOWN_ATTRIBUTES.test(name) || (!OTHER_ATTRIBUTES.test(name) && WORDS.test(text));
  }
  if (ts.isJsxExpression(parent)) return true;
  if (!ts.isPropertyAssignment(parent)) return WORDS.test(text);
  if (parent.name === inner) return false;
  return WORDS.test(text) || (SHOWN_PROPERTIES.test(parent.name.getText(source)) && /^[A-Z]/.test(text));
}

/**
 * Whether a value is also that of the expression around it.
 * @param {ts.Node} node
 */
function isPassedOn(node) {
  const { parent } = node;
  return (
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && ['??', '||', '&&'].includes(parent.operatorToken.getText()))
  );
}
