/** Writes a Word document: as little of the format as a letter needs, uncompressed. */

/** A paragraph of a letter. */
export interface Paragraph {
  text: string
  look?: keyof typeof LOOKS
}

const TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

const escaped = (text: string): string => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

/** Spacing, indentation and letters of each look; sizes in half points, distances in twentieths. */
const LOOKS = {
  title: { paragraph: '<w:spacing w:after="240"/>', run: '<w:b/><w:sz w:val="36"/>' },
  heading: { paragraph: '<w:keepNext/><w:spacing w:before="240" w:after="80"/>', run: '<w:b/><w:sz w:val="24"/>' },
  bullet: { paragraph: '<w:spacing w:after="60"/><w:ind w:left="360" w:hanging="240"/>', run: '' },
  // A line to write on: the text, then a rule up to the tab stop.
  blank: { paragraph: '<w:tabs><w:tab w:val="left" w:leader="underscore" w:pos="7200"/></w:tabs><w:spacing w:before="280"/>', run: '' },
  text: { paragraph: '<w:spacing w:after="120"/>', run: '' },
} as const

function paragraph({ text, look = 'text' }: Paragraph): string {
  const { paragraph: shape, run } = LOOKS[look]
  const shown = `<w:t xml:space="preserve">${escaped(look === 'bullet' ? `• ${text}` : text)}</w:t>${look === 'blank' ? '<w:tab/>' : ''}`
  return `<w:p><w:pPr>${shape}</w:pPr><w:r><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>${run}</w:rPr>${shown}</w:r></w:p>`
}

const body = (paragraphs: readonly Paragraph[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.map(paragraph).join('')}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`

/** CRC-32 as archives carry it. */
function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Numbers in an archive: little endian, as [value, width in bytes]. */
function packed(parts: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([value, width]) => Array.from({ length: width }, (_, i) => Math.floor(value / 2 ** (8 * i)) & 0xff)),
  )
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, c) => sum + c.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** Midnight of 1 January 2026, as archives write a date: the same letter is always the same bytes. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1

function archive(files: readonly (readonly [string, string])[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const [entries, directory]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  for (const [path, content] of files) {
    const [name, data] = [encoder.encode(path), encoder.encode(content)]
    // Version 2.0, no flags, stored, time and date, checksum, both sizes, length of the name, no extra.
    const facts = [
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [crc32(data), 4],
      [data.length, 4],
      [data.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const
    const local = joined([packed([[0x04034b50, 4], ...facts]), name, data])
    directory.push(packed([[0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), name)
    entries.push(local)
    offset += local.length
  }
  const index = joined(directory)
  const end = packed([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [index.length, 4],
    [offset, 4],
    [0, 2],
  ])
  return joined([...entries, index, end])
}

/** The document as a file. */
export function docx(paragraphs: readonly Paragraph[]): Uint8Array<ArrayBuffer> {
  return archive([
    ['[Content_Types].xml', TYPES],
    ['_rels/.rels', RELATIONS],
    ['word/document.xml', body(paragraphs)],
  ])
}
