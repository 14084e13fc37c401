/**
 * The browser's storage, read and written without ever failing: it may be full, forbidden, or hold what somebody else
 * wrote.
 */

/** The text under a key; `undefined` when there is none or storage is forbidden. */
export function readText(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value under a key; `undefined` when there is none or it is not JSON. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a text under a key. Gives back whether it is kept. */
export function writeText(key: string, text: string): boolean {
  try {
    window.localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a value under a key, as JSON. Gives back whether it is kept. */
export function writeJson(key: string, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Removes what is under a key. */
export function removeKey(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}

/**
 * Removes a secret, overwritten first: some browsers then take the place of the old bytes, others append and drop them
 * when they tidy their files.
 */
export function eraseKey(key: string): void {
  writeText(key, ' '.repeat(readText(key)?.length ?? 0));
  removeKey(key);
}
