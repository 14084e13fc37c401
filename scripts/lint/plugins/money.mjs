// Money is a decimal string: these rules report code that would turn it into a float, compare it as text, or make zero
// out of a missing value. .oxlintrc.json lists their files.
import { isGlobalFunction, lastWord, nameOf } from './nodes.mjs';

/** @import { Plugin, Rule } from '../types.d.ts' */

const CONVERTERS = new Set(['Number', 'parseFloat', 'parseInt']);
const ROUNDERS = new Set(['round', 'floor', 'ceil', 'trunc', 'fround', 'abs', 'min', 'max', 'sign', 'pow']);
const FORMATTERS = new Set(['toFixed', 'toPrecision', 'toExponential']);

// A name ends with its unit, so these last words mark a count, an id or a time and never money.
const PLAIN_UNITS = new Set(
  'id ids ms seq count index port page limit size length bytes seconds minutes hours days px version level offset status bits digits'.split(
    ' ',
  ),
);
const MONEY_WORDS = new Set(
  'price amount quantity balance fee notional cost margin pnl payout stake principal proceeds available held equity'.split(
    ' ',
  ),
);

/**
 * Whether a value's name shows that it is no money, or the value is computed from such values and literals alone.
 * @param {any} node
 * @returns {boolean}
 */
function isPlain(node) {
  if (node.type === 'ParenthesizedExpression') return isPlain(node.expression);
  if (node.type !== 'BinaryExpression') return PLAIN_UNITS.has(lastWord(nameOf(node)));
  const { left, right } = node;
  return (isPlain(left) && (isPlain(right) || right.type === 'Literal')) || (left.type === 'Literal' && isPlain(right));
}
/** @param {any} node */
const isMoney = (node) => MONEY_WORDS.has(lastWord(nameOf(node)));
/** @param {any} node */
const isText = (node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

const ADVICE = 'money is a decimal string: use @halyard/contract/money';

/**
 * The effect of a call on money, with the node to report; undefined when there is none.
 * @param {any} call
 * @returns {{ node: any, what: string } | undefined}
 */
function callFault(call) {
  const { callee } = call;
  const [first] = call.arguments;
  if (isGlobalFunction(callee, CONVERTERS)) {
    return first && !isPlain(first) ? { node: call, what: `${nameOf(callee)}() makes a float` } : undefined;
  }
  // prices.map(Number) and z.transform(Number) would otherwise hide the conversion; expect.any(Number) converts
  // nothing.
  const handedOn = call.arguments.find(
    (/** @type {any} */ argument) => argument.type === 'Identifier' && CONVERTERS.has(argument.name),
  );
  if (handedOn && nameOf(callee) !== 'any') return { node: handedOn, what: `${handedOn.name} makes a float` };
  return callee.type === 'MemberExpression' && !callee.computed ? methodFault(call) : undefined;
}

/**
 * @param {any} call
 * @returns {{ node: any, what: string } | undefined}
 */
function methodFault(call) {
  const { object, property } = call.callee;
  const method = nameOf(property);
  if (FORMATTERS.has(method) && !isPlain(object)) return { node: call, what: `.${method}() rounds a float` };
  if (nameOf(object) !== 'Math' || !ROUNDERS.has(method)) return undefined;
  return call.arguments.some(isMoney) ? { node: call, what: `Math.${method}() rounds a float` } : undefined;
}

/** @type {Rule} */
const noFloat = {
  create: (context) => ({
    CallExpression(node) {
      const fault = callFault(node);
      if (fault) context.report({ node: fault.node, message: `${fault.what}: ${ADVICE}` });
    },
    UnaryExpression(node) {
      const { argument, operator } = node;
      if (operator !== '+' || argument.type === 'Literal' || isPlain(argument)) return;
      context.report({ node, message: `unary plus makes a float: ${ADVICE}` });
    },
  }),
};

const COMPARISONS = new Set(['<', '>', '<=', '>=']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '**']);

/**
 * @param {string} operator
 * @param {any} left
 * @param {any} right
 */
function misuse(operator, left, right) {
  if (!isMoney(left) && !isMoney(right)) return undefined;
  if (COMPARISONS.has(operator)) return `${operator} compares decimal strings letter by letter`;
  if (!ARITHMETIC.has(operator)) return undefined;
  const joinsText = operator === '+' && (isText(left) || isText(right));
  return joinsText ? undefined : `${operator} on money joins strings or makes a float`;
}

/** @type {Rule} */
const noNativeOperator = {
  create(context) {
    /** @param {any} node @param {string} operator */
    const check = (node, operator) => {
      const what = misuse(operator, node.left, node.right);
      if (what !== undefined) context.report({ node, message: `${what}: ${ADVICE}` });
    };
    return {
      BinaryExpression: (node) => check(node, node.operator),
      AssignmentExpression: (node) => check(node, node.operator.slice(0, -1)),
    };
  },
};

/** @type {Rule} */
const noZeroDefault = {
  create(context) {
    return {
      LogicalExpression(node) {
        const { left, operator, right } = node;
        if (operator === '&&' || right.type !== 'Literal' || !isMoney(left)) return;
        if (!/^0+(\.0*)?$/.test(String(right.value))) return;
        context.report({ node, message: 'missing money is not zero: keep it undefined and show a dash' });
      },
    };
  },
};

/** @type {Plugin} */
const plugin = {
  meta: { name: 'money' },
  rules: { 'no-float': noFloat, 'no-native-operator': noNativeOperator, 'no-zero-default': noZeroDefault },
};

export default plugin;
