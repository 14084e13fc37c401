/** PDFs as ordinary programs write them: one printed by Chromium, the others by the habits of other writers. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const PAGE = 'BT /F1 12 Tf 72 720 Td (Transfer of 100 USD) Tj ET';

/** Printed by Chromium from a page with a title, a link and a picture. */
export const PRINTED_PDF = readFileSync(new URL('printed.pdf', import.meta.url));

/** Lengths after their streams, hexadecimal texts, a checksum in the trailer. */
export const LIBRE_OFFICE_PDF = joined(
  '%PDF-1.6\n%\xc3\xa4\xc3\xbc\xc3\xb6\xc3\x9f\n2 0 obj\n<</Length 3 0 R/Filter/FlateDecode>>\nstream\n',
  deflateSync(PAGE),
  '\nendstream\nendobj\n\n3 0 obj\n51\nendobj\n\n5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>\nendobj\n\n',
  '1 0 obj\n<</Type/Page/Parent 4 0 R/Resources<</Font<</F1 5 0 R>>>>/MediaBox[0 0 595 842]/Contents 2 0 R>>\nendobj\n\n',
  '4 0 obj\n<</Type/Pages/Kids[ 1 0 R ]/Count 1>>\nendobj\n\n',
  '6 0 obj\n<</Type/Catalog/Pages 4 0 R\n/OpenAction[1 0 R /XYZ null null 0]\n/Lang(de-DE)\n>>\nendobj\n\n',
  "7 0 obj\n<</Creator<FEFF005700720069007400650072>\n/CreationDate(D:20250401120000+02'00')>>\nendobj\n\n",
  'xref\n0 8\n0000000000 65535 f \n0000000307 00000 n \ntrailer\n<</Size 8/Root 6 0 R\n/Info 7 0 R\n/ID [ <0BADCAFE>\n<0BADCAFE> ]\n',
  '/DocChecksum /0BADCAFE\n>>\nstartxref\n700\n%%EOF\n',
);

const OBJECTS = [
  '<<\n/Type /Catalog\n/Pages 2 0 R\n/Outlines <<\n/First 4 0 R\n/Last 4 0 R\n>>\n>>\n',
  '<<\n/Type /Pages\n/Kids [ 3 0 R ]\n/Count 1\n>>\n',
  '<<\n/Type /Page\n/Parent 2 0 R\n/MediaBox [ 0 0 595 842 ]\n/Contents 5 0 R\n>>\n',
] as const;
const NUMBERS = `1 0 2 ${OBJECTS[0].length} 3 ${OBJECTS[0].length + OBJECTS[1].length} `;

/** Everything but streams in a stream, and a table in one too, by differences. */
export const PDF_LIB_PDF = joined(
  '%PDF-1.7\n%\x81\x81\x81\x81\n\n5 0 obj\n<<\n/Filter /FlateDecode\n/Length 60\n>>\nstream\n',
  deflateSync(PAGE),
  `\nendstream\nendobj\n\n6 0 obj\n<<\n/Filter /FlateDecode\n/Type /ObjStm\n/N 3\n/First ${NUMBERS.length}\n>>\nstream\n`,
  deflateSync(NUMBERS + OBJECTS.join('')),
  '\nendstream\nendobj\n\n7 0 obj\n<<\n/Filter /FlateDecode\n/DecodeParms <<\n/Columns 4\n/Predictor 12\n>>\n/Type /XRef\n/Size 8\n/W [ 1 2 1 ]\n/Root 1 0 R\n>>\nstream\r\n',
  deflateSync(Buffer.from([2, 2, 0, 0, 6, 0, 2, 0, 0, 0, 1])),
  '\nendstream\nendobj\n\nstartxref\n600\n%%EOF',
);

/** Comments before everything, pages that are letters outside of Flate, no end of line before the end of a stream. */
export const REPORT_LAB_PDF = joined(
  "%PDF-1.3\n%\x93\x8c\x8b\x9e ReportLab Generated PDF document http://www.reportlab.com\n% 'BasicFonts': class PDFDictionary \n1 0 obj\n",
  "% The standard fonts dictionary\n<< /F1 2 0 R >>\nendobj\n% 'F1': class PDFType1Font \n2 0 obj\n% Font Helvetica\n<< /BaseFont /Helvetica >>\nendobj\n",
  '3 0 obj\n<< /Outlines << /Count 1 /First 5 0 R >> /Type /Catalog >>\nendobj\n',
  '4 0 obj\n% page stream\n<< /Filter [ /ASCII85Decode /FlateDecode ]\n /Length 34 >>\nstream\n',
  'GapQh0E=F,0U\\H3T\\pNYT^QKk?tc>IP,;W#U1^23ihPEM_?CW4KIS~>endstream\nendobj\n',
  'xref\n0 5\n0000000000 65535 f\n0000000073 00000 n\ntrailer\n<< /ID \n % ReportLab generated PDF document -- digest (http://www.reportlab.com) \n [(\xfe\\(\x00\\\\ ) (\xff)]\n',
  ' /Root 3 0 R /Size 5 >>\nstartxref\n500\n%%EOF\n',
);

function joined(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}
