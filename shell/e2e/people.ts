import { expect } from '@playwright/test'

/** The password of all test users. */
export const PASSWORD = 'correct-horse-9!'

let counter = 0
/** Returns a text that no other test uses. */
export const unique = (prefix: string): string => `${prefix}-${Date.now().toString(36)}-${counter++}`

interface SentMail {
  to: string
  subject: string
  text: string
}

/** Waits for mail to an address whose text matches, and returns the newest match. */
async function mailTo(url: string, address: string, pattern: RegExp): Promise<RegExpExecArray> {
  let match: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as SentMail[]
      match =
        mails
          .filter((m) => m.to === address)
          .map((m) => pattern.exec(m.text))
          .find((m) => m !== null) ?? null
      return match !== null
    })
    .toBe(true)
  if (!match) throw new Error(`no mail to ${address}`)
  return match
}

/** Returns the matching link in the newest mail to an address that has one. */
export async function linkFor(url: string, address: string, part: RegExp): Promise<string> {
  return (await mailTo(url, address, new RegExp(`https?://\\S*${part.source}\\S*`)))[0]
}

/** Returns the six-digit code in the newest mail to an address. */
export async function codeFor(url: string, address: string): Promise<string> {
  return (await mailTo(url, address, /\b([1-9]\d{5})\b/))[1] ?? ''
}

/** Returns the date in two weeks as yyyy-mm-dd. */
export const inTwoWeeks = (): string => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)

/** A small, valid PDF to upload. */
export const PDF = {
  name: 'October statement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  ),
}
