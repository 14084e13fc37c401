// Computes the published allotment of a new coin again, from its file alone:
//
//   node scripts/allotment.mjs <allotment.csv> <supply in units> [<salt> <user id>]
//
// A unit is the smallest part of the coin that is allotted: 1,000 coins of 4 places are 10000000 units. With a salt and
// a user id it also names the participant's row. It uses only Node's own modules and nothing of this repository.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, supplyText, salt, userId] = process.argv.slice(2);
if (file === undefined || !/^\d+$/.test(supplyText ?? '')) {
  process.stderr.write('node scripts/allotment.mjs <allotment.csv> <supply in units> [<salt> <user id>]\n');
  process.exit(2);
}

const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
const rows = lines.map((line) => {
  const [row = '', participant = '', demand = '', cap = '', units = ''] = line.split(',');
  return { row, participant, demand: BigInt(demand), cap: cap === '' ? undefined : BigInt(cap), units: BigInt(units) };
});

/**
 * Rounds: a participant whose share reaches the cap leaves with the cap; the rest is shared in proportion, rounded
 * down, and the remaining units go to the largest remainders.
 * @param {bigint} supply
 */
function allot(supply) {
  const given = new Map();
  let open = [...rows];
  let left = supply;
  let wanted = open.reduce((sum, { demand }) => sum + demand, 0n);
  for (;;) {
    const capped = open.filter(
      ({ demand, cap }) => cap !== undefined && (wanted <= left ? demand > cap : demand * left > cap * wanted),
    );
    if (capped.length === 0) break;
    for (const one of capped) given.set(one, one.cap);
    open = open.filter((one) => !given.has(one));
    left -= capped.reduce((sum, { cap = 0n }) => sum + cap, 0n);
    wanted = open.reduce((sum, { demand }) => sum + demand, 0n);
  }
  if (wanted <= left) for (const one of open) given.set(one, one.demand);
  else {
    for (const one of open) given.set(one, (one.demand * left) / wanted);
    const rest = left - open.reduce((sum, one) => sum + given.get(one), 0n);
    const bySize = open.toSorted((a, b) => {
      const [first, second] = [(a.demand * left) % wanted, (b.demand * left) % wanted];
      return first === second ? 0 : first > second ? -1 : 1;
    });
    for (const one of bySize.slice(0, Number(rest))) given.set(one, given.get(one) + 1n);
  }
  return given;
}

const given = allot(BigInt(supplyText ?? ''));
const wrong = rows.filter((one) => given.get(one) !== one.units);
for (const { row, units } of wrong)
  process.stdout.write(
    `row ${row} says ${units}, and the rule gives ${given.get(rows.find((one) => one.row === row))}\n`,
  );
process.stdout.write(
  `${rows.length} rows, ${wrong.length} wrong, ${rows.reduce((sum, { units }) => sum + units, 0n)} units in all\n`,
);
if (salt !== undefined && userId !== undefined) {
  const name = createHash('sha256').update(`${salt}${userId}`).digest('hex');
  const own = rows.find(({ participant }) => participant === name);
  process.stdout.write(own === undefined ? 'no row is yours\n' : `row ${own.row} is yours: ${own.units} units\n`);
}
process.exit(wrong.length === 0 ? 0 : 1);
