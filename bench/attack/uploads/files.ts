import { strToU8, zipSync } from 'fflate'
import { archive, protectedPdf, realExe, realJpeg, realPdf, realPng } from '@portal/contract/testing/real-files'

/**
 * Hostile files, made here so that the repository contains none. What a file is recognized by is tested in
 * `worker/contract/src/file-content.test.ts`.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** A file that the portal refuses or keeps. A kept file has the type that its name says, and must do no harm. */
export interface HostileFile {
  name: string
  bytes: Bytes
  kept: boolean
}

const bytes = (...parts: (string | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : p))))

const HTML = '<!doctype html><html><body onload=alert(1)><script>alert(document.domain)</script></body></html>'
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
/** The test file of antivirus vendors, in pieces so that no scanner reports this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-', 'TEST-FILE!$H+H*'].join('')
const SCRIPT_ACTION = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument' +
  '.wordprocessingml.document.main+xml"/></Types>'
const EXTERNAL_ENTITIES =
  '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">' +
  '<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]><d>&e;</d>'
const nested = Array.from({ length: 26 }, (_, i) => `<!ENTITY b${i} "${`&${i ? `b${i - 1}` : 'a'};`.repeat(10)}">`)
const BILLION_LAUGHS = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${nested.join('')}]><l>&b25;</l>`

const zipped = (entries: Readonly<Record<string, string | Uint8Array>>): Bytes => {
  const files = Object.entries(entries).map(([name, v]) => [name, typeof v === 'string' ? strToU8(v) : v])
  return bytes(zipSync(Object.fromEntries(files), { level: 9 }))
}

/** Returns a Word document with more or other entries, compressed like real documents. */
const word = (entries: Readonly<Record<string, string | Uint8Array>>): Bytes =>
  zipped({ '[Content_Types].xml': CONTENT_TYPES, 'word/document.xml': '<w:document/>', ...entries })

/** Files that are what their name says, and hold something else. */
const KEPT: Record<string, Bytes> = {
  'page.txt': bytes(HTML),
  'wide page.txt': bytes(Buffer.from(`\ufeff${HTML}`, 'utf16le')),
  'drawing.txt': bytes(SVG),
  'script.txt': bytes('#!/bin/sh\nrm -rf ~\n'),
  'eicar.txt': bytes(EICAR),
  'script.gif': bytes('GIF89a=1;alert(1)//'),
  'page.pdf': bytes('%PDF-1.4\n', HTML, '\n%%EOF'),
  'protected.pdf': protectedPdf(),
  'script.pdf': realPdf('x', SCRIPT_ACTION),
  'archive.jpg': bytes(realJpeg(), archive({ 'evil.html': HTML })),
  'page.png': bytes(realPng(4, 4), HTML),
  'shell.php.png': bytes(realPng(4, 4), '<?php system($_GET["c"]); ?>'),
  'paths.docx': word({ '../../../../tmp/evil.sh': '#!/bin/sh', 'C:\\evil.bat': 'x' }),
  'bomb.docx': word({ 'word/media/a.bin': new Uint8Array(64 * 1024 * 1024) }),
  'nested.docx': word({ 'word/a.zip': word({ 'word/b.zip': word({ 'word/c.exe': realExe() }) }) }),
  'entities.docx': word({ 'word/document.xml': EXTERNAL_ENTITIES }),
  'eicar.docx': word({ 'word/eicar.com': EICAR }),
  'laughs.xlsx': zipped({ '[Content_Types].xml': BILLION_LAUGHS, 'xl/workbook.xml': BILLION_LAUGHS }),
}

/** One file whose content and one whose name is refused, to see that every place checks both. */
const REFUSED: Record<string, Bytes> = { 'program.pdf': realExe(), 'page.html': bytes(HTML) }

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
const KEPT_NAMES = [...`${IN_FOLDERS} ${IN_READERS}`.split(' '), ...IN_HEADERS, ...IN_PROGRAMS, ...LONG]
  .map((name) => `${name}.pdf`)
  .concat('x.PDF', 'a.pdf   ', 'x.p\u200bdf')
const OTHER_ENDINGS =
  'x.pdf.exe x.pdf. x.pdf::$DATA x.ｐｄｆ x．pdf x.pdf/ x.pdf\0.html x.pdf%00.html x.pdf;.html ' +
  'x.pdf\r\n.html x.exe\u202efdp.exe .pdf pdf'
const REFUSED_NAMES = [...OTHER_ENDINGS.split(' '), '   ', 'x.html ', `${'a'.repeat(252)}.pdf`]

const filesIn = (files: Record<string, Bytes>, kept: boolean): HostileFile[] =>
  Object.entries(files).map(([name, content]) => ({ name, bytes: content, kept }))
const named = (names: readonly string[], kept: boolean): HostileFile[] =>
  names.map((name) => ({ name, bytes: realPdf(), kept }))

export const HOSTILE_FILES = [...filesIn(KEPT, true), ...filesIn(REFUSED, false)]
export const HOSTILE_NAMES = [...named(KEPT_NAMES, true), ...named(REFUSED_NAMES, false)]
