/**
 * Runs before every test: raises the timeouts of `vi.waitFor` and `vi.waitUntil` from a second, which a busy machine
 * needs for a single query.
 */
import { vi } from 'vitest';

const TIMEOUT_MS = 120_000;

type Options = { readonly timeout?: number; readonly interval?: number } | number | undefined;
const patient = (options: Options) => (typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
