// The shown version is that of the package, which the build writes into version.json.
import { expect, it } from 'vitest';
import { readVersion } from '../../../manifest/versionPlugin.ts';
import { COMMIT, VERSION } from './version.ts';

it('is that of the package', () => {
  expect(VERSION).toBe(readVersion().version);
});

it('has git’s commit or a placeholder', () => {
  expect(readVersion().commit).toMatch(/^[\da-f]{12}$|^unknown$/);
  expect(COMMIT).not.toBe('');
});
