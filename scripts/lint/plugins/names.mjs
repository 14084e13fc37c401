// File and folder names: kebab-case folders, PascalCase for a component or a class, camelCase.ts for everything else,
// X.test.ts(x) beside the file it tests, x.spec.ts in e2e alone.
import { repositoryPath } from './nodes.mjs';

/** @import { Plugin, Rule } from '../types.d.ts' */

const KEBAB = /^\.?[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const CAMEL = /^[a-z][a-zA-Z0-9]*$/;
const PASCAL = /^[A-Z][a-zA-Z0-9]*$/;
const EXTENSION = /(\.(test|spec|config|setup|bench|d))*\.[cm]?[jt]sx?$/;
const TEST = /\.test\.tsx?$/;
const SPEC = /\.spec\.tsx?$/;

/**
 * Whether a top-level statement exports something that looks like a component: PascalCase, a function or a call such as
 * memo().
 * @param {any} statement
 */
function exportsComponent(statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
  if (declaration?.type === 'FunctionDeclaration') return PASCAL.test(declaration.id.name);
  if (declaration?.type !== 'VariableDeclaration') return false;
  return declaration.declarations.some(
    (/** @type {any} */ { id, init }) =>
      /^[A-Z].*[a-z]/.test(id.name ?? '') &&
      ['ArrowFunctionExpression', 'FunctionExpression', 'CallExpression'].includes(init?.type),
  );
}

/**
 * Whether a top-level statement exports the class that the file is named after.
 * @param {any} statement
 * @param {string} stem
 */
const exportsClass = (statement, stem) =>
  statement.type === 'ExportNamedDeclaration' &&
  statement.declaration?.type === 'ClassDeclaration' &&
  statement.declaration.id.name === stem;

/** @param {string} path */
function testFault(path) {
  const inEnd2End = path.startsWith('e2e/');
  if (SPEC.test(path) && !inEnd2End)
    return 'x.spec.ts belongs in e2e; a unit test is called X.test.ts(x) and lies beside the file';
  return TEST.test(path) && inEnd2End ? 'a test in e2e is called x.spec.ts' : undefined;
}

/**
 * @param {string} path
 * @param {any[]} statements
 */
function caseFault(path, statements) {
  const [stem = '', ...parts] = (path.split('/').at(-1) ?? '').replace(EXTENSION, '').split('.');
  if (!parts.every((part) => CAMEL.test(part))) return 'the parts of a name are camelCase';
  const hasComponent = path.endsWith('.tsx') && statements.some(exportsComponent);
  if (hasComponent) return PASCAL.test(stem) ? undefined : 'a file that exports a component is called PascalCase.tsx';
  const bearsTheNameOfItsSubject =
    PASCAL.test(stem) && (TEST.test(path) || statements.some((statement) => exportsClass(statement, stem)));
  return CAMEL.test(stem) || bearsTheNameOfItsSubject
    ? undefined
    : 'a module that exports no component is called camelCase.ts';
}

/** @type {Rule} */
const fileName = {
  create(context) {
    const path = repositoryPath(context.filename);
    /** @param {string} message */
    const report = (message) => context.report({ loc: { line: 1, column: 0 }, message });
    return {
      Program(node) {
        const folder = path
          .split('/')
          .slice(0, -1)
          .find((name) => !KEBAB.test(name));
        if (folder !== undefined) report(`folder «${folder}»: folders are called in kebab-case`);
        const fault = testFault(path) ?? caseFault(path, node.body);
        if (fault !== undefined) report(`${path}: ${fault}`);
      },
    };
  },
};

/** @type {Plugin} */
const plugin = { meta: { name: 'names' }, rules: { 'file-name': fileName } };

export default plugin;
