import { realJpeg } from '@portal/contract/testing/real-files'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { buildPdf } from './build-pdf.ts'

it('makes a PDF with one page per picture, in its proportions', async () => {
  const bytes = await buildPdf([realJpeg(1000, 1414), realJpeg(1600, 800)], 'Scan 2026-11-23')
  const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise
  expect(pdf.numPages).toBe(2)
  const sizes: number[][] = []
  for (const number of [1, 2]) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    sizes.push([Math.round(width), Math.round(height)])
    expect((await page.getTextContent()).items).toEqual([])
    expect((await page.getOperatorList()).fnArray).toContain(OPS.paintImageXObject)
  }
  expect(sizes).toEqual([
    [595, 842],
    [842, 421],
  ])
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({ Title: 'Scan 2026-11-23', Producer: 'Client portal', Creator: 'Client portal' })
})
