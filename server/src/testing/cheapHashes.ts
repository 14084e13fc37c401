/**
 * Runs before every test of the server: passwords are hashed with the least work. Hashes contain their parameters, so
 * checking them is as quick.
 */
import type * as Argon2 from '@node-rs/argon2';
import { vi } from 'vitest';

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>();
  const hash: typeof Argon2.hash = (password, options) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...argon2, hash };
});
