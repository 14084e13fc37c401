// Keys, notes and checkpoints have one spelling only. The published examples are equal to the byte, and no bit of a
// signed note can be changed.
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { fromBase64, joinBytes, utf8Of } from './bytes.ts';
import { LOG, ORIGIN, ROOT, signerKey, WITNESS } from '../../testing/logFixtures.ts';
import { LogFormatError } from './LineReader.ts';
import {
  cosignText,
  FalseSignatureError,
  formatNote,
  formatVkey,
  parseCheckpoint,
  parseNote,
  parseVkey,
  signCheckpoint,
  signText,
  verifierKey,
  verifyNote,
  type VerifierKey,
} from './note.ts';

const LOG_VKEY = 'halyard.example/log/2026a+8ccb1831+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';
const WITNESS_VKEY = 'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU';
const SEEN_AT = 1_763_856_122;
const CHECKPOINT = `${ORIGIN}
7
${ROOT}

— ${ORIGIN} jMsYMYG6/Gb63nigMlwM/rbxIAXmy2ObUEvMiwpohJVEhBhEhLG3a5zfZkwpbACUNeaAWa+OaL6IJe+JLW+mkEW2mQY=
`;
const COSIGNATURE =
  '— witness.example/w1 3xwKNQAAAABpIk76UK4yz4EGy7cHE01r0iwaG22r8hmaLgaECl5HVUhzdSJhX5jlL8oxjhdIPy9Ip8TyOwCmEkdfdRyxW4QtIl6+Bw==\n';
const KEYS = [LOG.key, WITNESS.key];

/** Names with a valid signature, or the fault. */
function namesOf(note: string, keys: readonly VerifierKey[] = KEYS): readonly string[] {
  return verifyNote(parseCheckpoint(note).note, keys).map(({ key }) => key.name);
}

function faultOf(read: () => unknown): Error {
  try {
    read();
  } catch (error) {
    if (error instanceof LogFormatError || error instanceof FalseSignatureError) return error;
    throw error;
  }
  throw new Error('nothing was found');
}

describe('a key', () => {
  it('is written as it is published, and read again', () => {
    expect([formatVkey(LOG.key), formatVkey(WITNESS.key)]).toEqual([LOG_VKEY, WITNESS_VKEY]);
    expect([parseVkey(LOG_VKEY, 'log'), parseVkey(WITNESS_VKEY, 'witness')]).toEqual(KEYS);
  });

  it.each([
    ['another name', LOG_VKEY.replace('2026a', '2026b'), 'the id of the key'],
    ['another id', LOG_VKEY.replace('8ccb1831', '8ccb1832'), 'the id of the key'],
    ['capital digits', LOG_VKEY.replace('8ccb1831', '8CCB1831'), 'not a verifier key'],
    ['another key', LOG_VKEY.replace('D29c', 'D29d'), 'the id of the key'],
    ['a key too short', LOG_VKEY.slice(0, -4), 'not a verifier key'],
    ['stray bits', `${LOG_VKEY.slice(0, -2)}d=`, 'not a verifier key'],
    ['a space in its name', LOG_VKEY.replace('halyard', 'hal yard'), 'a key has a name'],
    ['no name', LOG_VKEY.slice(ORIGIN.length), 'not a verifier key'],
    ['the type of a witness', WITNESS_VKEY, 'not a key of type 1'],
  ])('is refused with %s', (_, vkey, reason) => {
    expect(faultOf(() => parseVkey(vkey, 'log')).message).toContain(reason);
  });
});

