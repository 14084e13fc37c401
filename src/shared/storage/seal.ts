/**
 * Encrypts a user's own data on the device: AES-GCM with a key that never leaves the browser (WebCrypto, not
 * extractable), one per user and database. Emptying the database, key included, destroys everything encrypted with it,
 * copies too.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import { draftOwner, type DraftOwner } from './draftOwner.ts';

const ALGORITHM = 'AES-GCM';

/** A user's key in one database. */
export type OwnKey = { readonly id: string; readonly key: CryptoKey };

/** Encrypted data, and the id of its key. */
export type Sealed = {
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
};

/** Place of a user's key. */
export const keyPlaceOf = ({ id }: DraftOwner) => `key:${id}`;

/** The user's key; created if there is none, by the first tab. `undefined` if the session ended meanwhile. */
export async function ownKeyFor(inStore: UseStore, owner: DraftOwner): Promise<OwnKey | undefined> {
  const present: unknown = await inStore('readonly', (store) => promisifyRequest(store.get(keyPlaceOf(owner))));
  if (isOwnKey(present)) return present;
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  const fresh: OwnKey = { id: [...crypto.getRandomValues(new Uint32Array(4))].join('-'), key };
  return inStore('readwrite', async (store) => {
    const other: unknown = await promisifyRequest(store.get(keyPlaceOf(owner)));
    if (isOwnKey(other)) return other;
    if (draftOwner() !== owner) return undefined;
    store.put(fresh, keyPlaceOf(owner));
    await promisifyRequest(store.transaction);
    return fresh;
  });
}

/** Encrypts a text. `about` is authenticated with it, so that the text cannot be passed off as another entry's. */
export async function seal({ id, key }: OwnKey, plain: Uint8Array<ArrayBuffer>, about: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { keyId: id, iv, sealed: await crypto.subtle.encrypt(sealing(iv, about), key, plain) };
}

/** Decrypts a JSON value. Rejects if any part was changed. */
export async function unseal({ key }: OwnKey, { iv, sealed }: Sealed, about: unknown): Promise<unknown> {
  const plain = await crypto.subtle.decrypt(sealing(iv, about), key, sealed);
  return JSON.parse(new TextDecoder().decode(plain));
}

type Placed = { readonly owner: DraftOwner; readonly key: OwnKey; readonly place: string };

/**
 * Stores an encrypted entry. Returns false if the session, and the key with it, ended before that, in this or another
 * tab.
 */
export function putSealed(inStore: UseStore, entry: Sealed, { owner, key, place }: Placed): Promise<boolean> {
  return inStore('readwrite', async (store) => {
    const present: unknown = await promisifyRequest(store.get(keyPlaceOf(owner)));
    if (draftOwner() !== owner || !isOwnKey(present) || present.id !== key.id) return false;
    store.put(entry, place);
    // A full device only fails at the end of the transaction.
    await promisifyRequest(store.transaction);
    return true;
  });
}

/** Narrows a value read from the place of a key. */
export function isOwnKey(value: unknown): value is OwnKey {
  return typeof value === 'object' && value !== null && 'key' in value && 'id' in value;
}

function sealing(iv: Uint8Array<ArrayBuffer>, about: unknown) {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(JSON.stringify(about)) };
}
