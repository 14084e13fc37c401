/** Libraries without types that tests compare with. */
declare module 'hdkey' {
  export default class HDKey {
    static fromMasterSeed(seed: Buffer): HDKey;
    readonly publicKey: Buffer;
    readonly publicExtendedKey: string;
    derive(path: string): HDKey;
  }
}

declare module 'bs58check' {
  const bs58check: { readonly encode: (bytes: Buffer) => string };
  export default bs58check;
}
