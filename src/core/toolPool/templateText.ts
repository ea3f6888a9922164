/**
 * A text of a model as a part of a line of a template: Jinja reads nothing in it, and it does not end the line. It may stand
 * before anything but a brace, a percent sign and a number sign.
 */
export function templateText(text: string): string {
  return text.replace(/\{(?=[{%#])/g, '{ ').replace(/[\p{C}\s\u2028\u2029]+/gu, ' ');
}
