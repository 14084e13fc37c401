// The money rules report code that makes a float of a decimal string, and ignore ids, counts, times and zod's
// coercions.
import { testRule } from '../lintTree.ts';

testRule('money/no-float', {
  valid: [
    'const port = Number(env.port);',
    'const id = Number.parseInt(params.currencyId, 10);',
    'const seq = +message.seq;',
    'const one = +1;',
    'const schema = z.coerce.number();',
    'const schema = z.int().check(z.minimum(1));',
    'const width = Math.round(box.width * 0.5);',
    'const slot = Math.floor(openedAtMs / periodMs);',
    'const text = elapsedMs.toFixed(1);',
    'const text = ((endMs - startMs) / 1000).toFixed(1);',
    'const limit = Number.MAX_SAFE_INTEGER;',
    'const isWhole = Number.isInteger(count);',
    'const text = format(price);',
    'expect(order).toEqual({ id: expect.any(Number) });',
  ],
  invalid: [
    'const value = Number(order.price);',
    'const value = Number(text);',
    'const value = parseFloat(amount);',
    'const value = Number.parseFloat(amount);',
    'const value = window.parseFloat(amount);',
    'const value = parseInt(quantity, 10);',
    'const value = +balance;',
    'const value = +order.fee!;',
    'const text = price.toFixed(2);',
    'const text = (price * 2).toPrecision(8);',
    'const text = (elapsedMs * price).toFixed(2);',
    'const values = prices.map(Number);',
    'const schema = z.pipe(z.string(), z.transform(Number));',
    'const value = Math.round(order.amount);',
    'const value = Math.max(bidPrice, askPrice);',
  ],
});

testRule('money/no-native-operator', {
  valid: [
    'const next = index + 1;',
    'const isLate = nowMs > deadlineMs;',
    "const text = amount + ' USDT';",
    'const same = order.price === level.price;',
    'const width = priceWidth * 2;',
    'const isMissing = balance === undefined;',
    'const total = add(price, fee);',
  ],
  invalid: [
    'const sum = price + fee;',
    'const cost = order.price * order.quantity;',
    'const rest = balance - held;',
    'const isEnough = available >= total;',
    "const isPositive = amount > '0';",
    'const isCheap = limitPrice < bestAskPrice;',
    'sum += row.amount;',
    'balance -= 1;',
  ],
});

testRule('money/no-zero-default', {
  valid: [
    "const name = user.name ?? '';",
    'const count = page.count ?? 0;',
    'const price = ticker?.price;',
    "const fee = market.fee ?? '0.001';",
  ],
  invalid: [
    "const price = ticker?.price ?? '0';",
    'const balance = wallet.balance || 0;',
    "const fee = row['fee'] ?? '0.00';",
  ],
});
