// The thread that PGlite runs in. It answers what it is asked, one after the other and in the order of asking: messages
// of PostgreSQL's wire protocol, `image` or `close`. Plain JavaScript, because a thread starts without the loader that
// the exchange reads TypeScript with.
//
// What goes wrong here is left to end the process: nothing works without the database, and what it has acknowledged is
// there at the next start.
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
const say = (message, memory = []) => parentPort?.postMessage(message, memory);

/** @type {(question: Uint8Array | 'image' | 'close') => Promise<void>} */
async function answer(question) {
  if (question === 'image') {
    say(await client.dumpDataDir('none'));
  } else if (question === 'close') {
    await client.close();
    parentPort?.close();
  } else {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    // What comes is a view of PGlite's memory, which its next part overwrites.
    await client.execProtocolRawStream(question, { onRawData: (part) => void parts.push(part.slice()) });
    const memory = parts.map(({ buffer }) => buffer);
    say(parts, memory);
  }
}

let last = Promise.resolve();
parentPort?.on('message', (question) => {
  last = last.then(() => answer(question));
});
say('ready');
