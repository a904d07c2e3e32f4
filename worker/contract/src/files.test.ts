import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptedExtensions,
  allSpellings,
  cleanFileName,
  contentMatches,
  extensionOf,
  formatSize,
  MEDIA_TYPES,
  safeFileName,
  REUPLOAD_EXTENSIONS,
} from './files.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const zip = (entry: string): Uint8Array => {
  const name = bytes(entry)
  const head = new Uint8Array(30 + name.length)
  head.set([0x50, 0x4b, 0x03, 0x04])
  head.set([name.length, 0], 26)
  head.set(name, 30)
  return head
}

describe('contentMatches', () => {
  it('recognizes a file by its beginning', () => {
    expect(contentMatches('.pdf', bytes('%PDF-1.7'))).toBe(true)
    expect(contentMatches('.pdf', bytes('<html>'))).toBe(false)
    expect(contentMatches('.pdf', bytes('%PDF'))).toBe(false)
    expect(contentMatches('.exe', bytes('MZ'))).toBe(false)
    expect(contentMatches('.tiff', new Uint8Array([0x49, 0x49, 0x2a, 0]))).toBe(true)
    expect(contentMatches('.tiff', new Uint8Array([0x4d, 0x4d, 0, 0x2a]))).toBe(true)
  })

  it('recognizes a PDF by a header in the first 1,024 bytes, like PDF readers', () => {
    const before = [
      '\ufeff',
      '\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nETag: "a<1"\r\n\r\n',
      '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n',
      'Content-ID: <part1.abc@bank.example>\r\n\r\n',
      'Link: <https://bank.example/wp-json/>; rel="https://api.w.org/"\r\n\r\n',
      '\0'.repeat(128),
      ' '.repeat(1019),
    ]
    for (const text of before) expect(contentMatches('.pdf', bytes(`${text}%PDF-1.7`)), text).toBe(true)
    expect(contentMatches('.pdf', bytes(`${' '.repeat(1020)}%PDF-1.7`))).toBe(false)
  })

  it('refuses a file of another kind that only mentions PDF', () => {
    const pages = [
      '<!doctype html>',
      '\ufeff\n<html>',
      'GET me: <script>',
      '<?php ',
      '<svg>',
      '< script>',
      'a</b>',
      '<a href="https://x">',
      '<img/src=x@y>',
    ]
    for (const page of pages) {
      expect(contentMatches('.pdf', bytes(`${page}%PDF-1.7`)), page).toBe(false)
      expect(contentMatches('.pdf', Buffer.from(`\ufeff${page}%PDF-1.7`, 'utf16le')), page).toBe(false)
      const widePage = Buffer.concat([Buffer.from(`\ufeff${page}`, 'utf16le'), bytes('%PDF-1.7')])
      expect(contentMatches('.pdf', widePage), page).toBe(false)
    }
    const signatures = [
      [0x4d, 0x5a, 0x90],
      [0x7f, 0x45, 0x4c, 0x46],
      [0xcf, 0xfa, 0xed, 0xfe],
      [0xca, 0xfe, 0xba, 0xbe],
      [0x50, 0x4b, 3, 4],
      [0x50, 0x4b, 5, 6],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      [0xff, 0xd8, 0xff, 0xe0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x49, 0x49, 0x2a, 0],
      [0x1f, 0x8b, 8],
      [...bytes('GIF89a')],
      [...bytes('{\\rtf1')],
      [...bytes('#!/bin/sh\n')],
    ]
    for (const signature of signatures) {
      const file = Buffer.concat([Uint8Array.from(signature), bytes('\n%PDF-1.7')])
      expect(contentMatches('.pdf', file), signature.join()).toBe(false)
    }
  })

  it('distinguishes Office documents from other archives and from each other', () => {
    for (const entry of ['[Content_Types].xml', '_rels/.rels', 'docProps/app.xml']) {
      expect(contentMatches('.docx', zip(entry))).toBe(true)
      expect(contentMatches('.xlsx', zip(entry))).toBe(true)
    }
    expect(contentMatches('.docx', zip('word/document.xml'))).toBe(true)
    expect(contentMatches('.xlsx', zip('word/document.xml'))).toBe(false)
    expect(contentMatches('.xlsx', zip('xl/workbook.xml'))).toBe(true)
    expect(contentMatches('.docx', zip('META-INF/MANIFEST.MF'))).toBe(false)
    expect(contentMatches('.docx', zip('setup.exe'))).toBe(false)
    expect(contentMatches('.docx', bytes('PK\u0003\u0004'))).toBe(false)
  })

  it('requires more of a bitmap than its two-letter signature', () => {
    const picture = Uint8Array.from([0x42, 0x4d, ...Array<number>(12).fill(0), 40, 0, 0, 0])
    expect(contentMatches('.bmp', picture)).toBe(true)
    expect(contentMatches('.bmp', picture.subarray(0, 14))).toBe(false)
    expect(contentMatches('.bmp', bytes('BM<!doctype html><script>alert(1)</script>'))).toBe(false)
  })

  it('accepts as plain text what has no zero byte and is not a program', () => {
    expect(contentMatches('.txt', bytes('Grüße'))).toBe(true)
    expect(contentMatches('.txt', new Uint8Array([65, 0]))).toBe(false)
    expect(contentMatches('.txt', bytes('MZ'))).toBe(false)
  })
})

