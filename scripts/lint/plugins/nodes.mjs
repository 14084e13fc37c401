// Helpers that the plugins share: the place of a file, and the name of a value.
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The path of a file from the root of the repository, with forward slashes.
 * @param {string} filename
 */
export function repositoryPath(filename) {
  return relative(ROOT, resolve(ROOT, filename)).split(sep).join('/');
}

const WRAPPERS = new Set([
  'ChainExpression',
  'TSNonNullExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'ParenthesizedExpression',
  'AwaitExpression',
]);

/**
 * The last name in an expression: `order.limitPrice` is called `limitPrice`, `row['fee']` is called `fee`. Empty when
 * it has none.
 * @param {any} node
 * @returns {string}
 */
export function nameOf(node) {
  if (WRAPPERS.has(node.type)) return nameOf(node.expression ?? node.argument);
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  if (!node.computed) return nameOf(node.property);
  return node.property.type === 'Literal' ? String(node.property.value) : '';
}

/**
 * The last word of a camelCase or snake_case name, in lower case.
 * @param {string} name
 */
export function lastWord(name) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split('_')
    .filter(Boolean);
  return (words.at(-1) ?? '').toLowerCase();
}

/**
 * Whether the callee is one of the global functions `names`, or the same function read from `Number` or `globalThis`.
 * @param {any} callee
 * @param {ReadonlySet<string>} names
 */
export function isGlobalFunction(callee, names) {
  if (callee.type === 'Identifier') return names.has(callee.name);
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  return ['Number', 'globalThis', 'window'].includes(callee.object.name) && names.has(nameOf(callee));
}
