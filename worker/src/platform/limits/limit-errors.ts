import { AppError } from '../../errors.ts'

/** What a caller exceeded, with the title and the reason that the error shows. */
const EXCEEDED = {
  attempts: { title: 'Too many attempts', reason: 'Too many attempts.' },
  requests: { title: 'Too many requests', reason: 'Too many requests from your network.' },
  reads: { title: 'Too many requests', reason: 'You are sending too many requests at once.' },
  messages: { title: 'Too many messages', reason: 'You are sending messages too fast.' },
  changes: { title: 'Too many changes', reason: 'You are making changes too fast. This change was not saved.' },
  firmChanges: {
    title: 'Too many changes',
    reason: 'Your firm is making too many changes at once. This change was not saved.',
  },
  reports: { title: 'Too many requests', reason: 'Too many reports at once.' },
  accountMails: { title: 'Too many emails', reason: 'Too many emails were requested for this address.' },
  siteMails: { title: 'Too many emails', reason: 'Too many emails were requested from your network.' },
  portalMails: { title: 'Too many emails', reason: 'Too many people are requesting emails at the moment.' },
  addressMails: { title: 'Too many attempts', reason: 'This address has received too many emails within a day.' },
} as const
export type Exceeded = keyof typeof EXCEEDED

/** Returns a wait in words: "in 5 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 100) return minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
  return `in ${Math.ceil(minutes / 60)} hours`
}

/** Returns a `too_many_requests` error that says what was exceeded and when to try again. */
export function limitExceeded(what: Exceeded, waitMs: number): AppError {
  const { title, reason } = EXCEEDED[what]
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  const detail = `${reason} Please try again ${waitInWords(retryAfter)}.`
  return new AppError('too_many_requests', { title, detail, retryAfter })
}
