// Routes are written once, in paths.ts; everything else calls its builders.

/** @import { Plugin, Rule } from '../types.d.ts' */

const ROUTE = /(^|[#/])pages\/[a-z]/;

/** @type {Rule} */
const noLiteralRoute = {
  create(context) {
    /** @param {any} node @param {unknown} text */
    const check = (node, text) => {
      if (typeof text !== 'string' || !ROUTE.test(text)) return;
      context.report({ node, message: `«${text}» is a route: use a builder of paths.ts` });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};

/** @type {Plugin} */
const plugin = { meta: { name: 'paths' }, rules: { 'no-literal-route': noLiteralRoute } };

export default plugin;
