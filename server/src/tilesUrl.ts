/** The template of the map's tiles, as a setting. */

/** The host goes into the content security policy, so it must be nothing but a host. */
export function isTilesUrl(text: string): boolean {
  const places = text.match(/\{[^}]*\}/g) ?? [];
  if (places.toSorted().join('') !== '{x}{y}{z}' || /[\s'"<>]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && /^[a-z\d.-]+$/.test(hostname) && username === '' && password === '';
}
