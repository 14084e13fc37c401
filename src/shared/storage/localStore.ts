/** The browser's storage, accessed without ever throwing: it may be full, forbidden, or hold values of other code. */

/** The text under a key; `undefined` if there is none or storage is forbidden. */
export function readText(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value under a key; `undefined` if there is none or it is not JSON. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a text under a key. Returns whether it is stored. */
export function writeText(key: string, text: string): boolean {
  try {
    window.localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Stores a value under a key, as JSON. Returns whether it is stored. */
export function writeJson(key: string, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Removes the value of a key. */
export function removeKey(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/**
 * Removes a secret, overwritten first: some browsers then overwrite the old bytes, others append and drop them when
 * they compact their files.
 */
export function eraseKey(key: string): void {
  writeText(key, ' '.repeat(readText(key)?.length ?? 0));
  removeKey(key);
}
