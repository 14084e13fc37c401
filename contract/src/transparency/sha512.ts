/** SHA-512 for signatures and keys of days. Imported only from here, so that the build separates it from SHA-256. */
export { sha512 } from '@noble/hashes/sha2.js';
