import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

/** A finding: the file, its rule as `plugin/rule`, and its message. */
export type Finding = { file: string; rule: string; message: string };

// Syntax errors and unused suppressions have no code.
type Diagnostic = { filename: string; code?: string; message: string };

/** Runs the linter over a tree. It exits with 1 when it finds something, which is an answer here and not a failure. */
function runOxlint(cwd: string, paths: string[]): { diagnostics: Diagnostic[] } {
  try {
    return JSON.parse(
      execFileSync(process.execPath, [OXLINT, '--format=json', ...paths], { cwd, encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('{'))
      return JSON.parse(String(error.stdout));
    throw error;
  }
}

/**
 * Lints a throw-away repository made of `files`, with our plugins in it.
 * Uses our own configuration unless `rules` names the only rules to use.
 */
export function lintTree(files: Record<string, string>, rules?: string[]): Finding[] {
  const tree = mkdtempSync(join(tmpdir(), 'halyard-lint-'));
  try {
    cpSync(join(ROOT, 'scripts/lint/plugins'), join(tree, 'scripts/lint/plugins'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    writeFileSync(join(tree, '.oxlintrc.json'), configFor(rules));
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(join(tree, dirname(path)), { recursive: true });
      writeFileSync(join(tree, path), code);
    }
    return runOxlint(tree, Object.keys(files)).diagnostics.map(findingOf);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

function findingOf({ filename, code, message }: Diagnostic): Finding {
  if (code === undefined && message.startsWith('Unused'))
    return { file: filename, rule: 'unused-suppression', message };
  // A case that does not parse proves nothing.
  if (code === undefined) throw new Error(`${filename}: ${message}`);
  return { file: filename, rule: code.replace('(', '/').replace(')', ''), message };
}

function configFor(rules: string[] | undefined) {
  if (rules === undefined) return readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');
  const plugins = new Set(rules.map((rule) => `./scripts/lint/plugins/${rule.split('/')[0]}.mjs`));
  return JSON.stringify({
    jsPlugins: [...plugins],
    plugins: [],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
  });
}

type Cases = { valid: string[]; invalid: string[]; folder?: string };

/** Declares one test a case: code the rule must leave alone, and code it must report exactly once. */
export function testRule(rule: string, { valid, invalid, folder = 'src/shared' }: Cases) {
  const cases = [
    ...valid.map((code) => ({ code, expected: 0, title: `leaves alone: ${code}` })),
    ...invalid.map((code) => ({ code, expected: 1, title: `reports: ${code}` })),
  ].map((entry, index) => ({ ...entry, path: `${folder}/case${index}.tsx` }));
  const findings = lintTree(Object.fromEntries(cases.map(({ path, code }) => [path, code])), [rule]);
  describe(rule, () => {
    for (const { path, expected, title } of cases) {
      it(title, () => expect(findings.filter((finding) => finding.file === path)).toHaveLength(expected));
    }
  });
}