describe('a checkpoint', () => {
  it('is signed and cosigned as it is published', () => {
    const root = fromBase64(ROOT) ?? new Uint8Array();
    const signed = signCheckpoint({ origin: ORIGIN, size: 7, root }, [LOG]);
    expect(signed).toBe(CHECKPOINT);
    const note = parseNote(signed);
    const cosigned = formatNote({ ...note, signatures: [...note.signatures, cosignText(note.text, WITNESS, SEEN_AT)] });
    expect(cosigned).toBe(CHECKPOINT + COSIGNATURE);
    expect(verifyNote(parseNote(cosigned), KEYS)).toEqual([{ key: LOG.key }, { key: WITNESS.key, atSeconds: SEEN_AT }]);
    expect(parseCheckpoint(cosigned)).toMatchObject({ origin: ORIGIN, size: 7, root });
  });

  it.each([
    ['a size with a zero before it', CHECKPOINT.replace('\n7\n', '\n07\n'), 'line 2: not a size'],
    ['a size with a sign', CHECKPOINT.replace('\n7\n', '\n+7\n'), 'line 2: not a size'],
    ['a size beyond 2^53 - 1', CHECKPOINT.replace('\n7\n', '\n9007199254740992\n'), 'line 2: not a size'],
    [
      'a root too short',
      CHECKPOINT.replace(ROOT, 'LrlSfnNOlJcfz++oVShQFZRKnIE4dJ6SRSkIBDUW9w=='),
      'line 3: not a hash in canonical base64',
    ],
    ['a root with stray bits', CHECKPOINT.replace('9/I=', '9/J='), 'line 3: not a hash in canonical base64'],
    ['a root without padding', CHECKPOINT.replace('9/I=', '9/I'), 'line 3: not a hash in canonical base64'],
    ['an extension line', CHECKPOINT.replace('9/I=\n', '9/I=\nmore\n'), 'line 4: extension lines are not of this log'],
    ['no root', CHECKPOINT.replace(`${ROOT}\n`, ''), 'line 3: not a hash in canonical base64'],
    [
      'an origin with a space',
      CHECKPOINT.replace('halyard.example/log', 'halyard.example/ log'),
      'line 1: not an origin',
    ],
  ])('is refused with %s', (_, note, reason) => {
    expect(faultOf(() => parseCheckpoint(note)).message).toBe(reason);
  });

  it('may be of the largest size', () => {
    expect(parseCheckpoint(CHECKPOINT.replace('\n7\n', '\n9007199254740991\n')).size).toBe(Number.MAX_SAFE_INTEGER);
  });
});

const UNFORMED = 'a note is a text, an empty line and signatures, each line with a line feed';

