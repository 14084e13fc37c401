/**
 * Runs before every test: `vi.waitFor` and `vi.waitUntil` wait longer than their second, which a busy machine needs for
 * a single query.
 */
import { vi } from 'vitest';

// What never comes still fails, only later.
const PATIENCE = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? PATIENCE);
