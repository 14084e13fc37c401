/**
 * Tries deploy/Dockerfile where Docker does not run, by the same steps: `npm run package` into a bare Debian root made
 * by debootstrap, with Node 24 and nothing to build with. The exchange runs there as a system user without
 * capabilities, over a root that cannot be written; a user registers and trades, before and after a restart. The
 * examples of nginx and Caddy stand in front of it, and systemd reads its unit.
 * Needs root and `debootstrap`: npm run package:try [-- <folder for the root>]
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { listOrders } from '@halyard/contract/spot/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { createMembers } from './members.ts';
import { freePort } from './crash/exchangeProcess.ts';
import { BTC_USDT, orderRequest } from './spotMarket.ts';

const DEBIAN = ['bookworm', 'http://deb.debian.org/debian'] as const;
/** As in the image. */
const NODE_MAJOR = 24;
/** pg_dump as in the image, and what reads the other examples. */
const PACKAGES = ['postgresql-client-15', 'nginx-light', 'caddy', 'systemd', 'openssl'];
const REPOSITORY = resolve(import.meta.dirname, '../../..');
const DEPLOY = join(REPOSITORY, 'deploy');
const USER = 1000;
/** On a busy machine a first start takes minutes. */
const START_WITHIN_MS = 600_000;

/** Runs a program to its end and returns its output; a failure throws with what it wrote. */
function run(program: string, args: readonly string[], cwd?: string): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...(cwd && { cwd }) });
}

