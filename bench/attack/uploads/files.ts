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

/** Files that somebody sends who means harm, made here so that none of them lies in the repository. */

/** A file under a name. `kept`: it is what its name says, so it is taken where the type is, and does nothing there. */
export interface HostileFile {
  what: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
  kept: boolean
}

const bytes = (...parts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : Buffer.from(p)))))

/** Extensions of all doors together, and some that no door takes. */
const EXTENSIONS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.txt', '.jpg', '.jpeg', '.png', '.gif', '.bmp', '.tiff']

const HTML = '<!doctype html><html><body onload=alert(1)><script>alert(document.domain)</script></body></html>'
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const PHP = '<?php system($_GET["c"]); ?>'
/** The antivirus industry's test file, put together here so that no scanner trips over this one. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-', 'TEST-FILE!$H+H*'].join('')

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const MACRO_WORD = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const types = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`

/** An Office document whose parts are compressed, as real ones are. */
const packed = (parts: Readonly<Record<string, string | Uint8Array>>, main = WORD): Uint8Array<ArrayBuffer> =>
  bytes(
    zipSync(
      Object.fromEntries(
        Object.entries({ '[Content_Types].xml': types(main), 'word/document.xml': '<w:document/>', ...parts }).map(
          ([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part],
        ),
      ),
      { level: 9 },
    ),
  )

const XXE =
  '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><d>&e;</d>'
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 26 }, (_, i) => `<!ENTITY b${i} "${`&${i === 0 ? 'a' : `b${i - 1}`};`.repeat(10)}">`).join('')}]><l>&b25;</l>`

/** What is refused under any name: it is none of the types. */
const STRANGERS: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['a Windows program', realExe()],
  ['a Linux program', bytes('\x7fELF\x02\x01\x01', new Uint8Array(200))],
  ['a macOS program', bytes(new Uint8Array([0xcf, 0xfa, 0xed, 0xfe]), new Uint8Array(200))],
  ['a Java class', bytes(new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x41]), new Uint8Array(200))],
  ['an installer', compoundFile(['WordDocument'], INSTALLER_CLASS)],
  ['a Java program', archive({ 'META-INF/MANIFEST.MF': '', 'a.class': '' })],
  ['an archive of programs', archive({ 'setup.exe': 'MZ', 'word/x': '' })],
  ['a shortcut', bytes(new Uint8Array([0x4c, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xc0]), new Uint8Array(200))],
]

const everywhere = (what: string, file: Uint8Array<ArrayBuffer>, kept: readonly string[] = []): HostileFile[] =>
  EXTENSIONS.map((extension) => ({
    what: `${what} called ${extension}`,
    name: `invoice${extension}`,
    bytes: file,
    kept: kept.includes(extension),
  }))

const one = (what: string, name: string, file: Uint8Array<ArrayBuffer>, kept: boolean): HostileFile => ({
  what,
  name,
  bytes: file,
  kept,
})

const polyglots = (): HostileFile[] => [
  one('a GIF that is a script', 'a.gif', bytes('GIF89a=1;alert(1)//'), true),
  one('a PDF that is a page', 'a.pdf', bytes('%PDF-1.4\n', HTML, '\n%%EOF'), true),
  one('a page with a PDF behind it', 'a.pdf', bytes(HTML, realPdf()), false),
  one('a JPEG with an archive behind it', 'a.jpg', bytes(realJpeg(), archive({ 'evil.html': HTML })), true),
  one('a PNG with a page behind it', 'a.png', bytes(realPng(4, 4), HTML), true),
  one('a PNG with PHP behind it', 'shell.php.png', bytes(realPng(4, 4), PHP), true),
  one('a picture of two letters and a page', 'a.bmp', bytes('BM', HTML), false),
  one('a document with a page before it', 'a.docx', bytes(HTML, realDocx()), false),
  one(
    'a document whose parts lead elsewhere',
    'a.docx',
    packed({ '../../../../tmp/evil.sh': '#!/bin/sh', 'C:\\evil.bat': 'x' }),
    true,
  ),
]

const insides = (): HostileFile[] => [
  one('a bomb in a document', 'a.docx', packed({ 'word/media/a.bin': new Uint8Array(64 * 1024 * 1024) }), true),
  one(
    'archives in archives in a document',
    'a.docx',
    packed({ 'word/a.zip': packed({ 'word/b.zip': packed({ 'word/c.exe': realExe() }) }) }),
    true,
  ),
  one('a document that reads files', 'a.docx', packed({ 'word/document.xml': XXE }), true),
  one(
    'a table that laughs',
    'a.xlsx',
    bytes(zipSync({ '[Content_Types].xml': strToU8(LAUGHS), 'xl/workbook.xml': strToU8(LAUGHS) })),
    true,
  ),
  one('macros called .docx', 'a.docx', packed({ 'word/vbaProject.bin': 'Sub AutoOpen()' }, MACRO_WORD), false),
  one('macros under capitals', 'a.docx', packed({ 'word/VBAPROJECT.BIN': 'x' }), false),
  one(
    'macros behind a long list of contents',
    'a.docx',
    realDocx({ 'word/vbaProject.bin': 'x', ...pictures(1500) }),
    false,
  ),
  one(
    'macros called .xlsx',
    'a.xlsx',
    bytes(
      zipSync({
        '[Content_Types].xml': strToU8('x'),
        'xl/workbook.xml': strToU8('x'),
        'xl/vbaProject.bin': strToU8('x'),
      }),
    ),
    false,
  ),
  one('an encrypted document', 'a.docx', compoundFile(['EncryptionInfo', 'EncryptedPackage']), false),
  one('a PDF that asks for a password', 'a.pdf', protectedPdf(), true),
  one(
    'a PDF that runs a script',
    'a.pdf',
    realPdf('x', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
    true,
  ),
  one('EICAR as text', 'eicar.txt', bytes(EICAR), true),
  one('EICAR in a document', 'eicar.docx', packed({ 'word/eicar.com': EICAR }), true),
  one('EICAR called .pdf', 'eicar.pdf', bytes(EICAR), false),
  one('EICAR itself', 'eicar.com', bytes(EICAR), false),
  one('EICAR in an archive', 'eicar.zip', archive({ 'eicar.com': EICAR }), false),
  one('nothing', 'a.pdf', new Uint8Array(), false),
]

const pictures = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/media/picture-number-${i}.png`, '']))

