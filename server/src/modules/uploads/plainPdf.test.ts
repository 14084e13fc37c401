// PDFs that do more than show pages are detected in every spelling and packing of their names; plain ones pass, also
// with similar names.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bomb, pdf, pdfStream, zip } from '../../testing/hostileFiles.ts';
import { LIBRE_OFFICE_PDF, PDF_LIB_PDF, PRINTED_PDF, REPORT_LAB_PDF } from '../../testing/ordinaryPdfs.ts';
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
const PACKED = '/Type /ObjStm /N 1 /First 4';
const packed = (content: string) => flate(`4 0 << ${content} >>`, PACKED);
const SCRIPT = '4 0 << /S /JavaScript /JS (app.alert(1)) >>';
/** A script in packed objects, spelt differently than by {@link packed}. */
const hidden = (from: string, to: string) =>
  Buffer.from(flate(SCRIPT, PACKED).toString('latin1').replace(from, to), 'latin1');
const hex = (content: string) => Buffer.from(`${Buffer.from(content).toString('hex')}>`);
/** A script in objects without a filter name before it. */
const inHex = (dictionary: string) => pdfStream(dictionary, hex(SCRIPT));
/** Differences to the byte before, as Flate packs pictures (TIFF 6.0, section 14). */
const differences = (content: string) =>
  Buffer.from(Buffer.from(content, 'latin1').map((byte, index, bytes) => byte - (bytes[index - 1] ?? 0)));

const wrongSum = (content: string) => Buffer.concat([deflateSync(content).subarray(0, -4), Buffer.from('none')]);
const broken = (content: string) => Buffer.concat([deflateSync(content).subarray(0, -6), Buffer.alloc(20, 0xff)]);

describe('a plain PDF', () => {
  test.each([
    ['of one page', pdf()],
    ['that opens at a page', pdf(object('/S /GoTo /D [3 0 R /Fit]'))],
    ['with links that opens at a page', pdf(object('/OpenAction [3 0 R /Fit] /S /URI /URI (www.bank.example/a)'))],
    [
      'with links that opens at a page by an action elsewhere',
      pdf(object('/S /GoTo /D [3 0 R /Fit]'), '5 0 obj << /OpenAction 4 0 R /URI (https://bank.example) >> endobj\n'),
    ],
    ['that opens at a page by an action', pdf(object('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>'))],
    ['with links to write and to call', pdf(object('/S /URI /URI (mailto:a@bank.example) /URI (tel:+1201555)'))],
    ['with a link', pdf(object('/S /URI /URI (https://bank.example/launch)'))],
    ['with packed objects', pdf(packed('/Type /Font /BaseFont /Helvetica'))],
    ['that Chromium printed', PRINTED_PDF],
    ['as LibreOffice writes it', LIBRE_OFFICE_PDF],
    ['as pdf-lib writes it, with packed objects and a packed table', PDF_LIB_PDF],
    ['as ReportLab writes it, with comments and twice packed pages', REPORT_LAB_PDF],
    [
      'with a photograph that is packed twice',
      pdf(pdfStream('/Subtype /Image /Filter [/FlateDecode /DCTDecode]', deflateSync(Buffer.from('ffd8ffe0', 'hex')))),
    ],
    ['with an empty stream', pdf(pdfStream('/Filter /FlateDecode', Buffer.alloc(0)))],
    ['in a font and with a title that are called alike', pdf(object('/BaseFont /BitstreamVera /T (A live stream)'))],
    ['with strings of any bytes', pdf(object('/ID [(\xfe\\(\\\\%) <0A ff>] /T (a (b) c) % (\n'))],
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
    ['with two hundred megabytes of white pages', pdf(pdfStream('/Filter /FlateDecode', bomb(200)))],
  ])('%s passes', async (_what, bytes) => {
    expect(await code(bytes)).toBe('plain');
  });
});

