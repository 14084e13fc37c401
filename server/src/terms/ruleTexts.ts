/** Documents whose hashes are in the transparency log: rules and terms, by version. */
import * as z from 'zod/mini';
import { canonicalJson, type Plain } from '@halyard/contract/canonicalJson';
import type { Reader } from '../db/database.ts';
import { termsOf, type TermsCodec, type Versions } from './versions.ts';

/** A document. Without a version it gets the next number whenever its text changes. */
export type RuleText = { readonly name: string; readonly version?: string; readonly text: string };

/** Every version of a product's terms as canonical JSON, with its number and start. */
export async function readTermTexts<T extends object>(
  reader: Reader,
  name: string,
  { versions, codec }: { readonly versions: Pick<Versions<T>, 'listVersions'>; readonly codec: TermsCodec<T> },
): Promise<readonly RuleText[]> {
  const all = await versions.listVersions(reader);
  return all.map((one) => {
    const { version, effectiveAt } = one;
    const terms = z.encode(codec, termsOf(one)) as Plain;
    return { name, version: String(version), text: canonicalJson({ effective_at: effectiveAt, terms, version }) };
  });
}
