// Tests when an installation is complete: it has every package of the lock file, in its version, except packages for
// other platforms.
import { describe, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';

const locked = {
  '': { version: '2.5.8' },
  contract: { version: '2.5.8' },
  'node_modules/@halyard/contract': { link: true },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/@rollup/rollup-win32-x64-msvc': { version: '4.0.0', optional: true },
};
const { '': _root, 'node_modules/@rollup/rollup-win32-x64-msvc': _other, ...installed } = locked;

describe('an installation', () => {
  it('is complete without the packages for other platforms', () => {
    expect(isInstalled(locked, installed)).toBe(true);
  });

  it('runs the exchange without the packages of tests and checks', () => {
    const withTools = { ...locked, 'node_modules/vitest': { version: '4.1.12', dev: true } };
    expect(isInstalled(withTools, installed, 'run')).toBe(true);
    expect(isInstalled(withTools, installed)).toBe(false);
  });

  it('is incomplete when a package is missing', () => {
    const { 'node_modules/zod': _zod, ...rest } = installed;
    expect(isInstalled(locked, rest)).toBe(false);
  });

  it('is incomplete when a package has another version or another content', () => {
    expect(isInstalled(locked, { ...installed, 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-a' } })).toBe(
      false,
    );
    expect(isInstalled(locked, { ...installed, 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-b' } })).toBe(
      false,
    );
  });

  it('is incomplete when a linked workspace is missing', () => {
    const { 'node_modules/@halyard/contract': _link, ...rest } = installed;
    expect(isInstalled(locked, rest)).toBe(false);
  });
});
