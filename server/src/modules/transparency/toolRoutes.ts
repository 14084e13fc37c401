/** The tool that judges the log, as it was built, and its hash for whoever builds it from the sources. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyPlugin from 'fastify-plugin';
import { REPOSITORY } from '../../folders.ts';

const NAME = 'halyard-verify.mjs';
const FILE = join(REPOSITORY, 'verify/build', NAME);
const TEXT = 'text/plain; charset=utf-8';

/** Registers both below /log/; an exchange that runs from its sources has no tool. */
export const toolRoutes = fastifyPlugin(async (app) => {
  const readTool = () => readFile(FILE).catch(() => undefined);

  app.get(`/log/${NAME}`, async (_request, reply) => {
    const tool = await readTool();
    if (tool === undefined) return reply.code(404).type(TEXT).send('not built\n');
    return reply.type('text/javascript; charset=utf-8').send(tool);
  });

  app.get(`/log/${NAME}.sha256`, async (_request, reply) => {
    const tool = await readTool();
    if (tool === undefined) return reply.code(404).type(TEXT).send('not built\n');
    return reply.type(TEXT).send(`${createHash('sha256').update(tool).digest('hex')}  ${NAME}\n`);
  });
});
