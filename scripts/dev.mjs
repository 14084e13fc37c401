// npm run dev: Vite with hot reload on PORT (8080), the exchange server behind it on the next port, restarted when its
// code changes.
import { command, fromRoot, say } from './lib/repository.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runLoud } from './lib/run.mjs';

await command(async () => {
  await ensureInstalled();

  const port = Number(process.env['PORT'] ?? 8080);
  const target = `http://127.0.0.1:${port + 1}`;

  const { createServer } = await import('vite');
  const vite = await createServer({
    root: fromRoot('.'),
    configLoader: 'runner',
    server: {
      port,
      strictPort: true,
      host: process.env['HOST'] ?? true,
      proxy: { '/api': target, '/socket.io': { target, ws: true } },
    },
  });
  await vite.listen();
  vite.printUrls();
  say(`The exchange server answers behind it on ${target}.`);

  const status = await runLoud(
    process.execPath,
    [fromRoot('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/src/server.ts'],
    {
      env: { PORT: String(port + 1), HOST: '127.0.0.1' },
    },
  );
  await vite.close();
  process.exitCode = status;
});
