import { describe, expect, it } from 'vitest'
import * as real from './testing/real-files.ts'
import { tailBytes, wholeMatches } from './file-content.ts'
import { contentMatches, extensionOf, SNIFF_BYTES } from './files.ts'

/** Judges a file as the portal does: its beginning, then the whole. */
const accepted = (name: string, file: Uint8Array): boolean =>
  contentMatches(extensionOf(name), file.subarray(0, SNIFF_BYTES)) &&
  wholeMatches(name, { size: file.length, head: file.subarray(0, 64 * 1024), tail: file.subarray(-tailBytes(name)) })

const bytes = (text: string) => new TextEncoder().encode(text)

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
}

describe('a file', () => {
  it.each(Object.keys(FILES))('%s is what its name says, and nothing else', (name) => {
    const file = FILES[name] ?? new Uint8Array()
    expect(accepted(name, file)).toBe(true)
    const same = (other: string) => extensionOf(other).replace('jpeg', 'jpg') === extensionOf(name).replace('jpeg', 'jpg')
    const binary = extensionOf(name) !== '.pdf'
    for (const other of Object.keys(FILES).filter((o) => !same(o) && (binary || extensionOf(o) !== '.txt'))) {
      expect(accepted(other, file), `${name} as ${other}`).toBe(false)
    }
  })

  it('of another kind is not accepted under any name', () => {
    const strangers: [string, Uint8Array][] = [
      ['a program', real.realExe()],
      ['an installer', real.compoundFile(['WordDocument'], real.INSTALLER_CLASS)],
      ['a presentation', real.compoundFile(['PowerPoint Document'])],
      ['a Java program', real.archive({ 'META-INF/MANIFEST.MF': '', 'a.class': '' })],
      ['an archive that begins like a document', real.archive({ '[Content_Types].xml': '', 'setup.exe': 'MZ' })],
      ['a letter with macros', real.realDocx({ 'word/vbaProject.bin': 'x' })],
    ]
    for (const [what, file] of strangers) {
      for (const name of ['a.docx', 'a.xlsx', 'a.doc', 'a.xls', 'a.pdf', 'a.txt', 'a.png']) {
        expect(accepted(name, file), `${what} as ${name}`).toBe(false)
      }
    }
  })

  it('cut off in the middle is no document', () => {
    const letter = real.realDocx()
    for (const length of [40, 200, letter.length - 1]) expect(accepted('a.docx', letter.subarray(0, length))).toBe(false)
    const sheet = real.realXlsx()
    expect(accepted('a.xlsx', sheet.subarray(0, sheet.length - 30))).toBe(false)
  })

  it('with a long list of contents is judged by all of it, and by one too long to be real it is none', () => {
    const pictures = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`word/media/picture-number-${i}.png`, '']))
    expect(accepted('a.docx', real.realDocx(pictures(1500)))).toBe(true)
    expect(accepted('a.docx', real.realDocx({ 'word/vbaProject.bin': 'x', ...pictures(1500) }))).toBe(false)
    expect(accepted('a.docx', real.realDocx(pictures(15_000)))).toBe(false)
  })

  it('of a text has no zero byte at its end either', () => {
    const text = new Uint8Array(200_000).fill(65)
    expect(accepted('a.txt', text)).toBe(true)
    text[199_999] = 0
    expect(accepted('a.txt', text)).toBe(false)
  })
})
