import { PDFDocument } from '@cantoo/pdf-lib'

/** Longest side of a page in points: that of A4. */
const LONGEST_SIDE = 842

/** Returns a PDF with one page per JPEG. */
export async function buildPdf(jpegs: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  // By default the library puts its own name there.
  pdf.setProducer('Client portal')
  pdf.setCreator('Client portal')
  for (const jpeg of jpegs) {
    const image = await pdf.embedJpg(jpeg)
    const scale = LONGEST_SIDE / Math.max(image.width, image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  return pdf.save()
}
