/**
 * Caches the results of `make`: `Intl` objects are slow to create, and a screen of prices needs the same one a hundred
 * times.
 */
export function cached<Options extends object, Made>(
  make: (locale: string, options: Options) => Made,
): (locale: string, options: Options) => Made {
  const made = new Map<string, Made>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(locale, options);
    made.set(key, fresh);
    return fresh;
  };
}
