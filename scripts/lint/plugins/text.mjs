// Every word a user reads comes from locales/: this rule reports words written into JSX.

/** @import { Plugin, Rule } from '../types.d.ts' */

const READ_ALOUD = new Set([
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'heading',
  'text',
  'message',
  'description',
  'caption',
  'hint',
  'summary',
]);
const LETTER = /\p{L}/u;
// `trade.buy`, `trade:ticket.buy`: the keys of src/shared/i18n, which components may hand on to each other.
const KEY = /^[a-z][\w-]*([.:][\w-]+)+$/;

/**
 * The words in an expression that ends up on the screen, with the node to blame.
 * @param {any} node
 * @returns {Array<{ node: any, words: string }>}
 */
function wordsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, words: node.value }] : [];
    case 'TemplateLiteral':
      return [{ node, words: node.quasis.map((/** @type {any} */ quasi) => quasi.value.raw).join('') }];
    case 'JSXExpressionContainer':
      return wordsOf(node.expression);
    case 'ConditionalExpression':
      return [...wordsOf(node.consequent), ...wordsOf(node.alternate)];
    case 'LogicalExpression':
      return [...wordsOf(node.left), ...wordsOf(node.right)];
    default:
      return [];
  }
}

/** @type {Rule} */
const noLiteral = {
  create(context) {
    /** @param {any} node */
    const reportWords = (node) => {
      for (const found of wordsOf(node)) {
        if (!LETTER.test(found.words) || KEY.test(found.words)) continue;
        context.report({
          node: found.node,
          message: `«${found.words.trim()}» is read by users: give it a key in locales/ and use t()`,
        });
      }
    };
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) reportWords({ ...node, type: 'Literal' });
      },
      JSXExpressionContainer(node) {
        if (node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment') reportWords(node);
      },
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
        if (READ_ALOUD.has(name)) reportWords(node.value);
      },
    };
  },
};

/** @type {Plugin} */
const plugin = { meta: { name: 'text' }, rules: { 'no-literal': noLiteral } };

export default plugin;
