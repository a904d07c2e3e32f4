import { makeZip } from 'client-zip'

/** A paragraph of a letter. */
export interface Paragraph {
  text: string
  look?: keyof typeof LOOKS
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OPENXML = 'http://schemas.openxmlformats.org'
const PACKAGE = 'application/vnd.openxmlformats-package'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const TYPES = [
  `${XML}<Types xmlns="${OPENXML}/package/2006/content-types">`,
  `<Default Extension="rels" ContentType="${PACKAGE}.relationships+xml"/>`,
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
].join('')

const RELATIONS = [
  `${XML}<Relationships xmlns="${OPENXML}/package/2006/relationships">`,
  `<Relationship Id="rId1" Type="${OPENXML}/officeDocument/2006/relationships/officeDocument"`,
  ' Target="word/document.xml"/></Relationships>',
].join('')

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

/** Spacing, indentation and font of each look. Sizes are in half points, distances in twentieths of a point. */
const LOOKS = {
  title: { paragraph: '<w:spacing w:after="240"/>', run: '<w:b/><w:sz w:val="36"/>' },
  heading: { paragraph: '<w:keepNext/><w:spacing w:before="240" w:after="80"/>', run: '<w:b/><w:sz w:val="24"/>' },
  bullet: { paragraph: '<w:spacing w:after="60"/><w:ind w:left="360" w:hanging="240"/>', run: '' },
  // A line to write on: the text, then an underscore leader up to the tab stop.
  blank: {
    paragraph: '<w:tabs><w:tab w:val="left" w:leader="underscore" w:pos="7200"/></w:tabs><w:spacing w:before="280"/>',
    run: '',
  },
  text: { paragraph: '<w:spacing w:after="120"/>', run: '' },
} as const

function paragraph({ text, look = 'text' }: Paragraph): string {
  const { paragraph: shape, run } = LOOKS[look]
  const shown = escaped(look === 'bullet' ? `• ${text}` : text)
  return [
    `<w:p><w:pPr>${shape}</w:pPr>`,
    `<w:r><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>${run}</w:rPr>`,
    `<w:t xml:space="preserve">${shown}</w:t>${look === 'blank' ? '<w:tab/>' : ''}</w:r></w:p>`,
  ].join('')
}

const MARGINS = 'w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"'

const body = (paragraphs: readonly Paragraph[]): string =>
  [
    `${XML}<w:document xmlns:w="${OPENXML}/wordprocessingml/2006/main"><w:body>`,
    ...paragraphs.map(paragraph),
    `<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar ${MARGINS}/></w:sectPr></w:body></w:document>`,
  ].join('')

/** A fixed date, so that the same letter always has the same bytes. */
const MODIFIED = new Date(Date.UTC(2026, 0, 1))

/** Returns an uncompressed Word file with the minimal structure that a letter needs. */
export async function docx(paragraphs: readonly Paragraph[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts = { '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, 'word/document.xml': body(paragraphs) }
  const zip = makeZip(Object.entries(parts).map(([name, input]) => ({ name, input, lastModified: MODIFIED })))
  return new Uint8Array(await new Response(zip).arrayBuffer())
}
