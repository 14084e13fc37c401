// Rules of the style guide that no published rule holds as we mean them.

/** @import { Plugin, Rule } from '../types.d.ts' */

/** @type {Rule} */
const noEnum = {
  create: (context) => ({
    TSEnumDeclaration: (node) => context.report({ node, message: 'use a const object and a union instead of an enum' }),
  }),
};

/**
 * An interface is right only where declarations merge: in `declare global`, in `declare module` and in .d.ts files.
 * @type {Rule}
 */
const noInterface = {
  create(context) {
    return {
      TSInterfaceDeclaration(node) {
        let parent = /** @type {any} */ (node.parent);
        while (parent) {
          if (parent.type === 'TSModuleDeclaration' || parent.type === 'TSGlobalDeclaration') return;
          parent = parent.parent;
        }
        context.report({ node, message: 'use type; interface is for declaration merging' });
      },
    };
  },
};

const SUPPRESSION = /^\s*(eslint-disable|oxlint-disable|@ts-expect-error)(-next-line|-line)?\b/;
const REASON = /( -- |@ts-expect-error:? )\s*\S+(\s+\S+){2,}/;

/** @type {Rule} */
const suppressionReason = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!SUPPRESSION.test(comment.value) || REASON.test(comment.value)) continue;
          context.report({ loc: comment.loc, message: 'say after -- why the rule is wrong here, in words' });
        }
      },
    };
  },
};

const COMMENT_WIDTH = 120;
const UNBREAKABLE = /https?:\/\/|oxlint-disable/;

/**
 * The formatter keeps code within its width and leaves comments alone. An address, which cannot be broken, may be
 * longer. @type {Rule}
 */
const commentWidth = {
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        for (const { loc } of context.sourceCode.getAllComments()) {
          const isWide = lines
            .slice(loc.start.line - 1, loc.end.line)
            .some((line) => line.length > COMMENT_WIDTH && !UNBREAKABLE.test(line));
          if (isWide) context.report({ loc, message: `break the comment: ${COMMENT_WIDTH} characters a line` });
        }
      },
    };
  },
};

/** @type {Rule} */
const noReexport = {
  create(context) {
    const message = 'import a thing from the file that defines it; no barrels';
    return {
      ExportAllDeclaration: (node) => context.report({ node, message }),
      ExportNamedDeclaration(node) {
        if (node.source) context.report({ node, message });
      },
    };
  },
};

/** @type {Plugin} */
const plugin = {
  meta: { name: 'style' },
  rules: {
    'no-enum': noEnum,
    'no-interface': noInterface,
    'suppression-reason': suppressionReason,
    'comment-width': commentWidth,
    'no-reexport': noReexport,
  },
};

export default plugin;
