import { expect } from '@playwright/test'

/** A mail in the development mailbox. */
export interface SentMail {
  to: string
  from: string
  replyTo: string | null
  subject: string
  text: string
  unsubscribe: string | null
}

/** Returns the newest mails to an address. Without an address, the mailbox lists those of all tests. */
export async function mailsTo(url: string, address: string): Promise<SentMail[]> {
  const mails = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(address)}`)
  return (await mails.json()) as SentMail[]
}

/** Waits for mail to an address whose text matches, and returns the newest match. */
async function mailTo(url: string, address: string, pattern: RegExp): Promise<RegExpExecArray> {
  let match: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      match = (await mailsTo(url, address)).map((m) => pattern.exec(m.text)).find((m) => m !== null) ?? null
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

/** Returns the operator's sign-in code in the newest mail to an address. */
export async function operatorCodeFor(url: string, address: string): Promise<string> {
  return (await mailTo(url, address, /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/))[0]
}

/** Returns the six-digit code in the newest mail to an address. */
export async function codeFor(url: string, address: string): Promise<string> {
  return (await mailTo(url, address, /\b([1-9]\d{5})\b/))[1] ?? ''
}
