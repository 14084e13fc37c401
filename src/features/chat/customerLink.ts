/**
 * The link that the operator set instead of the chat; `undefined` for none, and for anything that is not a page of the
 * web.
 */
export function linkOf(written: string): URL | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
