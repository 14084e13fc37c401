/**
 * The users of the screen tests: one with something on every screen, and a newcomer with nothing whose first step was
 * refused.
 */
import * as z from 'zod/mini';
import { saveBankCard } from '../src/bank/calls.ts';
import { createPlan } from '../src/convert/planCalls.ts';
import { declareDeposit, listDeposits } from '../src/deposits/calls.ts';
import { getIdentity, submitBasicIdentity } from '../src/identity/calls.ts';
import type { ChannelId, DepositId, WithdrawalId } from '../src/ids.ts';
import { listMarkets, type Market } from '../src/market/calls.ts';
import { listOfferings, subscribe } from '../src/launchpad/calls.ts';
import { buyOption, listDeliveryTimes } from '../src/options/calls.ts';
import { transferFunds } from '../src/wallet/transferCalls.ts';
import { addPriceAlert } from '../src/price-alerts/calls.ts';
import { sendOwnCode, setFundPassword } from '../src/security/calls.ts';
import { cancelOrder } from '../src/spot/mutationCalls.ts';
import { buyTrust, listTrustProducts } from '../src/trust/calls.ts';
import { UPLOAD_FIELD, uploadFile } from '../src/uploads/calls.ts';
import { getWallet, type AccountKind } from '../src/wallet/calls.ts';
import { addWithdrawalAddress, cancelWithdrawal, listWithdrawalAddresses, withdraw } from '../src/withdrawals/calls.ts';
import { decimal } from '../src/money/money.ts';
import { readEnvelope } from '../src/envelope.ts';
import { createApi, PASSWORD } from './api.ts';
import { createHttpCaller, RefusedError, type HttpCaller } from './httpCaller.ts';

/** Of all accounts made here that have one. */
export const FUND_PASSWORD = '314159';
// On TRON: the contract of USDT itself.
const ADDRESS = 'TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5';
// The sandbox reviews after seconds; a busy machine needs longer.
const REVIEW_LIMIT_MS = 120_000;
const POLL_MS = 100;

const USDT = 3 as ChannelId;
const BANK = 9999 as ChannelId;

/** Ids of the objects that screens open. */
export type Prepared = {
  readonly passedDeposit: number;
  readonly rejectedDeposit: number;
  readonly passedWithdrawal: number;
  readonly cancelledWithdrawal: number;
  readonly address: number;
  readonly plan: number;
};

/**
 * Makes an account that has used everything: verified, deposits by chain and by bank (one rejected), a transfer,
 * withdrawals (one cancelled), trades (an order filled, one cancelled, one waiting; an option), a trust product, a new
 * coin and a recurring buy, with long names and figures where users may have them. `picture` is a PNG, the proof of its
 * deposits.
 */
export async function prepareUser(baseUrl: string, mail: string, picture: Uint8Array): Promise<Prepared> {
  const { token, call } = await openAccount(baseUrl, mail);
  const proof = await upload(baseUrl, token, picture);
  const declare = (channelId: ChannelId, amount: string) => declared(call, token, { channelId, amount, proof });
  const passedDeposit = await declare(USDT, '1000');
  const rejectedDeposit = await declare(USDT, '250.13');
  await declare(BANK, '987654.32');
  const address = await addAddress(baseUrl, mail, token);
  await bindCard(call, token, await proofOf(baseUrl, mail, token));
  await move(call, token, { to: 'futures', amount: '345.6' });
  await trade(baseUrl, token);
  await save(call, token);
  await watchPrices(call, token);
  const plan = await startPlan(call, token);
  await until(() => isVerified(call, token));
  await buyAnOption(call, token);
  const ask = (amount: string) => withdrawn(call, token, amount);
  const cancelledWithdrawal = await askAndCancel(
    () => ask('50'),
    (id) => call(cancelWithdrawal, { id }, token),
  );
  const passedWithdrawal = await ask('123.45');
  const isReviewed = async () => (await call(listDeposits, {}, token)).rows.every(({ status }) => status !== 'pending');
  await until(isReviewed);
  return { passedDeposit, rejectedDeposit, passedWithdrawal, cancelledWithdrawal, address, plan };
}

/**
 * Makes an account that can withdraw: verified, with 12,345.67 USDT, an address for them and {@link FUND_PASSWORD}.
 * Answers its token.
 */
export async function prepareWithdrawer(baseUrl: string, mail: string): Promise<string> {
  const { token, call } = await openAccount(baseUrl, mail);
  await addAddress(baseUrl, mail, token);
  await until(() => isVerified(call, token));
  return token;
}

