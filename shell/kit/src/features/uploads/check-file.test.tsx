import * as real from '@portal/contract/testing/real-files'
import { describe, expect, it } from 'vitest'
import { checkFile } from './check-file.tsx'

const file = (name: string, content: BlobPart) => new File([content], name)
const WRONG = 'The content of the file does not match its type.'
const IN_WORD = 'under another name. Please open it in Word and save it as .docx.'
const IN_EXCEL = 'under another name. Please open it in Excel and save it as .xlsx.'

it.each([
  ['a.pdf', real.realPdf()],
  ['a.PDF', real.realPdf()],
  ['fetched.pdf', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), real.realPdf()])],
  ['a.docx', real.realDocx()],
  ['a.xlsx', real.realXlsx()],
  ['a.png', real.realPng()],
  ['a.jpg', real.realJpeg(3000, 4000)],
  ['a.tiff', real.realTiff()],
  ['a.TIF', real.realTiff()],
  ['a.jfif', real.realJpeg(3000, 4000)],
  ['a.txt', 'just words'],
  ['notepad.txt', Buffer.from('\ufeffjust words', 'utf16le')],
] as [string, BlobPart][])('accepts %s and returns its hash', async (name, content) => {
  expect(await checkFile(file(name, content))).toEqual({
    warnings: [],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

describe('files that cannot be sent', () => {
  it.each([
    ['a page called .pdf', 'a.pdf', '<!doctype html>', WRONG],
    ['a page that mentions PDF', 'a.pdf', '<!doctype html><!-- %PDF-1.7', WRONG],
    ['a program called .pdf', 'a.pdf', real.realExe(), WRONG],
    ['a program called .txt', 'a.txt', real.realExe(), WRONG],
    ['a picture called .pdf', 'a.pdf', real.realPng(), `${WRONG} It seems to be a PNG file.`],
    ['a PDF called .jpg', 'a.jpg', real.realPdf(), `${WRONG} It seems to be a PDF file.`],
    ['a HEIC photo called .jpg', 'a.jpg', '\0\0\0\u0018ftypheic\0\0\0\0', /^The content .* It is a HEIC photo/],
    [
      'a letter with a password',
      'a.docx',
      real.compoundFile(['EncryptedPackage']),
      /^This document is protected with a password/,
    ],
    ['an RTF letter called .doc', 'a.doc', '{\\rtf1\\ansi', `${WRONG} It is an RTF file ${IN_WORD}`],
    ['an RTF letter called .docx', 'a.docx', '\r\n{\\rtf1', `${WRONG} It is an RTF file ${IN_WORD}`],
    ['a web page called .xls', 'a.xls', '\ufeff\n<html xmlns:x="">', `${WRONG} It is a web page ${IN_EXCEL}`],
    ['a table called .xls', 'a.XLS', '<TABLE border=1>', `${WRONG} It is a web page ${IN_EXCEL}`],
    [
      'a UTF-16 page called .xls',
      'a.xls',
      Buffer.from('\ufeff<html>', 'utf16le'),
      `${WRONG} It is a web page ${IN_EXCEL}`,
    ],
    ['a web archive called .doc', 'a.doc', 'MIME-Version: 1.0', `${WRONG} It is a web archive ${IN_WORD}`],
    ['an XML sheet called .xls', 'a.xls', '<?xml version="1.0"?>', `${WRONG} It is an XML file ${IN_EXCEL}`],
    ['a letter cut off in the middle', 'a.docx', real.realDocx().subarray(0, 400), /It may be damaged/],
    ['a PDF cut off in the middle', 'a.pdf', real.realPdf().subarray(0, 500), /^The end of this PDF is missing/],
    ['a table called .docx', 'a.docx', real.realXlsx(), /^The content/],
    ['an empty file', 'a.pdf', '', 'The file is empty.'],
  ] as [string, string, BlobPart, string | RegExp][])('%s', async (_, name, content, reason) => {
    const { problem, sha256 } = await checkFile(file(name, content))
    if (typeof reason === 'string') expect(problem).toBe(reason)
    else expect(problem).toMatch(reason)
    expect(sha256).toBeUndefined()
  })

  it('says when a file cannot be read', async () => {
    const gone = file('a.pdf', '%PDF-')
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect(await checkFile(gone)).toMatchObject({ problem: 'The file could not be read from this device.' })
  })
})

it('offers a new name only for a picture of another format', async () => {
  expect(await checkFile(file('Scan.JPEG', real.realPng()))).toEqual({
    problem: `${WRONG} It seems to be a PNG file.`,
    rename: 'Scan.png',
    warnings: [],
  })
  expect(await checkFile(file('Scan.jfif', real.realPng()))).toMatchObject({ rename: 'Scan.png' })
  expect(await checkFile(file('a.jpg', real.realPdf()))).not.toHaveProperty('rename')
  expect(await checkFile(file('a.pdf', real.realPng()))).not.toHaveProperty('rename')
})

describe('files with warnings', () => {
  const warningOf = async (name: string, content: BlobPart) => (await checkFile(file(name, content))).warnings
  it('warns of a protected PDF when it declares encryption anywhere', async () => {
    expect(await warningOf('a.pdf', real.protectedPdf())).toEqual([expect.stringMatching(/^This PDF is protected/)])
    const long = new TextDecoder('latin1').decode(real.protectedPdf())
    const start = /startxref\n(\d+)/.exec(long)?.[1]
    const padded = `${long.slice(0, long.indexOf('startxref'))}${' '.repeat(100_000)}startxref\n${start}\n%%EOF\n`
    expect(await warningOf('a.pdf', padded)).toHaveLength(1)
    expect(await warningOf('a.pdf', real.realPdf('about /Encryption'))).toEqual([])
  })
  it('warns when a picture is too small to read', async () => {
    expect(await warningOf('a.png', real.realPng(320, 240))).toEqual([
      'This picture is only 320 × 240 pixels: it may be too small to read.',
    ])
    expect(await warningOf('a.jpg', real.realJpeg(320, 240))).toHaveLength(1)
    expect(await warningOf('a.jpg', real.realJpeg(600, 300))).toEqual([])
    expect(await warningOf('a.gif', 'GIF89a\u0010\0\u0010\0')).toHaveLength(1)
  })
})
