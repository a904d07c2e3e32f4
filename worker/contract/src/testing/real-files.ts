import { crc32, deflateSync } from 'node:zlib'

/** Generates valid files for tests. Each file opens in the program it belongs to. */

type Bytes = Uint8Array<ArrayBuffer>

const bytes = (...chunks: (string | Uint8Array | readonly number[])[]): Bytes =>
  new Uint8Array(Buffer.concat(chunks.map((c) => (typeof c === 'string' ? Buffer.from(c, 'latin1') : Buffer.from(c)))))

const le = (value: number, size: 2 | 4): number[] => Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 0xff)
const be = (value: number): number[] => le(value, 4).toReversed()

/** Returns a one-page PDF. `trailer` is added to its trailer dictionary. */
export function realPdf(text = 'October statement', trailer = '', padding = 0): Bytes {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...(padding > 0 ? [`<< /Length ${padding} >>\nstream\n${'x'.repeat(padding)}\nendstream`] : []),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return bytes(
    `${body}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n` +
      `<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** Returns a password-protected PDF. */
export const protectedPdf = (): Bytes =>
  realPdf(
    'secret',
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'28'.repeat(32)}> /U <${'4e'.repeat(32)}> /P -44 >> /ID [<00><00>]`,
  )

/** Returns an uncompressed ZIP archive. */
export function archive(entries: Readonly<Record<string, string>>): Bytes {
  const locals: Uint8Array[] = []
  const list: Uint8Array[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const facts = [
      ...le(20, 2),
      0,
      0,
      0,
      0,
      0,
      0,
      0x21,
      0,
      ...le(crc32(data), 4),
      ...le(data.length, 4),
      ...le(data.length, 4),
    ]
    const local = bytes('PK\x03\x04', facts, le(name.length, 2), [0, 0], name, data)
    list.push(bytes('PK\x01\x02', le(20, 2), facts, le(name.length, 2), Array(12).fill(0), le(at, 4), name))
    locals.push(local)
    at += local.length
  }
  const contents = bytes(...list)
  const count = le(locals.length, 2)
  return bytes(...locals, contents, 'PK\x05\x06', [0, 0, 0, 0], count, count, le(contents.length, 4), le(at, 4), [0, 0])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006'
const types = (path: string, type: string): string =>
  [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/${path}" ContentType="${OFFICE}.${type}.main+xml"/></Types>`,
  ].join('')
const relation = (target: string, kind: string): string =>
  [
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
    `<Relationship Id="rId1" Type="${DOCUMENT}/relationships/${kind}" Target="${target}"/></Relationships>`,
  ].join('')
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const WORD_BODY = '<w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body>'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Returns a Word document with one line. `more` adds entries to the archive. */
export const realDocx = (more: Readonly<Record<string, string>> = {}): Bytes =>
  archive({
    '[Content_Types].xml': types('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relation('word/document.xml', 'officeDocument'),
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}">${WORD_BODY}</w:document>`,
    ...more,
  })

/** Returns an Excel workbook with one cell. */
export const realXlsx = (): Bytes =>
  archive({
    '[Content_Types].xml': types('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}/relationships">` +
      '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation('worksheets/sheet1.xml', 'worksheet'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData/></worksheet>`,
  })

/** Returns a gray PNG. */
export function realPng(width = 1200, height = 1600): Bytes {
  const chunk = (type: string, data: Uint8Array): Bytes => {
    const body = bytes(type, data)
    return bytes(be(data.length), body, be(crc32(body)))
  }
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0x80))
  const head = bytes(be(width), be(height), [8, 0, 0, 0, 0])
  return bytes([0x89], 'PNG\r\n\x1a\n', chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', new Uint8Array()))
}

/** Returns a JPEG of one gray pixel. `width` and `height` are written into its header. */
export function realJpeg(width = 1, height = 1): Bytes {
  const jpeg = new Uint8Array(
    Buffer.from(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJ' +
        'DRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
      'base64',
    ),
  )
  const header = jpeg.findIndex((b, i) => b === 0xff && ((jpeg[i + 1] ?? 0) & 0xf0) === 0xc0 && jpeg[i + 1] !== 0xc4)
  jpeg.set([height >> 8, height & 0xff, width >> 8, width & 0xff], header + 5)
  return jpeg
}

/** Returns EXIF data: the maker of the camera, an orientation (1 to 8) and a place. */
function exif(orientation: number): Bytes {
  const entry = (tag: number, type: number, count: number, value: readonly number[]): number[] => [
    ...le(tag, 2),
    ...le(type, 2),
    ...le(count, 4),
    ...value,
  ]
  const maker = 'Acme Phone\0'
  // After the header and a directory with three entries.
  const makerAt = 8 + 2 + 3 * 12 + 4
  const placeAt = makerAt + maker.length
  const degrees = [40, 1, 42, 1, 46, 1].flatMap((n) => le(n, 4))
  const place = [
    ...le(2, 2),
    ...entry(1, 2, 2, [...bytes('N\0\0\0')]),
    ...entry(2, 5, 3, le(placeAt + 2 + 2 * 12 + 4, 4)),
    ...le(0, 4),
    ...degrees,
  ]
  const directory = [
    ...le(3, 2),
    ...entry(0x010f, 2, maker.length, le(makerAt, 4)),
    ...entry(0x0112, 3, 1, le(orientation, 4)),
    ...entry(0x8825, 4, 1, le(placeAt, 4)),
    ...le(0, 4),
  ]
  return bytes('Exif\0\0', 'II*\0', le(8, 4), directory, maker, place)
}

/**
 * Returns a JPEG as phones store it: with EXIF data, XMP, a comment, and the maker's data after the end. `secret` is in
 * all of them but the EXIF data, which name the maker Acme Phone.
 */
export function phonePhoto(jpeg: Uint8Array, orientation = 1, secret = 'Brooklyn'): Bytes {
  const segment = (marker: number, data: Uint8Array): Bytes =>
    bytes([0xff, marker], [(data.length + 2) >> 8, (data.length + 2) & 0xff], data)
  return bytes(
    jpeg.subarray(0, 2),
    segment(0xe1, exif(orientation)),
    segment(0xe1, bytes(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`)),
    segment(0xfe, bytes(secret)),
    jpeg.subarray(2),
    `MotionPhoto ${secret}`,
  )
}

/** Returns a TIFF of one black pixel. */
export function realTiff(): Bytes {
  const entry = (tag: number, type: number, value: number): number[] => [
    ...le(tag, 2),
    ...le(type, 2),
    ...le(1, 4),
    ...le(value, 4),
  ]
  const entries = [
    entry(256, 4, 1),
    entry(257, 4, 1),
    entry(258, 3, 8),
    entry(259, 3, 1),
    entry(262, 3, 1),
    entry(273, 4, 8),
    entry(277, 3, 1),
    entry(278, 4, 1),
    entry(279, 4, 1),
  ]
  return bytes('II', [42, 0], le(10, 4), [0, 0], le(entries.length, 2), entries.flat(), le(0, 4))
}

/** Returns a Windows program that does nothing. */
export const realExe = (): Bytes =>
  bytes(
    'MZ',
    [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff],
    Array(46).fill(0),
    le(0x80, 4),
    Array(64).fill(0),
    'PE\0\0',
    le(0x8664, 2),
    Array(200).fill(0),
  )

/** Returns a compound file, the format of old Office documents and Windows installers. */
export function compoundFile(names: readonly string[], classId: readonly number[] = Array(16).fill(0)): Bytes {
  const sector = (content: Uint8Array): Bytes => bytes(content, Array(512 - content.length).fill(0))
  const head = sector(
    bytes(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      Array(16).fill(0),
      [0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0],
      Array(10).fill(0),
      le(1, 4),
      le(1, 4),
    ),
  )
  const entry = (name: string, kind: number, id: readonly number[]): Bytes => {
    const text = Buffer.from(`${name}\0`, 'utf16le')
    return bytes(
      text,
      Array(64 - text.length).fill(0),
      le(text.length, 2),
      [kind, 1],
      Array(12).fill(0xff),
      id,
      Array(32).fill(0),
    )
  }
  const directory = bytes(entry('Root Entry', 5, classId), ...names.map((n) => entry(n, 2, Array(16).fill(0))))
  return bytes(head, sector(bytes(le(0xfffffffd, 4), le(0xfffffffe, 4))), sector(directory))
}

/** Class id of a Windows installer package. */
export const INSTALLER_CLASS = [0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46] as const
