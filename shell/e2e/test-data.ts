import { randomUUID } from 'node:crypto'

/** The password of all test users. */
export const PASSWORD = 'correct-horse-9!'

/** Returns a text that no other test uses, in any of the processes that run tests at the same time. */
export const unique = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 13)}`

/** Returns the date in two weeks as yyyy-mm-dd. */
export const inTwoWeeks = (): string => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)

/** Longer than any line, and without a space where a line could break. */
export const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4).slice(0, 118)

/** A small, valid PDF to upload. */
export const PDF = {
  name: 'October statement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  ),
}
