import { makeZip } from 'client-zip'

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

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

/** Spacing, indentation and letters of each look; sizes in half points, distances in twentieths. */
const LOOKS = {
  title: { paragraph: '<w:spacing w:after="240"/>', run: '<w:b/><w:sz w:val="36"/>' },
  heading: { paragraph: '<w:keepNext/><w:spacing w:before="240" w:after="80"/>', run: '<w:b/><w:sz w:val="24"/>' },
  bullet: { paragraph: '<w:spacing w:after="60"/><w:ind w:left="360" w:hanging="240"/>', run: '' },
  // A line to write on: the text, then a rule up to the tab stop.
  blank: {
    paragraph: '<w:tabs><w:tab w:val="left" w:leader="underscore" w:pos="7200"/></w:tabs><w:spacing w:before="280"/>',
    run: '',
  },
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

/** 1 January 2026: the same letter is always the same bytes. */
const WRITTEN = new Date(Date.UTC(2026, 0, 1))

/** The document as a file. */
export async function docx(paragraphs: readonly Paragraph[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts = { '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, 'word/document.xml': body(paragraphs) }
  const zip = makeZip(Object.entries(parts).map(([name, input]) => ({ name, input, lastModified: WRITTEN })))
  return new Uint8Array(await new Response(zip).arrayBuffer())
}
