// Runs before every test file: records the processor time of the file. Its worker is a process that runs one file at a
// time.
import { appendFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { processSeconds } from './processorTime.mjs';

const path = process.env['FILE_TIMES'];
const before = processSeconds();

if (path !== undefined)
  // The first hook that is registered is the last that runs.
  // oxlint-disable-next-line no-empty-pattern -- vitest reads names of fixtures from the first parameter
  afterAll(({}, { file: { filepath: file, projectName: project } }) => {
    const seconds = processSeconds() - before;
    appendFileSync(path, `${JSON.stringify({ file, project, seconds })}\n`);
  });
