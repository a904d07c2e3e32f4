import { strToU8, zipSync } from 'fflate'
import {
  archive,
  compoundFile,
  INSTALLER_CLASS,
  protectedPdf,
  realDocx,
  realExe,
  realJpeg,
  realPdf,
  realPng,
} from '@portal/contract/testing/real-files'

/** Hostile files, made here so that the repository contains none. */

type Bytes = Uint8Array<ArrayBuffer>

/** A file that the portal refuses or keeps. A kept file has the type that its name says, and must do no harm. */
export interface HostileFile {
  what: string
  name: string
  bytes: Bytes
  kept: boolean
}

const bytes = (...parts: (string | Uint8Array | readonly number[])[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : Buffer.from(p)))))

const HTML = '<!doctype html><html><body onload=alert(1)><script>alert(document.domain)</script></body></html>'
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const PHP = '<?php system($_GET["c"]); ?>'
/** The test file of antivirus vendors, in pieces so that no scanner reports this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-', 'TEST-FILE!$H+H*'].join('')
const SCRIPT_ACTION = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const MACRO_MAIN = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const contentTypes = (main: string): string =>
  [
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
    `<Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  ].join('')

const zipped = (entries: Readonly<Record<string, string | Uint8Array>>): Bytes =>
  bytes(
    zipSync(Object.fromEntries(Object.entries(entries).map(([k, v]) => [k, typeof v === 'string' ? strToU8(v) : v])), {
      level: 9,
    }),
  )

/** Returns a Word document with more or other entries, compressed like real documents. */
const word = (entries: Readonly<Record<string, string | Uint8Array>>, main = MAIN): Bytes =>
  zipped({ '[Content_Types].xml': contentTypes(main), 'word/document.xml': '<w:document/>', ...entries })

const EXTERNAL_ENTITIES =
  '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">' +
  '<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><d>&e;</d>'
const nested = Array.from({ length: 26 }, (_, i) => `<!ENTITY b${i} "${`&${i ? `b${i - 1}` : 'a'};`.repeat(10)}">`)
const BILLION_LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${nested.join('')}]><l>&b25;</l>`

/** Extensions that any place accepts. */
const EXTENSIONS = '.pdf .doc .docx .xls .xlsx .txt .jpg .jpeg .png .gif .bmp .tiff'.split(' ')

/** Files that no place accepts, whatever their name. */
const PROGRAMS: Record<string, Bytes> = {
  'a Windows program': realExe(),
  'a Linux program': bytes('\x7fELF\x02\x01\x01', new Uint8Array(200)),
  'a macOS program': bytes([0xcf, 0xfa, 0xed, 0xfe], new Uint8Array(200)),
  'a Java class': bytes([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x41], new Uint8Array(200)),
  'an installer': compoundFile(['WordDocument'], INSTALLER_CLASS),
  'a Java program': archive({ 'META-INF/MANIFEST.MF': '', 'a.class': '' }),
  'an archive of programs': archive({ 'setup.exe': 'MZ', 'word/x': '' }),
  'a shortcut': bytes([0x4c, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xc0], new Uint8Array(200)),
}

/** Files that are kept only as text: returned as text, never shown as a page. */
const TEXTS: Record<string, Bytes> = {
  'a page': bytes(HTML),
  'a page in UTF-16': bytes(Buffer.from(`\ufeff${HTML}`, 'utf16le')),
  'a drawing with a script': bytes(SVG),
  'a shell script': bytes('#!/bin/sh\nrm -rf ~\n'),
}

type Named = Record<string, readonly [name: string, bytes: Bytes]>

const kept = (): Named => ({
  'a GIF that is a script': ['a.gif', bytes('GIF89a=1;alert(1)//')],
  'a PDF that is a page': ['a.pdf', bytes('%PDF-1.4\n', HTML, '\n%%EOF')],
  'a PDF that asks for a password': ['a.pdf', protectedPdf()],
  'a PDF that runs a script': ['a.pdf', realPdf('x', SCRIPT_ACTION)],
  'a JPEG followed by an archive': ['a.jpg', bytes(realJpeg(), archive({ 'evil.html': HTML }))],
  'a PNG followed by a page': ['a.png', bytes(realPng(4, 4), HTML)],
  'a PNG followed by PHP': ['shell.php.png', bytes(realPng(4, 4), PHP)],
  'a document with paths': ['a.docx', word({ '../../../../tmp/evil.sh': '#!/bin/sh', 'C:\\evil.bat': 'x' })],
  'a ZIP bomb': ['a.docx', word({ 'word/media/a.bin': new Uint8Array(64 * 1024 * 1024) })],
  'nested archives': ['a.docx', word({ 'word/a.zip': word({ 'word/b.zip': word({ 'word/c.exe': realExe() }) }) })],
  'external entities': ['a.docx', word({ 'word/document.xml': EXTERNAL_ENTITIES })],
  'a billion laughs': ['a.xlsx', zipped({ '[Content_Types].xml': BILLION_LAUGHS, 'xl/workbook.xml': BILLION_LAUGHS })],
  'EICAR as text': ['eicar.txt', bytes(EICAR)],
  'EICAR in a document': ['eicar.docx', word({ 'word/eicar.com': EICAR })],
})

const refused = (): Named => ({
  'a page followed by a PDF': ['a.pdf', bytes(HTML, realPdf())],
  'a picture of two letters and a page': ['a.bmp', bytes('BM', HTML)],
  'a page followed by a document': ['a.docx', bytes(HTML, realDocx())],
  'macros called .docx': ['a.docx', word({ 'word/vbaProject.bin': 'Sub AutoOpen()' }, MACRO_MAIN)],
  'macros in capitals': ['a.docx', word({ 'word/VBAPROJECT.BIN': 'x' })],
  'macros behind many entries': ['a.docx', realDocx({ 'word/vbaProject.bin': 'x', ...pictures(1500) })],
  'macros called .xlsx': [
    'a.xlsx',
    zipped({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x', 'xl/vbaProject.bin': 'x' }),
  ],
  'an encrypted document': ['a.docx', compoundFile(['EncryptionInfo', 'EncryptedPackage'])],
  'EICAR called .pdf': ['eicar.pdf', bytes(EICAR)],
  'EICAR itself': ['eicar.com', bytes(EICAR)],
  'EICAR in an archive': ['eicar.zip', archive({ 'eicar.com': EICAR })],
  'an empty file': ['a.pdf', new Uint8Array()],
  ...Object.fromEntries(
    'html svg exe js zip docm xlsm php lnk hta xht shtml'.split(' ').map((x) => [`a .${x}`, [`a.${x}`, bytes(HTML)]]),
  ),
})

const pictures = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/media/picture-number-${i}.png`, '']))

