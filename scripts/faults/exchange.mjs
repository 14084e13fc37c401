// Faults in the engines, the gates and the ledger of the server.

const serverTests = (/** @type {string} */ path) => [{ project: 'server', path }];
const SPOT = serverTests('server/src/modules/spot');
const CONVERT = serverTests('server/src/modules/convert');
const SECURITY = serverTests('server/src/modules/security');

/** @type {import('./list.mjs').Fault[]} */
export const EXCHANGE_FAULTS = [
  {
    name: 'the ladder comes before users at the same price',
    file: 'server/src/modules/spot/matching.ts',
    right: '!isBetter(side, level[0], user.price)',
    wrong: 'isBetter(side, user.price, level[0])',
    tests: SPOT,
  },
  {
    name: 'a user trades with themselves',
    file: 'server/src/modules/spot/matching.ts',
    right: 'hasMetOwnOrder = offer.userId === userId;',
    wrong: 'hasMetOwnOrder = false as boolean;',
    tests: SPOT,
  },
  {
    name: 'a convert is executed after its quote has ended',
    file: 'server/src/modules/convert/quotes.ts',
    right: 'and valid_until >= ${new Date(nowMs).toISOString()}::timestamptz',
    wrong: 'and ${new Date(nowMs).toISOString()}::timestamptz is not null',
    tests: CONVERT,
  },
  {
    name: 'a convert is executed although the price has moved',
    file: 'server/src/modules/convert/quotes.ts',
    right: "if (hasMoved(lastPrice, price)) throw new BusinessError('PRICE_MOVED', { price });",
    wrong: 'hasMoved(lastPrice, price);',
    tests: CONVERT,
  },
  {
    name: 'converts at the same time exceed the limit of the house',
    file: 'server/src/modules/convert/quotes.ts',
    right: 'await tx.execute(sql`select pg_advisory_xact_lock(${CONVERT_LOCK})`);',
    wrong: 'await tx.execute(sql`select ${CONVERT_LOCK}::int`);',
    tests: CONVERT,
  },
  {
    name: 'a recurring buy makes up for the oldest missed date',
    file: 'server/src/modules/convert/planJob.ts',
    right: 'const dueMs = dates.at(-1) ?? firstMs;',
    wrong: 'const dueMs = dates.at(0) ?? firstMs;',
    tests: CONVERT,
  },
  {
    name: 'a recurring buy without balance is never paused',
    file: 'server/src/modules/convert/planJob.ts',
    right: 'const isPaused = skips === SKIPS_MAX;',
    wrong: 'const isPaused = skips > SKIPS_MAX;',
    tests: CONVERT,
  },
  {
    name: 'a frozen account buys coins by a convert into USDT',
    file: 'server/src/modules/convert/quotes.ts',
    right: 'row === undefined || row.rows.some((quoted) => quoted.to !== to)',
    wrong: 'row === undefined || to === undefined',
    tests: CONVERT,
  },
  {
    name: 'the hold of a cancelled order is not released',
    file: 'server/src/modules/spot/engine/marketBook.ts',
    right: 'post([releaseEntry(market, order, order.heldAmount)]);',
    wrong: 'post([]);',
    tests: SPOT,
  },
  {
    name: 'the hold of a replaced order is not counted as balance',
    file: 'server/src/modules/spot/engine/placement.ts',
    right: 'const spendable = add(book.spendable(userId, side), replaces?.heldAmount ?? ZERO);',
    wrong: 'const spendable = book.spendable(userId, side);',
    tests: SPOT,
  },
  {
    name: 'a stop order does not trigger at its price',
    file: 'server/src/db/functions/spot_due.sql',
    right: "WHEN 'rise' THEN k.price >= o.stop_price ELSE",
    wrong: "WHEN 'rise' THEN k.price > o.stop_price ELSE",
    tests: SPOT,
  },
  {
    name: 'a new password does not hold withdrawals',
    file: 'server/src/modules/withdrawals/withdrawalTerms.ts',
    right: 'withdrawals_blocked_until as until',
    wrong: 'null::timestamptz as until',
    tests: serverTests('server/src/modules/withdrawals'),
  },
  {
    name: 'one withdrawal too many a day',
    file: 'server/src/modules/withdrawals/requestWithdrawal.ts',
    right: 'if (requestsToday >= max)',
    wrong: 'if (requestsToday > max)',
    tests: serverTests('server/src/modules/withdrawals'),
  },
  {
    name: 'a step-up proof never expires',
    file: 'server/src/modules/security/sessionStepUp.ts',
    right: 'revoked_at is null and ${end} > clock_timestamp()',
    wrong: 'revoked_at is null and ${end} is not null',
    tests: SECURITY,
  },
  {
    name: 'a halted exchange takes orders',
    file: 'server/src/halts/haltGuard.ts',
    right: "const subjects = ['exchange', ...(ofCall === undefined ? [] : [ofCall])];",
    wrong: 'const subjects = ofCall === undefined ? [] : [ofCall];',
    tests: serverTests('server/src/halts'),
  },
  {
    name: 'a halted exchange blocks withdrawals',
    file: 'server/src/halts/haltGuard.ts',
    right: "if (ofCall === 'withdrawals') return new Set(['withdrawals']);",
    wrong: '',
    tests: serverTests('server/src/halts'),
  },
  {
    name: 'a frozen account may buy and withdraw',
    file: 'server/src/modules/security/freeze.ts',
    right: 'if (user.isFrozen === true && refuses(request))',
    wrong: 'if (user.isFrozen === undefined && refuses(request))',
    tests: SECURITY,
  },
  {
    name: 'a repeated request id runs the request again',
    file: 'server/src/db/runOnce.ts',
    right: 'if (row !== undefined) return { result: answerOf(call, request, row as AnswerRow) };',
    wrong: '',
    tests: serverTests('server/src/db'),
  },
  {
    name: 'a request is recognised without its amount',
    file: 'server/src/db/runOnce.ts',
    right: ".filter((name) => name !== 'client_request_id')",
    wrong: ".filter((name) => name !== 'client_request_id' && name !== 'amount')",
    tests: serverTests('server/src/db'),
  },
  {
    name: 'the ledger posts an entry that is not in balance',
    file: 'server/src/db/functions/ledger_post.sql',
    right: 'IS DISTINCT FROM movement AND 0 <> ANY (sums) THEN',
    wrong: 'IS DISTINCT FROM movement AND false THEN',
    tests: serverTests('server/src/ledger'),
  },
  {
    name: 'the token of an ended session is accepted',
    file: 'server/src/modules/user/sessions.ts',
    right: 'where token_hash = asked.hash and revoked_at is null and',
    wrong: 'where token_hash = asked.hash and',
    tests: serverTests('server/src/modules/user'),
  },
  {
    name: 'the limit without verification counts one purchase alone',
    file: 'server/src/exposure/unverifiedLimit.ts',
    right: 'compare(added, left) <= 0',
    wrong: 'compare(added, max) <= 0',
    tests: serverTests('server/src/exposure'),
  },
];