/** Makes an account that can buy options: verified, with 1,000 USDT of its 12,345.67 in the option account. */
export function prepareOptionBuyer(baseUrl: string, mail: string): Promise<string> {
  return prepareTrader(baseUrl, mail, { to: 'option', amount: '1000' });
}

/** Makes an account that can trade futures: verified, with 1,500 USDT of its 12,345.67 in the futures account. */
export function prepareFuturesTrader(baseUrl: string, mail: string): Promise<string> {
  return prepareTrader(baseUrl, mail, { to: 'futures', amount: '1500' });
}

async function prepareTrader(baseUrl: string, mail: string, moved: Move): Promise<string> {
  const { token, call } = await openAccount(baseUrl, mail);
  await move(call, token, moved);
  await until(() => isVerified(call, token));
  return token;
}

async function openAccount(
  baseUrl: string,
  mail: string,
): Promise<{ readonly token: string; readonly call: HttpCaller }> {
  const api = createApi(baseUrl);
  const call = createHttpCaller(baseUrl);
  const token = await api.register(mail);
  await api.fund(token, 'USDT', '12345.67');
  await identify(call, token, 'TK 4711-88');
  const [password, passwordRepeat] = [FUND_PASSWORD, FUND_PASSWORD];
  await call(setFundPassword, { password, passwordRepeat, ...(await proofOf(baseUrl, mail, token)) }, token);
  return { token, call };
}

/** Makes an account that owns nothing; its verification was rejected. */
export async function prepareNewcomer(baseUrl: string, mail: string): Promise<void> {
  const call = createHttpCaller(baseUrl);
  const token = await createApi(baseUrl).register(mail);
  // The sandbox's review rejects a number with this ending.
  await identify(call, token, 'TK 4711-13');
  const isRejected = async () => (await call(getIdentity, {}, token)).basic.status === 'rejected';
  await until(isRejected);
}