function makeRoot(root: string): void {
  if (existsSync(join(root, 'usr/local/bin/node'))) return;
  run('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join(',')}`, DEBIAN[0], root, DEBIAN[1]]);
  const fetched = mkdtempSync(join(tmpdir(), 'halyard-node-'));
  const name = `node-linux-${process.arch}@${NODE_MAJOR}`;
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', fetched, name], fetched);
  cpSync(join(fetched, `node_modules/node-linux-${process.arch}/bin/node`), join(root, 'usr/local/bin/node'));
  rmSync(fetched, { recursive: true });
  run('chroot', [root, 'useradd', '--uid', `${USER}`, '--create-home', 'node']);
  symlinkSync('/usr/local/bin/node', join(root, 'usr/bin/node'));
}

/** Installs the package, and makes an empty data folder. */
function install(root: string): void {
  for (const path of ['halyard', 'data']) rmSync(join(root, path), { recursive: true, force: true });
  run('npm', ['run', '--silent', 'package', '--', join(root, 'halyard')], REPOSITORY);
  mkdirSync(join(root, 'data'), { mode: 0o700 });
  chownSync(join(root, 'data'), USER, USER);
}

/** Starts a command in the root as the image does: read-only but for `/data` and `/tmp`, without capabilities. */
function startIn(root: string, words: string): ChildProcess {
  const drop = `setpriv --reuid ${USER} --regid ${USER} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`;
  const steps = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount --bind ${root}/data ${root}/data`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `exec chroot ${root} ${drop} sh -c 'cd /halyard && exec ${words}'`,
  ];
  const args = ['--mount', 'sh', '-ec', steps.join('\n')];
  return spawn('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'], env: ENVIRONMENT });
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  NODE_ENV: 'production',
  DATA_DIR: '/data',
  PORT: `${port}`,
  SANDBOX: '1',
  LOG_LEVEL: 'warn',
};

/** Runs a command in the root to its end; returns its exit code. */
async function runIn(root: string, words: string): Promise<number> {
  const [code] = (await once(startIn(root, words), 'exit')) as [number | null];
  return code ?? 1;
}

/** Starts the exchange by the image's command; resolves when `/readyz` answers 200. */
async function startExchange(root: string): Promise<ChildProcess> {
  const child = startIn(root, 'node --enable-source-maps server/build/server.mjs');
  const deadlineMs = performance.now() + START_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) break;
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return child;
    await pause(200);
  }
  child.kill();
  throw new Error('the exchange did not become ready');
}

async function stopExchange(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await exited) as [number | null];
  expect(code === 0, 'SIGTERM ends it with 0');
}

/** The example of nginx on free ports with a certificate of its own. */
async function startNginx(root: string): Promise<readonly [url: string, child: ChildProcess]> {
  const [plain, tls] = [await freePort(), await freePort()];
  const certificate = join(root, 'etc/ssl/exchange.example');
  mkdirSync(certificate, { recursive: true });
  const files = ['-keyout', join(certificate, 'privkey.pem'), '-out', join(certificate, 'fullchain.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...files];
  execFileSync('openssl', request, { stdio: 'ignore' });
  const config = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('listen 80;', `listen ${plain};`)
    .replace('listen 443 ', `listen ${tls} `);
  rmSync(join(root, 'etc/nginx/sites-enabled/default'), { force: true });
  writeFileSync(join(root, 'etc/nginx/conf.d/halyard.conf'), config);
  const child = spawn('chroot', [root, 'nginx', '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return [`https://localhost:${tls}`, child];
}

/** The example of Caddy, which makes a certificate of its own for this name. */
async function startCaddy(root: string): Promise<readonly [url: string, child: ChildProcess]> {
  const host = `localhost:${await freePort()}`;
  cpSync(join(DEPLOY, 'Caddyfile'), join(root, 'etc/caddy/Caddyfile'));
  const env = { ...ENVIRONMENT, HOME: '/root', HALYARD_HOST: host, HALYARD_NODES: `127.0.0.1:${port}` };
  const words = [root, 'caddy', 'run', '--config', '/etc/caddy/Caddyfile'];
  return [`https://${host}`, spawn('chroot', words, { env, stdio: 'ignore' })];
}

/** Asks the exchange through a proxy, over TLS and by a socket. */
async function expectProxied(name: string, [proxied, child]: readonly [string, ChildProcess]): Promise<void> {
  const status = () =>
    new Promise<number>((done) => {
      get(`${proxied}/readyz`, { rejectUnauthorized: false }, (answer) => done(answer.resume().statusCode ?? 0)).on(
        'error',
        () => done(0),
      );
    });
  const deadlineMs = performance.now() + 60_000;
  while ((await status()) !== 200 && performance.now() < deadlineMs) await pause(200);
  expect((await status()) === 200, `${name} passes calls on, over TLS`);
  const socket = io(proxied, { transports: ['websocket'], rejectUnauthorized: false });
  const isOpen = await new Promise<boolean>((done) => {
    socket.on('connect', () => done(true));
    setTimeout(() => done(false), 60_000).unref();
  });
  socket.close();
  expect(isOpen, `${name} passes sockets on`);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function expect(holds: boolean, rule: string): void {
  print(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${rule}`);
  if (!holds) process.exitCode = 1;
}

const given = process.argv[2];
const root = given ?? mkdtempSync(join(tmpdir(), 'halyard-root-'));
const call = createHttpCaller(url);
try {
  makeRoot(root);
  install(root);
  const size = run('du', ['-sh', join(root, 'halyard')]).split('\t')[0];
  print(`package: ${size}; sbom.cdx.json: ${readdirSync(join(root, 'halyard')).includes('sbom.cdx.json')}`);
  expect((await runIn(root, 'touch /halyard/x 2>/dev/null')) !== 0, 'the root cannot be written');
  expect((await runIn(root, 'test ! -e node_modules/vite -a ! -e node_modules/vitest')) === 0, 'no tools inside');

  let exchange = await startExchange(root);
  expect((await fetch(`${url}/healthz`)).ok, '/healthz, which the health check of the image asks for');
  expect((await fetch(`${url}/h5/`)).ok, 'the app is served');
  const member = await createMembers(url).join();
  const placed = await call(placeOrder, orderRequest('buy', '0.001'), member.token);
  expect(placed.status === 'completed', 'a user registers and buys');
  expect((await runIn(root, 'node server/build/operator.mjs ledger check')) === 0, 'operator ledger check, beside it');
  await expectProxied('nginx', await startNginx(root));
  await expectProxied('Caddy', await startCaddy(root));
  await stopExchange(exchange);

  exchange = await startExchange(root);
  const orders = await call(listOrders, { ...BTC_USDT }, member.token);
  expect(
    orders.some(({ id }) => id === placed.id),
    'the order and the session are there after a restart',
  );
  await stopExchange(exchange);
  expect((await runIn(root, 'pg_dump --version')) === 0, 'pg_dump for backups');

  mkdirSync(join(root, 'opt/halyard'), { recursive: true });
  cpSync(join(DEPLOY, 'halyard.service'), join(root, 'tmp/halyard.service'));
  const verified = spawnSync('chroot', [root, 'systemd-analyze', 'verify', '/tmp/halyard.service'], {
    stdio: 'inherit',
  });
  expect(verified.status === 0, 'systemd accepts the unit');
} finally {
  if (given === undefined) rmSync(root, { recursive: true, force: true });
}
