import { formatCount } from '@portal/contract/counts'
import { countFitting, LINES_BYTES, type MailContent } from '../../../platform/mail/layout.ts'
import type { DigestEntry } from './digest-source.ts'

/** The texts of a digest. */
export type MailText = Pick<MailContent, 'subject' | 'heading' | 'lines' | 'action' | 'links'>

const withoutQuery = (url: string): string => url.split('?')[0] ?? url

/** Bytes of a mail for the greeting, the closing and the number of further entries. */
export const REST_BYTES = 4000

/**
 * Composes a digest. A single entry is used as it is; several entries get a subject and heading that fits all.
 * @param unlisted number of entries that are only counted
 * @returns the texts, and how many of the entries they list (at least one); undefined without entries
 */
export function composeDigest(
  entries: readonly DigestEntry[],
  unlisted: number,
): { text: MailText; listed: number } | undefined {
  const [first] = entries
  if (!first) return undefined
  const total = entries.length + unlisted
  const same = (text: (entry: DigestEntry) => string | undefined): boolean =>
    entries.every((entry) => text(entry) === text(first))
  const sameHeading = same((e) => e.heading)
  const several = same((e) => e.subject)
    ? `${first.subject} (${formatCount(total)})`
    : sameHeading
      ? `${first.heading} (${formatCount(total)})`
      : `${first.subject}, and ${formatCount(total - 1)} more`
  const fitting = countFitting(
    entries.map((e) => e.line),
    LINES_BYTES - REST_BYTES,
  )
  // If even the first is too long, the layout shortens the mail.
  const count = Math.max(1, fitting)
  const listed = entries.slice(0, count)
  const left = total - listed.length
  const more = left > 0 ? [`And ${formatCount(left)} more.`] : []
  const lines = [first.hello, ...listed.map((e) => e.line), ...more, same((e) => e.closing) ? first.closing : undefined]
  const text: MailText = {
    subject: total === 1 ? first.subject : several,
    heading: total === 1 || sameHeading ? first.heading : 'What’s new',
    lines: lines.filter((line) => line !== undefined),
    // Entries with different links lead to the page of the first one.
    action: same((e) => e.action.url)
      ? first.action
      : { label: 'Open the portal', url: withoutQuery(first.action.url) },
  }
  return { text, listed: count }
}
