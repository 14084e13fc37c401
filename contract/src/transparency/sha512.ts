/** SHA-512 for signatures and keys of days. From here alone: the build gives it a file apart from SHA-256's. */
export { sha512 } from '@noble/hashes/sha2.js';
