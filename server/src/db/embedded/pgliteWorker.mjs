// Thread in which PGlite runs. It handles requests one at a time and in order: messages of the PostgreSQL wire
// protocol, `image` or `close`. Plain JavaScript, because a thread starts without the loader for TypeScript.
//
// Errors are left to end the process: nothing works without the database, and acknowledged writes are there at the next
// start.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** @type {import('./pgliteThread.ts').PglitePlace} */
const { directory, image } = workerData;
const client = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'],
  ...(directory !== undefined && { dataDir: directory }),
  ...(image !== undefined && { loadDataDir: image }),
});

/** @type {(message: unknown, memory?: ArrayBuffer[]) => void} */
const reply = (message, memory = []) => parentPort?.postMessage(message, memory);

/** @type {(question: Uint8Array | 'image' | 'close') => Promise<void>} */
async function answer(question) {
  if (question === 'image') {
    reply(await client.dumpDataDir('none'));
  } else if (question === 'close') {
    await client.close();
    parentPort?.close();
  } else {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    // Copy: each part is a view of PGlite's memory, which the next part overwrites.
    await client.execProtocolRawStream(question, { onRawData: (part) => void parts.push(part.slice()) });
    const memory = parts.map(({ buffer }) => buffer);
    reply(parts, memory);
  }
}

let last = Promise.resolve();
parentPort?.on('message', (question) => {
  last = last.then(() => answer(question));
});
reply('ready');