/** A price alert that a day's prices do not reach. */
async function watchPrices(call: HttpCaller, token: string): Promise<void> {
  const [market] = (await call(listMarkets, {})).flatMap(({ markets }) => markets);
  if (market === undefined) throw new Error('there is no market');
  const condition = {
    marketId: market.id,
    kind: 'rise',
    value: decimal('90'),
    minutes: 1440,
    isRepeating: true,
  } as const;
  await call(addPriceAlert, condition, token);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + REVIEW_LIMIT_MS;
  while (!(await isDone())) {
    if (Date.now() > deadlineMs) throw new Error('the sandbox did not review in time');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** On a busy machine the sandbox may pass a request before it can be cancelled; then another one is made. */
async function askAndCancel(
  ask: () => Promise<WithdrawalId>,
  cancel: (id: WithdrawalId) => Promise<unknown>,
): Promise<WithdrawalId> {
  const id = await ask();
  try {
    await cancel(id);
    return id;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
  const second = await ask();
  await cancel(second);
  return second;
}

const isVerified = async (call: HttpCaller, token: string) =>
  (await call(getIdentity, {}, token)).basic.status === 'verified';

async function identify(call: HttpCaller, token: string, idNumber: string): Promise<void> {
  const own = `${idNumber.slice(0, 3)}${Date.now()}${idNumber.slice(3)}`;
  const person = {
    name: 'María de los Ángeles Fernández-Villaverde',
    country: 'ES',
    address: '1 Example Quay, Bilbao',
  };
  await call(submitBasicIdentity, { ...person, idNumber: own }, token);
}

async function upload(baseUrl: string, token: string, picture: Uint8Array): Promise<string> {
  const body = new FormData();
  body.append(UPLOAD_FIELD, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png');
  const headers = { authorization: token };
  const response = await fetch(`${baseUrl}/api/${uploadFile.path}`, { method: 'POST', headers, body });
  const reply = readEnvelope(await response.json());
  if (reply?.ok !== true) throw new Error('the picture was not taken');
  return z.decode(uploadFile.answer, reply.payload as string);
}

type Declared = { readonly channelId: ChannelId; readonly amount: string; readonly proof: string };

async function declared(call: HttpCaller, token: string, { amount, ...rest }: Declared): Promise<DepositId> {
  const answer = await call(declareDeposit, { ...rest, amount: decimal(amount), clientRequestId: newId() }, token);
  if (typeof answer === 'string') throw new Error('no deposit in the answer');
  return answer.id;
}

async function withdrawn(call: HttpCaller, token: string, amount: string): Promise<WithdrawalId> {
  const terms = { channelId: USDT, amount: decimal(amount), address: ADDRESS, fundPassword: FUND_PASSWORD };
  const answer = await call(withdraw, { ...terms, remark: 'Harbour dues', clientRequestId: newId() }, token);
  if (typeof answer === 'string') throw new Error('no withdrawal in the answer');
  return answer.id;
}

async function addAddress(baseUrl: string, mail: string, token: string): Promise<number> {
  const call = createHttpCaller(baseUrl);
  const { code } = await proofOf(baseUrl, mail, token);
  const entry = { channelId: USDT, address: ADDRESS, chain: 'TRC20', label: 'Hardware wallet at home' } as const;
  await call(addWithdrawalAddress, { ...entry, code, fundPassword: FUND_PASSWORD }, token);
  const [added] = await call(listWithdrawalAddresses, {}, token);
  if (added === undefined) throw new Error('the address was not added');
  return added.id;
}

type Proof = { readonly loginPassword: string; readonly code: string };

/** The credentials of a step-up: the account's password, and a mailed code. */
async function proofOf(baseUrl: string, mail: string, token: string): Promise<Proof> {
  await createHttpCaller(baseUrl)(sendOwnCode, {}, token);
  return { loginPassword: PASSWORD, code: await createApi(baseUrl).codeFor(mail) };
}

async function bindCard(call: HttpCaller, token: string, proof: Proof): Promise<void> {
  const card = {
    holder: 'María de los Ángeles Fernández-Villaverde',
    bankName: 'Caja de Ahorros y Monte de Piedad de Bilbao',
    accountNumber: '2085 0001 3304 5678 9012',
    branch: 'Casco Viejo',
    bankAddress: 'Plaza Circular 1, 48001 Bilbao, Spain',
    swift: 'BASKES2BXXX',
    iban: 'ES9121000418450200051332',
    payeeAddress: '1 Example Quay, Bilbao',
    postalCode: '48001',
  };
  await call(saveBankCard, { ...card, fundPassword: FUND_PASSWORD, ...proof }, token);
}

type Move = { readonly to: AccountKind; readonly amount: string };

async function move(call: HttpCaller, token: string, { to, amount }: Move): Promise<void> {
  const row = (await call(getWallet, {}, token)).spot.balances.find(({ currency }) => currency === 'USDT');
  if (row === undefined) throw new Error('no USDT in the wallet');
  const order = { currencyId: row.currencyId, from: 'spot', to, amount: decimal(amount) } as const;
  await call(transferFunds, { ...order, clientRequestId: newId() }, token);
}

/** An order that is filled immediately, one that is cancelled and one that waits. */
async function trade(baseUrl: string, token: string): Promise<void> {
  const api = createApi(baseUrl);
  const buy = async (factor: string, quantity: string) =>
    api.placeLimit(token, 'BTC', { side: 'buy', price: await api.priceNear('BTC', factor), quantity });
  await buy('1.01', '0.01234');
  const { id } = await buy('0.97', '0.02');
  await createHttpCaller(baseUrl)(cancelOrder, { id }, token);
  await buy('0.96', '0.015');
}

/** A recurring buy. */
async function startPlan(call: HttpCaller, token: string): Promise<number> {
  const { baseId: currencyId } = await btcMarket(call);
  const plan = { currencyId, amount: decimal('123.45'), every: 'month', day: 31, hour: 7 } as const;
  return (await call(createPlan, { ...plan, clientRequestId: newId() }, token)).id;
}

/** A trust product and a subscription to the offered coin. */
async function save(call: HttpCaller, token: string): Promise<void> {
  await move(call, token, { to: 'trust', amount: '1500' });
  const [product] = await call(listTrustProducts, {});
  if (product === undefined) throw new Error('no trust product');
  await call(buyTrust, { product: product.id, amount: decimal('1234.56'), clientRequestId: newId() }, token);
  const offer = (await call(listOfferings, {})).find(({ state }) => state === 'open');
  if (offer === undefined) throw new Error('no new coin');
  await call(subscribe, { offeringId: offer.id, amount: decimal('234.56'), clientRequestId: newId() }, token);
}

/** One of the shortest delivery times. */
async function buyAnOption(call: HttpCaller, token: string): Promise<void> {
  await move(call, token, { to: 'option', amount: '123' });
  const { id: marketId, quoteId: currencyId } = await btcMarket(call);
  const [time] = await call(listDeliveryTimes, { marketId, currencyId });
  if (time === undefined) throw new Error('no time of an option');
  const terms = { marketId, currencyId, direction: 'up', seconds: time.seconds, stake: time.minStake } as const;
  await call(buyOption, { ...terms, clientRequestId: newId() }, token);
}

async function btcMarket(call: HttpCaller): Promise<Market> {
  const markets = (await call(listMarkets, {})).flatMap((group) => group.markets);
  const market = markets.find(({ base }) => base === 'BTC');
  if (market === undefined) throw new Error('no market of BTC');
  return market;
}

const newId = () => crypto.randomUUID();
