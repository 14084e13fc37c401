/**
 * Runs before every test: raises the timeouts of `vi.waitFor` and `vi.waitUntil` from a second, which a busy machine
 * needs for a single query.
 */
import { vi } from 'vitest';

const PATIENCE = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? PATIENCE);
