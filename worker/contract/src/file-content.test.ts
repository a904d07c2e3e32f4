import { describe, expect, it } from 'vitest'
import * as real from './testing/real-files.ts'
import { tailBytes, wholeFileMatches } from './file-content.ts'
import { contentMatches, extensionOf, SNIFF_BYTES } from './files.ts'

/** Checks a file like the portal: first its beginning, then the whole. */
const accepted = (name: string, file: Uint8Array): boolean =>
  contentMatches(extensionOf(name), file.subarray(0, SNIFF_BYTES)) &&
  wholeFileMatches(name, {
    size: file.length,
    head: file.subarray(0, 64 * 1024),
    tail: file.subarray(-tailBytes(name)),
  })

const bytes = (text: string) => new TextEncoder().encode(text)
/** Encodes text like Windows Notepad's "Unicode". */
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const FILES: Record<string, Uint8Array> = {
  'a.pdf': real.realPdf(),
  'protected.pdf': real.protectedPdf(),
  'a.docx': real.realDocx(),
  'a.xlsx': real.realXlsx(),
  'a.jpg': real.realJpeg(),
  'a.jpeg': real.realJpeg(),
  'a.png': real.realPng(20, 10),
  'a.tiff': real.realTiff(),
  'a.doc': real.compoundFile(['WordDocument', '1Table']),
  'a.xls': real.compoundFile(['Workbook']),
  'a.txt': bytes('Grüße'),
  'utf-16.txt': utf16('Grüße'),
  'utf-16be.txt': utf16('Grüße').swap16(),
}

describe('the content of a file', () => {
  it.each(Object.keys(FILES))('is accepted for %s and refused under other extensions', (name) => {
    const file = FILES[name] ?? new Uint8Array()
    expect(accepted(name, file)).toBe(true)
    const same = (other: string) =>
      extensionOf(other).replace('jpeg', 'jpg') === extensionOf(name).replace('jpeg', 'jpg')
    const binary = extensionOf(name) !== '.pdf'
    for (const other of Object.keys(FILES).filter((o) => !same(o) && (binary || extensionOf(o) !== '.txt'))) {
      expect(accepted(other, file), `${name} as ${other}`).toBe(false)
    }
  })

  it('is refused under any name when the type is not supported', () => {
    const unsupported: [string, Uint8Array][] = [
      ['a program', real.realExe()],
      ...['\x7fELF\x02\x01\x01', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe\0\0\0A', 'L\0\0\0\x01\x14\x02\0'].map(
        (start): [string, Uint8Array] => [`a program ${start}`, Buffer.from(start.padEnd(208, '\0'), 'latin1')],
      ),
      ['an archive of programs', real.archive({ 'setup.exe': 'MZ', 'word/x': '' })],
      ['an installer', real.compoundFile(['WordDocument'], real.INSTALLER_CLASS)],
      ['a presentation', real.compoundFile(['PowerPoint Document'])],
      ['a Java program', real.archive({ 'META-INF/MANIFEST.MF': '', 'a.class': '' })],
      ['an archive that begins like a document', real.archive({ '[Content_Types].xml': '', 'setup.exe': 'MZ' })],
      ['a letter with macros', real.realDocx({ 'word/vbaProject.bin': 'x' })],
      ['a letter with macros in capitals', real.realDocx({ 'word/VBAPROJECT.BIN': 'x' })],
      [
        'a table with macros',
        real.archive({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' }),
      ],
    ]
    for (const [what, file] of unsupported) {
      for (const name of ['a.docx', 'a.xlsx', 'a.doc', 'a.xls', 'a.pdf', 'a.txt', 'a.png']) {
        expect(accepted(name, file), `${what} as ${name}`).toBe(false)
      }
    }
  })

  it('is refused when it is truncated', () => {
    const letter = real.realDocx()
    for (const length of [40, 200, letter.length - 1])
      expect(accepted('a.docx', letter.subarray(0, length))).toBe(false)
    const sheet = real.realXlsx()
    expect(accepted('a.xlsx', sheet.subarray(0, sheet.length - 30))).toBe(false)
    const pdf = real.realPdf()
    for (const length of [20, 200, pdf.length - 60]) expect(accepted('a.pdf', pdf.subarray(0, length))).toBe(false)
    // A PDF optimized for the web has another end mark near its beginning.
    expect(accepted('a.pdf', Buffer.concat([pdf, bytes('7 0 obj\n<< /Length 9 >>\nstream\n')]))).toBe(false)
  })

  it('is accepted when a server or scanner has put something before a PDF, but not when another file holds it', () => {
    const pdf = real.realPdf()
    for (const before of ['\ufeff', '\r\n', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'])
      expect(accepted('a.pdf', Buffer.concat([bytes(before), pdf])), before).toBe(true)
    for (const outer of [
      real.realExe(),
      real.realPng(),
      bytes('<!doctype html><script>'),
      real.archive({ 'a.pdf': '' }),
    ])
      expect(accepted('a.pdf', Buffer.concat([outer, pdf]))).toBe(false)
  })

  it('is accepted when a program has appended to a PDF or omitted its last line', () => {
    const pdf = real.realPdf()
    expect(accepted('a.pdf', Buffer.concat([pdf, bytes('\r\n<!-- scanned by x -->\0\0')]))).toBe(true)
    expect(accepted('a.pdf', Buffer.concat([pdf, pdf]))).toBe(true)
    expect(accepted('a.pdf', pdf.subarray(0, pdf.length - 6))).toBe(true)
  })

  it('is checked against the whole central directory, and refused when that is unrealistically long', () => {
    const pictures = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/media/picture-number-${i}.png`, '']))
    expect(accepted('a.docx', real.realDocx(pictures(1500)))).toBe(true)
    expect(accepted('a.docx', real.realDocx({ 'word/vbaProject.bin': 'x', ...pictures(1500) }))).toBe(false)
    expect(accepted('a.docx', real.realDocx(pictures(15_000)))).toBe(false)
  })

  it('is refused when a text has a zero byte near its end', () => {
    const text = new Uint8Array(200_000).fill(65)
    expect(accepted('a.txt', text)).toBe(true)
    text[199_999] = 0
    expect(accepted('a.txt', text)).toBe(false)
    // With an odd number of bytes, the tail starts within a character.
    const wide = Buffer.concat([utf16('a'.repeat(100_000)), bytes('a')])
    expect(accepted('a.txt', wide)).toBe(true)
    expect(accepted('a.txt', Buffer.concat([wide, Buffer.alloc(3)]))).toBe(false)
  })
})
