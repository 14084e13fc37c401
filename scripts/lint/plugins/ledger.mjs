// Balances change through the ledger alone: this rule reports any other statement that writes its tables, as SQL text
// or through drizzle.
import { nameOf } from './nodes.mjs';

/** @import { Plugin, Rule } from '../types.d.ts' */

const TABLES = ['ledger_accounts', 'ledger_closings', 'ledger_entries', 'ledger_months', 'ledger_postings'];
const STATEMENT = new RegExp(
  String.raw`\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into|alter\s+table|drop\s+table|copy)\s+(only\s+)?("?\w+"?\.)?"?(${TABLES.join('|')})\b`,
  'i',
);
const WRITERS = new Set(['insert', 'update', 'delete']);

/** @param {string} name */
const snakeCase = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * The text of a template, with each value in it under its own name: sql`update ${ledgerAccounts}` writes
 * ledger_accounts.
 * @param {any} template
 */
function textOf(template) {
  return template.quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ index) => {
      const value = template.expressions[index];
      return quasi.value.raw + (value ? snakeCase(nameOf(value)) : '');
    })
    .join('');
}

/** @type {Rule} */
const onlyWriter = {
  create(context) {
    /** @param {any} node @param {unknown} text */
    const check = (node, text) => {
      const table = typeof text === 'string' ? STATEMENT.exec(text)?.[5] : undefined;
      if (table) context.report({ node, message: `${table} is written by server/src/ledger alone: call the ledger` });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateLiteral: (node) => check(node, textOf(node)),
      CallExpression(node) {
        const [table] = node.arguments;
        if (!table || node.callee.type !== 'MemberExpression' || !WRITERS.has(nameOf(node.callee))) return;
        const name = snakeCase(nameOf(table));
        if (TABLES.includes(name)) check(node, `update ${name}`);
      },
    };
  },
};

/** @type {Plugin} */
const plugin = { meta: { name: 'ledger' }, rules: { 'only-writer': onlyWriter } };

export default plugin;
