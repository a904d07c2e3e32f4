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

/** Waits for mail to an address whose text matches, from a sender if one is given, and returns the newest match. */
async function mailTo(url: string, address: string, pattern: RegExp, from = ''): Promise<RegExpExecArray> {
  let match: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      const mails = (await mailsTo(url, address)).filter((m) => m.from.includes(from))
      match = mails.map((m) => pattern.exec(m.text)).find((m) => m !== null) ?? null
      return match !== null
    })
    .toBe(true)
  if (!match) throw new Error(`no mail to ${address}`)
  return match
}

/** Returns the matching link in the newest mail to an address, from a sender if one is given, that has one. */
export async function linkFor(url: string, address: string, part: RegExp, from?: string): Promise<string> {
  return (await mailTo(url, address, new RegExp(`https?://\\S*${part.source}\\S*`), from))[0]
}

/** Returns the operator's sign-in code in the newest mail to an address. */
export async function operatorCodeFor(url: string, address: string): Promise<string> {
  return (await mailTo(url, address, /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/))[0]
}

/** Returns the six-digit code in the newest mail to an address. */
export async function codeFor(url: string, address: string): Promise<string> {
  return (await mailTo(url, address, /\b([1-9]\d{5})\b/))[1] ?? ''
}