const underEveryName = (files: Record<string, Bytes>, isKept: (extension: string) => boolean): HostileFile[] =>
  Object.entries(files).flatMap(([what, content]) =>
    EXTENSIONS.map((extension) => ({
      what: `${what} called ${extension}`,
      name: `invoice${extension}`,
      bytes: content,
      kept: isKept(extension),
    })),
  )

/** Returns every hostile file. */
export const hostileFiles = (): HostileFile[] => [
  ...underEveryName(PROGRAMS, () => false),
  ...underEveryName(TEXTS, (extension) => extension === '.txt'),
  ...Object.entries(kept()).map(([what, [name, content]]) => ({ what, name, bytes: content, kept: true })),
  ...Object.entries(refused()).map(([what, [name, content]]) => ({ what, name, bytes: content, kept: false })),
]

const IN_FOLDERS = '../../etc/passwd ..\\..\\windows\\system C:\\autoexec /etc/cron.d/job ....//....//x con NUL x.exe'
const IN_READERS = '.htaccess a\0 a.exe\0 a\u2028b\u2029c invoice\u202efdp \u2066invoice\u2069 %2e%2e%2f%2e%2e%2fx %00'
const IN_HEADERS = [
  'a\r\nSet-Cookie: portal_refresh=x\r\n\r\n<script>',
  'a"; filename="evil.html"; x="',
  `a'; filename*=UTF-8''evil.html; x='`,
]
const IN_PROGRAMS = ['-rf', '~', '`id`$(id)', "=cmd|' /C calc'!A0", '<img src=x onerror=alert(1)>', '\ud800 alone']
const LONG = ['\u{1f600}'.repeat(60), 'e\u0301'.repeat(100), 'a'.repeat(251)]

/** Names with a special meaning in paths, headers or terminals, or to readers. Files are kept under a safe name. */
export const KEPT_NAMES = [...`${IN_FOLDERS} ${IN_READERS}`.split(' '), ...IN_HEADERS, ...IN_PROGRAMS, ...LONG]
  .map((name) => `${name}.pdf`)
  .concat('x.PDF', 'a.pdf   ')

const OTHER_ENDINGS =
  'x.pdf.exe x.pdf. x.pdf::$DATA x.p\u200bdf x.ｐｄｆ x．pdf x.pdf/ x.pdf\0.html x.pdf%00.html x.pdf;.html ' +
  'x.pdf\r\n.html x.exe\u202efdp.exe .pdf pdf'

/** Names that are refused. */
export const REFUSED_NAMES = [...OTHER_ENDINGS.split(' '), '   ', 'x.html ', `${'a'.repeat(252)}.pdf`]
