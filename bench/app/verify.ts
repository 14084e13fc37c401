/**
 * How long the app verifies a receipt of the public log, on a phone slowed four times, by an address without `https`,
 * where the browser has no hashes and signatures of its own. Each round uses a page that was just loaded, with nothing
 * compiled yet. Beside it, in the same round, all work of the page from the press on Verify until the lines are drawn.
 * Times are those of the page's own thread, so other work of the machine is not included.
 */
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { createApi } from '@halyard/contract/testing/api';
import { prepareOptionBuyer } from '@halyard/contract/testing/prepare';
import { AuthPages } from '../../e2e/page-models/AuthPages.ts';
import { loggedLines } from '../../e2e/loggedLines.ts';
import { OptionPage } from '../../e2e/page-models/OptionPage.ts';
import { textsOf } from '../../e2e/texts.ts';
import { median, say } from './goals.ts';
import { SLOWER } from './starts.ts';

const GOAL_MS = 200;
const SAMPLE_EVERY_US = 500;
const text = textsOf('en');
const LINES = `section[aria-label="${text('log.title')}"] li`;

type Place = { readonly exchangeUrl: string; readonly rounds: number };
/** The report of DevTools about a thread that was sampled repeatedly. */
type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly url: string; readonly functionName: string };
  readonly children?: readonly number[];
};
type Profile = { readonly nodes: readonly ProfileNode[]; readonly samples?: readonly number[] };
/** In ms. */
type Times = { readonly verifying: number; readonly all: number };
/** The file of the build with all of the verification and its view. */
const LOG_FILE = /\/LoggedReceiptChecks-[^/]*\.js$/;

/** `context` has the app as its base, by a name that is no secure address. */
export async function compareVerify(context: BrowserContext, { exchangeUrl, rounds }: Place): Promise<boolean> {
  const page = await context.newPage();
  const option = new OptionPage(page);
  await buyAndWait(option, exchangeUrl);
  const isSecure = await page.evaluate(() => isSecureContext);
  if (isSecure) throw new Error(`${page.url()} is a secure address: the browser's own hashes would be there`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  // The first one learns which log exists.
  await measure(option, devtools);
  const times: Times[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure(option, devtools));
  await page.close();
  const verifying = median(times.map((time) => time.verifying));
  const share = median(times.map((time) => time.verifying / time.all));
  const shown = `${verifying.toFixed(0)} ms (${share.toFixed(2)} of the press)`;
  return say('receipt verified', shown, `<= ${GOAL_MS} ms`, verifying <= GOAL_MS);
}

/** A settled option, in the list of the page. */
async function buyAndWait(option: OptionPage, exchangeUrl: string): Promise<void> {
  const api = createApi(exchangeUrl);
  const mail = `verify-${Date.now()}@example.com`;
  await prepareOptionBuyer(exchangeUrl, mail);
  await new AuthPages(option.page, api).enter(mail);
  await option.open();
  await option.fill('10');
  await option.button('up').click();
  await option.wins.first().waitFor({ timeout: 120_000 });
  await option.openHistory();
}

async function measure(option: OptionPage, devtools: CDPSession): Promise<Times> {
  const { page } = option;
  await page.reload();
  await option.history.first().waitFor();
  // It is requested when the verifying code is loaded.
  const receipt = page.waitForResponse(/fairness\/sealed_receipt/);
  await option.openFirst(option.history);
  await (await receipt).finished();
  const start = option.sheet.getByRole('button', { name: text('option.verify.start') });
  await devtools.send('Profiler.start');
  const all = await computed(devtools, () => pressAndWait(page, start));
  const { profile } = await devtools.send('Profiler.stop');
  const verdicts = await loggedLines(option.sheet, text);
  if (!verdicts.every((verdict) => verdict === text('log.verdict.passed'))) throw new Error(verdicts.join(', '));
  return { verifying: all * shareOf(profile, LOG_FILE), all };
}

/** Waits in the page, without polling it. */
async function pressAndWait(page: Page, start: Locator): Promise<void> {
  const watch = await page.evaluateHandle(
    (sought) => ({
      there: new Promise<void>((tell) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector(sought) === null) return;
          observer.disconnect();
          requestAnimationFrame(() => tell());
        }).observe(document.body, { subtree: true, childList: true });
      }),
    }),
    LINES,
  );
  await start.click();
  await watch.evaluate(({ there }) => there);
}

/** Computing time of the page's thread during an action, in ms. */
async function computed(devtools: CDPSession, act: () => Promise<void>): Promise<number> {
  const taskSeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  await act();
  return ((await taskSeconds()) - before) * 1000;
}

/** The share of its work that a thread spent in functions of a file, or in their callees. */
function shareOf({ nodes, samples = [] }: Profile, file: RegExp): number {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const inFile = new Set<number>();
  const mark = (id: number, isBelow: boolean) => {
    const node = known.get(id);
    const isIn = isBelow || file.test(node?.callFrame.url ?? '');
    if (isIn) inFile.add(id);
    node?.children?.forEach((child) => mark(child, isIn));
  };
  mark(nodes[0]?.id ?? 0, false);
  const busy = samples.filter((id) => known.get(id)?.callFrame.functionName !== '(idle)');
  return busy.filter((id) => inFile.has(id)).length / Math.max(1, busy.length);
}