/** Every hostile file. */
export function hostileFiles(): HostileFile[] {
  return [
    ...STRANGERS.flatMap(([what, file]) => everywhere(what, file)),
    // As a text they are a text: handed back as one, never shown as a page.
    ...everywhere('a page', bytes(HTML), ['.txt']),
    ...everywhere('a page in UTF-16', new Uint8Array(Buffer.from(`\ufeff${HTML}`, 'utf16le')), ['.txt']),
    ...everywhere('a drawing with a script', bytes(SVG), ['.txt']),
    ...everywhere('a script', bytes('#!/bin/sh\nrm -rf ~\n'), ['.txt']),
    ...polyglots(),
    ...insides(),
    ...['.html', '.svg', '.exe', '.js', '.zip', '.docm', '.xlsm', '.php', '.lnk', '.hta', '.xht', '.shtml'].map(
      (extension) => one(`an honest ${extension}`, `a${extension}`, bytes(HTML), false),
    ),
  ]
}

/** Names that mean something else to a folder, a header, a terminal or a reader. `kept`: taken, under a name that means none of it. */
export const HOSTILE_NAMES: readonly { name: string; kept: boolean }[] = [
  ...[
    '../../etc/passwd.pdf',
    '..\\..\\windows\\system.pdf',
    'C:\\autoexec.pdf',
    '/etc/cron.d/job.pdf',
    '....//....//x.pdf',
    'con.pdf',
    'NUL.pdf',
    'x.exe.pdf',
    'x.PDF',
    '.htaccess.pdf',
    'a\0.pdf',
    'a.exe\0.pdf',
    'a\r\nSet-Cookie: portal_refresh=x\r\n\r\n<script>.pdf',
    'a"; filename="evil.html"; x=".pdf',
    `a'; filename*=UTF-8''evil.html; x='.pdf`,
    'a\u2028b\u2029c.pdf',
    'invoice\u202efdp.pdf',
    '\u2066invoice\u2069.pdf',
    "=cmd|' /C calc'!A0.pdf",
    '<img src=x onerror=alert(1)>.pdf',
    '%2e%2e%2f%2e%2e%2fx.pdf',
    '%00.pdf',
    '\ud800 alone.pdf',
    '\u{1f600}'.repeat(60) + '.pdf',
    'e\u0301'.repeat(100) + '.pdf',
    `${'a'.repeat(251)}.pdf`,
    '-rf.pdf',
    '~.pdf',
    '`id`$(id).pdf',
    'a.pdf   ',
  ].map((name) => ({ name, kept: true })),
  ...[
    'x.pdf.exe',
    'x.pdf.',
    'x.pdf::$DATA',
    'x.p\u200bdf',
    'x.ｐｄｆ',
    'x．pdf',
    'x.pdf/',
    'x.pdf\0.html',
    'x.pdf%00.html',
    'x.pdf;.html',
    'x.pdf\r\n.html',
    '.pdf',
    'pdf',
    '   ',
    `${'a'.repeat(252)}.pdf`,
    'x.exe\u202efdp.exe',
    'x.html ',
  ].map((name) => ({ name, kept: false })),
]
