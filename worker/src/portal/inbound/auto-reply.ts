import type { Email } from 'postal-mime'

const AUTOMATIC_SENDER = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+-].*)?@/i
const AUTOMATIC_SUBJECT = new RegExp(
  [
    String.raw`^\s*(?:automatic reply|auto(?:mated)?[- ]?(?:reply|response)|autoreply|out of (?:the )?office`,
    '|abwesenheits|automatische antwort|réponse automatique|respuesta automática|risposta automatica',
    '|automatisch antwoord|autosvar)',
  ].join(''),
  'i',
)
/** Headers that only programs add, and the values that make a mail automatic. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  // RFC 3834
  'auto-submitted': /^(?!no\b)/i,
  precedence: /^(?:bulk|junk|list|auto[_-]?reply)/i,
  'x-autoreply': /./,
  'x-autorespond': /./,
  'list-id': /./,
  'content-type': /^(?:multipart\/report|message\/)/i,
}

/** Returns whether a program has sent the mail, such as an out-of-office reply, a bounce, or a mailing list. */
export function isAutomatic(
  envelopeFrom: string,
  { headers, subject = '' }: Pick<Email, 'headers' | 'subject'>,
): boolean {
  if (envelopeFrom === '' || envelopeFrom === '<>' || AUTOMATIC_SENDER.test(envelopeFrom)) return true
  if (AUTOMATIC_SUBJECT.test(subject)) return true
  return headers.some(({ key, value }) => HEADERS[key]?.test(value.trim()))
}