describe('a PDF with actions', () => {
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
    ['opens an address with the document', pdf(object('/OpenAction << /S /URI /URI (https://elsewhere.example) >>'))],
    ['opens an address from elsewhere', pdf(object('/OpenAction 9 0 R'), packed('/S /URI /URI (https://a.example)'))],
    ['opens an address with a page', pdf(object('/A#41 << /O << /S /URI /URI (https://elsewhere.example) >> >>'))],
    ['runs a script by an address', pdf(object('/S /URI /URI ( JavaScript:app.alert\\(1\\))'))],
    ['runs a script by an address in octal', pdf(object('/S /URI /URI (j\\141vascript:1)'))],
    ['runs a script by an address in hexadecimal', pdf(object('/S /URI /URI <6A6176617363726970743A31>'))],
    ['has thousands of streams', pdf(...Array.from({ length: 501 }, () => flate('BT ET')))],
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
    ['unpacks without end', pdf(pdfStream('/Filter /FlateDecode', bomb(260)))],
    [
      'unpacks without end in many streams',
      pdf(...Array.from({ length: 27 }, () => pdfStream('/Filter /FlateDecode', bomb(10)))),
    ],
    ['packs objects behind a bare CR', pdf(hidden('stream\n', 'stream\r'))],
    ['packs objects behind a space and an end of line', pdf(hidden('stream\n', 'stream \r\n'))],
    ['packs objects behind a comment', pdf(hidden('stream\n', 'stream%\n'))],
    ['packs objects behind a null', pdf(hidden('stream\n', 'stream\0\n'))],
    ['packs objects behind a word', pdf(hidden('stream\n', 'stream x\n'))],
    ['packs objects by an escaped name, in a rare way', pdf(inHex('/Type /Obj#53tm /N 1 /Filter /AHx'))],
    ['packs objects without saying so', pdf(inHex('/N 1 /F#69rst 4 /Filter /ASCIIHexDecode'))],
    ['packs objects as differences', pdf(flate(differences(SCRIPT), `${PACKED} /DecodeParms << /Predictor 2 >>`))],
    ['packs objects in a way that stands elsewhere', pdf(inHex('/N 1 /First 4 /Filter 7 0 R'), '7 0 obj /AHx endobj')],
    ['packs objects in a way that stands nowhere', pdf(inHex('/N 1 /First 4 /Filter [7 0 R]'))],
    ['names two ways of packing', pdf(inHex('/N 1 /First 4 /Filter /FlateDecode /Filter /AHx'))],
    ['packs objects by a chain of filters', pdf(pdfStream(`${PACKED} /Filter [/Fl /AHx]`, deflateSync(hex(SCRIPT))))],
    ['packs objects into a picture', pdf(pdfStream('/N 1 /First 4 /Filter /CCITTFaxDecode', Buffer.from('00', 'hex')))],
    ['takes a stream from another file', pdf(pdfStream('/F (\\\\elsewhere) ', Buffer.from('')))],
    ['has a stream in a string', pdf(object('/T (9 0 obj << /N 1 /First 4 >> stream\n x endstream)'))],
    ['has an object in a string', pdf(object('/T (8 0 obj << /N 1 /First 4 /Z) '), pdfStream('', hex(SCRIPT)))],
    ['has an object in a comment', pdf('% 8 0 obj << /N 1 /First 4 /Filter /AHx /Z\n', pdfStream('', hex(SCRIPT)))],
    [
      'has an object in a stream that goes on behind it',
      pdf(pdfStream('', Buffer.from('8 0 obj<</N 1/First 4/Filter/AHx/Z <')), pdfStream('/A <41>', hex(SCRIPT))),
    ],
    ['shields a stream by the keyword in a string', pdf(inHex('/N 1 /First 4 /Filter /AHx /T (\nstream\n78)'))],
    ['plays a scene with a script', pdf(object('/Subtype /U3D /OnInstantiate 5 0 R'))],
    ['shows a file that is attached', pdf(object('/Subtype /FileAttachment /FS 5 0 R'))],
    ['is a page too', Buffer.from(pdf().toString().replace('\n', '\n%<html><script>alert(1)</script>\n'))],
    ['is an archive too', pdf(pdfStream('', zip('a.html', '<script>')))],
    ['has an archive behind it', Buffer.concat([pdf(), zip('a.html', '<script>')])],
    ['has a page behind it', Buffer.concat([pdf(), Buffer.from('<script>alert(1)</script>')])],
  ])('%s is refused', async (_what, bytes) => {
    expect(await code(bytes)).toBe('FILE_NOT_PLAIN');
  });

  // Each took seconds of CPU time, some of them without a pause.
  test.each([
    ['packs millions of names', () => pdf(flate('/'.repeat(5_000_001)))],
    [
      'has a hundred objects of the number that it opens at',
      () => pdf(object('/OpenAction 9 0 R /URI (www.bank.example)'), '9 0 obj [3 0 R /Fit] endobj\n'.repeat(101)),
    ],
    [
      'opens at an object of millions of digits',
      () => pdf(object(`/OpenAction ${'9'.repeat(4_000_000)} 0 R /URI (https://bank.example)`)),
    ],
    ['speaks of a thousand streams', () => pdf('% stream\n'.repeat(1001))],
  ])('%s is refused', async (_what, make) => {
    expect(await code(make())).toBe('FILE_NOT_PLAIN');
  });
});

describe('an incomplete PDF', () => {
  test.each([
    ['half of one', pdf().subarray(0, 150)],
    ['the first bytes of one', Buffer.from('%PDF-1.7')],
    ['one of a version that never was', Buffer.concat([Buffer.from('%PDF-9.9'), pdf().subarray(8)])],
    ['one with a broken stream', pdf(pdfStream('/Filter /FlateDecode', Buffer.from('789cffffffffffff', 'hex')))],
    ['one whose script stands before a break', pdf(pdfStream('/Filter /FlateDecode', broken('/JavaScript')))],
    [
      'one that packs objects behind a stray number',
      Buffer.from(pdf(inHex(PACKED)).toString('latin1').replace('stream', '1stream')),
    ],
    ['one with a stream that does not end', pdf('8 0 obj << >>\nstream\n')],
    ['one with a string that does not end', pdf(object('/T (a'))],
    ['one with a dictionary that does not end', pdf('8 0 obj << /T [1 2 >> endobj')],
    ['one with a stream that is not packed as it says', pdf(pdfStream('/Filter /FlateDecode', Buffer.from('BT ET')))],
    ['one with stray brackets', pdf('8 0 obj << /T 1 ) >> endobj')],
    ['only its end', Buffer.from('%%EOF')],
  ])('%s is unreadable', async (_what, bytes) => {
    expect(await code(bytes)).toBe('FILE_UNREADABLE');
  });
});

test('spaces and zeros after the end are ignored', async () => {
  expect(await code(Buffer.concat([pdf(), Buffer.from('\r\n\0\0 ')]))).toBe('plain');
});

test('the event loop runs while a large PDF is read', async () => {
  const large = pdf(pdfStream('/Filter /FlateDecode', bomb(150)));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await code(large)).toBe('plain');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
