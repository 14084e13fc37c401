// Policies are read as their specification requires, and decide which cosignatures are enough.
import { describe, expect, it } from 'vitest';
import { signerKey, LOG, WITNESS } from '../../testing/logFixtures.ts';
import { formatVkey } from './note.ts';
import { formatPolicy, isQuorum, parsePolicy } from './policy.ts';

const key = (name: string, seed: number) => signerKey(`${name}.example`, 'witness', seed).key;
const [x1, x2, x3, y1, y2] = [key('x1', 11), key('x2', 12), key('x3', 13), key('y1', 14), key('y2', 15)] as const;
const log = formatVkey(LOG.key);
const TWO_LEVELS = `# two operators
log ${log} https://halyard.example/log/

witness X1 ${formatVkey(x1)}
witness X2\t${formatVkey(x2)}  https://x2.example
  witness X3 ${formatVkey(x3)}
group X 2 X1 X2 X3
witness Y1 ${formatVkey(y1)}
witness Y2 ${formatVkey(y2)}
group Y any Y1 Y2
group X-and-Y all X Y
quorum X-and-Y
`;

describe('a policy', () => {
  it('requires the cosignatures of its groups', () => {
    const policy = parsePolicy(TWO_LEVELS);
    expect(policy.logs).toEqual([{ key: LOG.key, url: 'https://halyard.example/log/' }]);
    expect(isQuorum(policy, [x1, x3, y2])).toBe(true);
    expect(isQuorum(policy, [x1, x2, x3])).toBe(false);
    expect(isQuorum(policy, [x1, x1, y1, y2])).toBe(false);
    expect(isQuorum(policy, [x1, WITNESS.key, y1])).toBe(false);
    expect(isQuorum(policy, [x1, { ...x2, type: 'log' }, y1])).toBe(false);
  });

  it('is written as it is read', () => {
    for (const text of [TWO_LEVELS, 'quorum none\n', `witness w ${formatVkey(x1)}\nquorum w\n`]) {
      const policy = parsePolicy(text);
      expect(parsePolicy(formatPolicy(policy))).toEqual(policy);
    }
  });

  it('may require no witness, or one', () => {
    expect(isQuorum(parsePolicy('quorum none\n'), [])).toBe(true);
    const one = parsePolicy(`witness w ${formatVkey(x1)}\nquorum w\n`);
    expect([isQuorum(one, [x1]), isQuorum(one, [x2]), isQuorum(one, [])]).toEqual([true, false, false]);
  });

  const x = `witness X ${formatVkey(x1)}\n`;
  const y = `witness Y ${formatVkey(x2)}\n`;
  it.each([
    ['no quorum', x, 'a policy has a quorum'],
    ['two quorums', `quorum none\nquorum none\n`, 'line 2: a second quorum'],
    ['a quorum that comes later', `quorum X\n${x}`, 'line 1: a quorum that'],
    ['a member that comes later', `${x}group G any X Y\n${y}quorum G\n`, 'line 2: a member that'],
    ['none as a member', `${x}group G any none\nquorum G\n`, 'line 2: a member that'],
    ['none as a name', `witness none ${formatVkey(x1)}\nquorum none\n`, 'line 1: a name is missing'],
    ['a name twice', `${x}witness X ${formatVkey(x2)}\nquorum X\n`, 'line 2: the same name'],
    ['a group by the name of a witness', `${x}group X any X\nquorum X\n`, 'line 2: the same name'],
    ['a member of two groups', `${x}${y}group G any X\ngroup H all X Y\nquorum H\n`, 'line 4: a member of two'],
    ['a member twice', `${x}group G 1 X X\nquorum G\n`, 'line 2: a member of two'],
    [
      'the key of a witness twice',
      `${x}witness Z ${formatVkey(signerKey('z', 'witness', 11).key)}\nquorum X\n`,
      'line 2: the same key',
    ],
    ['the key of a log twice', `log ${log}\nlog ${log}\nquorum none\n`, 'line 2: the same key'],
    ['a log as a witness', `witness X ${log}\nquorum X\n`, 'line 1: not a key of type 4'],
    ['a witness as a log', `log ${formatVkey(x1)}\nquorum none\n`, 'line 1: not a key of type 1'],
    ['a group of nobody', `group G any\nquorum G\n`, 'line 1: a group asks'],
    ['all of nobody', `group G all\nquorum G\n`, 'line 1: a group asks'],
    ['more than there are', `${x}group G 2 X\nquorum G\n`, 'line 2: a group asks'],
    ['none of some', `${x}group G 0 X\nquorum G\n`, 'line 2: a group asks'],
    ['a number with a zero before it', `${x}group G 01 X\nquorum G\n`, 'line 2: a group asks'],
    ['a word too many', `log ${log} https://a b\nquorum none\n`, 'line 1: too many words'],
    ['an unknown word', `constructor X\nquorum none\n`, 'line 1: an unknown word'],
    ['a CR', `quorum none\r\n`, 'line 1: control characters'],
    ['no line feed at the end', 'quorum none', 'ends with a line feed'],
    [
      '33 groups',
      `${Array.from({ length: 33 }, (_, place) => `witness w${place} ${formatVkey(key(`w${place}`, 20 + place))}\n`).join('')}quorum none\n`,
      'line 33: too many witnesses',
    ],
  ])('is refused with %s', (_, text, reason) => {
    expect(() => parsePolicy(text)).toThrow(reason);
  });
});
