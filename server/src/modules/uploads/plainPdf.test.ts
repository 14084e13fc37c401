// PDFs that do more than show pages are found however their names are written and packed; plain ones pass, also with
// what resembles it.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bomb, pdf, pdfStream, zip } from '../../testing/hostileFiles.ts';
import { checkPlainPdf } from './plainPdf.ts';

const code = (bytes: Buffer) =>
  checkPlainPdf(bytes).then(
    () => 'plain',
    (error: unknown) => (error as { code?: string }).code,
  );
const object = (content: string) => `4 0 obj << ${content} >> endobj\n`;
const flate = (content: string | Buffer, dictionary = '') =>
  pdfStream(`${dictionary} /Filter /FlateDecode`, deflateSync(content));
/** Objects in a stream, as most PDFs since version 1.5 have them. */
const packed = (content: string) => flate(`4 0 << ${content} >>`, '/Type /ObjStm /N 1 /First 4');

const wrongSum = (content: string) => Buffer.concat([deflateSync(content).subarray(0, -4), Buffer.from('none')]);
const broken = (content: string) => Buffer.concat([deflateSync(content).subarray(0, -6), Buffer.alloc(20, 0xff)]);

describe('a plain PDF', () => {
  test.each([
    ['of one page', pdf()],
    ['that opens at a page', pdf(object('/S /GoTo /D [3 0 R /Fit]'))],
    ['with a link', pdf(object('/S /URI /URI (https://bank.example/launch)'))],
    ['with packed objects', pdf(packed('/Type /Font /BaseFont /Helvetica'))],
    ['with a packed page', pdf(flate('BT /F1 12 Tf (JavaScript, Encrypt and Launch) Tj ET'))],
    [
      'with a photograph',
      pdf(pdfStream('/Subtype /Image /Filter /DCTDecode', Buffer.from('ffd8ffe000104a464946', 'hex'))),
    ],
    ['with names that begin alike', pdf(object('/JavaScripture 1 /EncryptMetadataX 2 /Launcher 3 /XFAB 4'))],
    [
      'with a stream that looks deflated by chance',
      pdf(pdfStream('/Filter /JPXDecode', Buffer.from('789cffffffffffff', 'hex'))),
    ],
    ['with two hundred megabytes of white pages', pdf(flate(Buffer.alloc(200 * 1024 * 1024)))],
  ])('%s passes', async (_what, bytes) => {
    expect(await code(bytes)).toBe('plain');
  });
});

describe('a PDF that acts', () => {
  test.each([
    ['runs a script', pdf(object('/S /JavaScript /JS (app.alert(1))'))],
    ['runs a script by an escaped name', pdf(object('/S /J#61va#53cript /JS 5 0 R'))],
    ['runs a script by a wholly escaped name', pdf(object('/S /#4a#61#76#61#53#63#72#69#70#74 /JS 5 0 R'))],
    ['names scripts of the document', pdf(object('/Names << /JavaScript 5 0 R >>'))],
    ['runs a script from a packed object', pdf(packed('/S /JavaScript /JS (app.alert(1))'))],
    [
      'runs a script from a packed object that calls itself a picture',
      pdf(flate('<< /S /JavaScript >>', '/Subtype /Image')),
    ],
    ['runs a script from the end of a long stream', pdf(flate(`${' '.repeat(600_000)}<< /S /JavaScript >>`))],
    ['runs a script that lies across two pieces', pdf(flate(`${' '.repeat(256 * 1024 - 5)}/JavaScript `))],
    [
      'runs a script from a stream with a wrong checksum',
      pdf(pdfStream('/Filter /FlateDecode', wrongSum('/JavaScript'))),
    ],
    ['starts a program', pdf(object('/S /Launch /F (cmd.exe)'))],
    [
      'carries a file',
      pdf(object('/Type /Filespec /EF << /F 5 0 R >>'), pdfStream('/Type /EmbeddedFile', Buffer.from('MZ'))),
    ],
    ['sends a form', pdf(object('/S /SubmitForm /F (https://elsewhere.example)'))],
    ['takes data in', pdf(object('/S /ImportData'))],
    ['opens another file', pdf(object('/S /GoToR /F (\\\\\\\\elsewhere\\\\share)'))],
    ['has a form of XML', pdf(object('/AcroForm << /XFA 5 0 R >>'))],
    ['plays media', pdf(object('/Subtype /RichMedia'))],
    ['has a password', pdf(object('/Filter /Standard /V 2'), 'trailer << /Encrypt 4 0 R >>\n')],
    [
      'packs objects in a rare way',
      pdf(pdfStream('/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode', Buffer.from('3420>'))),
    ],
    [
      'packs objects twice',
      pdf(flate(deflateSync('4 0 << /S /JavaScript >>'), '/Type /O#62jStm /Filter [/FlateDecode /FlateDecode]')),
    ],
    ['unpacks without end', pdf(pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(260 * 1024 * 1024))))],
    [
      'unpacks without end in many streams',
      pdf(...Array.from({ length: 27 }, () => flate(Buffer.alloc(10 * 1024 * 1024)))),
    ],
    ['has an archive behind it', Buffer.concat([pdf(), zip('a.html', '<script>')])],
    ['has a page behind it', Buffer.concat([pdf(), Buffer.from('<script>alert(1)</script>')])],
  ])('%s is refused', async (_what, bytes) => {
    expect(await code(bytes)).toBe('FILE_NOT_PLAIN');
  });
});

describe('what is no whole PDF', () => {
  test.each([
    ['half of one', pdf().subarray(0, 150)],
    ['the first bytes of one', Buffer.from('%PDF-1.7')],
    ['one of a version that never was', Buffer.concat([Buffer.from('%PDF-9.9'), pdf().subarray(8)])],
    ['one with a broken stream', pdf(pdfStream('/Filter /FlateDecode', Buffer.from('789cffffffffffff', 'hex')))],
    ['one whose script stands before a break', pdf(pdfStream('/Filter /FlateDecode', broken('/JavaScript')))],
    ['only its end', Buffer.from('%%EOF')],
  ])('%s is unreadable', async (_what, bytes) => {
    expect(await code(bytes)).toBe('FILE_UNREADABLE');
  });
});

test('spaces and zeros behind the end are nothing', async () => {
  expect(await code(Buffer.concat([pdf(), Buffer.from('\r\n\0\0 ')]))).toBe('plain');
});

test('the event loop turns while a large PDF is looked through', async () => {
  const large = pdf(pdfStream('/Filter /FlateDecode', await bomb(150)));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await code(large)).toBe('plain');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
