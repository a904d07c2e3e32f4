import type { Answer, WorkformField } from '@portal/contract/fields'
import { fieldId } from './workforms.ts'

/** A file in the upload bucket. */
export interface SeedFile {
  id: string
  path: string
  name: string
  type: string
  body: Uint8Array
}

const ANSWERS: Record<string, Answer> = {
  [fieldId('Business Details', 'Entity type')]: 'LLC',
  [fieldId('Business Details', 'EIN')]: '84-2917305',
  [fieldId('Business Details', 'Employees')]: '6',
  [fieldId('Bank & Cards', 'Main bank')]: 'Umpqua Bank',
  [fieldId('Bank & Cards', 'Accounts in use')]: ['Checking', 'Credit card'],
  [fieldId('Tax Documents', 'State registrations')]:
    'Oregon business registry no. 184-2201, Portland business license.',
  [fieldId('Receipts & Questions', 'Anything unusual this month?')]:
    'We bought a second delivery van (financed, papers attached) and refunded one catering deposit.',
  [fieldId('Company', 'Pay schedule')]: 'Every two weeks',
  [fieldId('Team', 'Number of employees')]: '6',
  [fieldId('Contractors', 'Paid any contractor $600 or more?')]: 'Yes',
}

/** Returns a plausible answer to a field that takes no files. */
export function answerTo(
  field: WorkformField,
  client: { name: string; company: string | null; email: string },
  today: string,
): Answer {
  const known = ANSWERS[field.id]
  if (known !== undefined) return known
  switch (field.type) {
    case 'email':
      return client.email
    case 'date':
      return `${today.slice(0, 4)}-12-31`
    case 'number':
      return '4'
    case 'dropdown':
      return field.options?.[0] ?? null
    case 'checkbox':
      return field.options?.slice(0, 1) ?? []
    case 'long-text':
      return 'Nothing to add.'
    default:
      return client.company ?? client.name
  }
}

/** Returns a small, valid PDF whose single page shows `title`. */
export function pdf(title: string): Uint8Array {
  const text = title.replace(/[^\x20-\x7e]/g, '-').replace(/[\\()]/g, '\\$&')
  const stream = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const entries = offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('')
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  return new TextEncoder().encode(
    `${body}${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}
