// Small messages a second that one process sends to many sockets, by the realtime hub beside bare `ws`: fanoutSides.ts.
// On few cores the receivers take time from the sender, so its processor time is printed too.
import { measureFanout, SOCKETS } from './fanoutSides.ts';
import { report } from './measure.ts';

const GOAL = 150_000;

const { rates, micros } = await measureFanout();
console.log(report(`messages to ${SOCKETS} sockets (goal of the hub: ${GOAL.toLocaleString('en')} /s)`, rates));
rates.forEach(({ name }, place) => {
  console.log(`  ${name}: ${(micros[place] ?? Number.NaN).toFixed(2)} µs of the sender's processor a message`);
});