describe('a note', () => {
  it('of another implementation verifies', () => {
    const key = parseVkey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', 'log');
    const note = parseNote(`This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`);
    expect(verifyNote(note, [key])).toEqual([{ key }]);
  });

  it('may have empty lines in its text', () => {
    const text = 'one\n\n\ntwo\n';
    const note = parseNote(formatNote({ text, signatures: [signText(text, LOG)] }));
    expect(note.text).toBe(text);
    expect(verifyNote(note, KEYS)).toEqual([{ key: LOG.key }]);
  });

  // A signature costs a millisecond: by day only bits of letters that can be misread, in nightly runs all.
  it('loses a signature with every bit that is changed', () => {
    const whole = joinBytes(CHECKPOINT + COSIGNATURE);
    const bits = Array.from({ length: whole.length * 8 }, (_, bit) => bit);
    for (const bit of isThorough ? bits : bits.filter((one) => one % 7 === 0 || one > bits.length - 48)) {
      const changed = whole.slice();
      changed[Math.floor(bit / 8)] = (changed[Math.floor(bit / 8)] ?? 0) ^ (2 ** (bit % 8));
      const text = utf8Of(changed);
      if (text === undefined) continue;
      let names: readonly string[] = [];
      try {
        names = namesOf(text);
      } catch (error) {
        expect(error instanceof LogFormatError || error instanceof FalseSignatureError).toBe(true);
      }
      expect(names.length, `bit ${bit}`).toBeLessThan(2);
    }
  });

  it.each([
    ['CRLF', CHECKPOINT.replaceAll('\n', '\r\n'), UNFORMED],
    ['a CR at one line', CHECKPOINT.replace('7\n', '7\r\n'), 'control characters'],
    ['no line feed at the end', CHECKPOINT.slice(0, -1), UNFORMED],
    ['no empty line', CHECKPOINT.replace('\n\n', '\n'), UNFORMED],
    ['no signature', CHECKPOINT.slice(0, CHECKPOINT.indexOf('—')), UNFORMED],
    ['nothing', '', UNFORMED],
    ['an empty text', CHECKPOINT.slice(CHECKPOINT.indexOf('\n\n')), UNFORMED],
    ['stray bits in a signature', CHECKPOINT.replace('mQY=', 'mQZ='), 'line 5: not canonical base64'],
    ['a signature without padding', CHECKPOINT.replace('mQY=', 'mQY'), 'line 5: not canonical base64'],
    ['a space after a signature', CHECKPOINT.replace('mQY=', 'mQY= '), 'line 5: not a signature'],
    [
      'base64 for addresses',
      CHECKPOINT.replace('— halyard.example/log/2026a jMsYMYG6/G', '— halyard.example/log/2026a jMsYMYG6_G'),
      'line 5: not canonical base64',
    ],
    ['a tab', CHECKPOINT.replace('— ', '—\t'), 'control characters'],
    ['a hyphen', CHECKPOINT.replace('— ', '- '), 'line 5: not a signature'],
    ['an id alone', CHECKPOINT.replace(/jMsYMYG6.*/, 'jMsYMQ=='), 'line 5: no signature after the id of the key'],
    ['half a surrogate pair', `${CHECKPOINT.slice(0, 3)}\uD800${CHECKPOINT.slice(3)}`, 'not Unicode'],
    ['seventeen signatures', CHECKPOINT + COSIGNATURE.repeat(16), 'line 21: more than 16 signatures'],
    ['a name with a plus', CHECKPOINT.replace('— halyard', '— hal+yard'), 'line 5: not a signature'],
  ])('is refused with %s', (_, note, reason) => {
    const fault = faultOf(() => parseNote(note));
    expect(fault).toBeInstanceOf(LogFormatError);
    expect(fault.message).toBe(reason);
  });

  it('names the line of a fault', () => {
    expect(faultOf(() => parseNote(`${CHECKPOINT}${COSIGNATURE.replace('Bw==', 'Bx==')}`)).message).toBe(
      'line 6: not canonical base64',
    );
  });

  it('may have sixteen signatures', () => {
    expect(namesOf(CHECKPOINT + COSIGNATURE.repeat(15))).toHaveLength(16);
  });

  it('is not signed by a key that shares only the name or the id', () => {
    const foreign = signerKey(ORIGIN, 'log', 9).key;
    expect(namesOf(CHECKPOINT, [foreign])).toEqual([]);
    const sameId = { ...verifierKey('other.example', 'log', LOG.key.publicKey), id: LOG.key.id };
    expect(namesOf(CHECKPOINT, [sameId])).toEqual([]);
  });

  it('is not signed by a witness with the line of a log, nor the other way round', () => {
    const asWitness = { ...LOG.key, type: 'witness' } as const;
    expect(() => namesOf(CHECKPOINT, [asWitness])).toThrow(FalseSignatureError);
    const asLog = { ...WITNESS.key, type: 'log' } as const;
    expect(() => namesOf(CHECKPOINT + COSIGNATURE, [asLog])).toThrow(FalseSignatureError);
  });

  it('is refused when one of two lines of a key is false, in either order', () => {
    const good = CHECKPOINT.slice(CHECKPOINT.indexOf('—'));
    const text = CHECKPOINT.slice(0, CHECKPOINT.indexOf('—'));
    const lie = good.replace('jMsYMYG6', 'jMsYMYG7');
    expect(namesOf(text + good + good)).toEqual([ORIGIN, ORIGIN]);
    for (const lines of [good + lie, lie + good]) expect(() => namesOf(text + lines)).toThrow(FalseSignatureError);
  });

  it('is refused with a cosignature of another time, or of one beyond 2^53 - 1', () => {
    const { text } = parseNote(CHECKPOINT);
    const line = cosignText(text, WITNESS, SEEN_AT);
    for (const [place, byte] of [
      [7, 0xfb],
      [0, 0xff],
    ] as const) {
      const signature = line.signature.slice();
      signature[place] = byte;
      const note = { text, signatures: [{ ...line, signature }] };
      expect(() => verifyNote(note, KEYS)).toThrow(FalseSignatureError);
    }
  });

  it('is not signed by a point of small order', () => {
    const small = verifierKey('small.example', 'log', Uint8Array.of(1, ...Array.from({ length: 31 }, () => 0)));
    const signature = Uint8Array.of(1, ...Array.from({ length: 63 }, () => 0));
    const note = { text: 'anything\n', signatures: [{ name: small.name, keyId: small.id, signature }] };
    expect(() => verifyNote(note, [small])).toThrow(FalseSignatureError);
  });
});