describe('file names', () => {
  it('have the extension after the last dot, except for a leading dot', () => {
    expect(extensionOf('a.b.PDF')).toBe('.pdf')
    expect(extensionOf('.pdf')).toBe('')
    expect(extensionOf('pdf')).toBe('')
  })

  it('have one extension for each type, however it is spelled', () => {
    expect(['scan.TIF', 'photo.jfif', 'photo.jpe', 'a.jpeg', 'a.tif.exe'].map(extensionOf)).toEqual([
      '.tiff',
      '.jpg',
      '.jpg',
      '.jpeg',
      '.exe',
    ])
    expect(allSpellings(['.pdf', '.tiff'])).toEqual(['.pdf', '.tiff', '.tif'])
    expect(allSpellings(['.png'])).toEqual(['.png'])
  })

  it('lose path separators, control characters and direction changes', () => {
    expect(safeFileName('Rechnung "März" – 1\u20442; ½.pdf')).toBe('Rechnung "März" – 1\u20442; ½.pdf')
    expect(safeFileName('../..\\a\0b\r\nc\u2028d.pdf')).toBe('.._.._a_b__c_d.pdf')
    expect(safeFileName('invoice\u202efdp.txt')).toBe('invoice_fdp.txt')
    const meaning = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069/\\]/u
    fc.assert(
      fc.property(fc.uint16Array({ maxLength: 20 }), (units) => {
        const name = String.fromCharCode(...units)
        const plain = safeFileName(name)
        return !meaning.test(plain) && safeFileName(plain) === plain
      }),
    )
  })

  it('keep only letters, digits, dot, hyphen and underscore when cleaned', () => {
    expect(cleanFileName('Paß (1).pdf')).toBe('Pa___1_.pdf')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(cleanFileName(name)).toMatch(/^[A-Za-z0-9._-]*$/)
        expect(cleanFileName(cleanFileName(name))).toBe(cleanFileName(name))
      }),
    )
  })
})

describe('a field', () => {
  it('can narrow the accepted extensions but never widen them', () => {
    expect(acceptedExtensions({ type: 'file', accept: ['.png', '.exe'] })).toEqual(['.png'])
    expect(acceptedExtensions({ type: 'file', accept: ['.exe'] })).not.toContain('.exe')
    expect(acceptedExtensions({ type: 'download-reupload' })).toEqual(REUPLOAD_EXTENSIONS)
    for (const type of ['file', 'download-reupload'] as const) {
      for (const extension of acceptedExtensions({ type })) expect(MEDIA_TYPES[extension]).toBeDefined()
    }
  })
})

it('shows sizes in KB, rounded', () => {
  expect(formatSize(undefined)).toBe('Unknown size')
  expect(formatSize(0)).toBe('Unknown size')
  expect(formatSize(1)).toBe('1 KB')
  expect(formatSize(1536)).toBe('2 KB')
  expect(formatSize(2_000_000)).toBe('1,953 KB')
})
