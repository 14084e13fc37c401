// The check of styles finds classes that no component uses, and used ones that no module has.
import { expect, it } from 'vitest';
import { findStyleFaults } from './styles.ts';

const component = (lookup: string) => `import styles from './A.module.css';\nconst kind = 'warm';\nuse(${lookup});`;

it('accepts classes that are named, computed, of a template, or composed', () => {
  const files = {
    'src/A.module.css': '.plain { color: red } .warm { composes: mark from "./B.module.css" } .leftSide { top: 0 }',
    'src/B.module.css': '.mark { color: red }',
    'src/A.tsx': component("styles['plain'], styles[kind], styles[`${side}Side`]"),
  };
  expect(findStyleFaults(files)).toEqual([]);
});

it('finds an unused and a missing class', () => {
  const files = {
    'src/A.module.css': '@keyframes fade { to { opacity: 0 } } .old { animation: fade 1s }',
    'src/A.tsx': component("styles['fresh'], styles[kind]"),
  };
  expect(findStyleFaults(files)).toEqual([
    'src/A.tsx: src/A.module.css has no class «fresh»',
    'src/A.module.css: nothing uses the class «old»',
  ]);
});

it('leaves classes of libraries out', () => {
  const files = {
    'src/A.module.css': '.plain :global(.leaflet-bar) { color: red }',
    'src/A.tsx': component("styles['plain']"),
  };
  expect(findStyleFaults(files)).toEqual([]);
});
