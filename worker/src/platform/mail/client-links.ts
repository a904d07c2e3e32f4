import type { Mail } from '../outbox/enqueue.ts'

/** Path of the page that one-tap links open. */
const PAGE = '/client-link'
/**
 * Stands for the token until the mail is delivered. `composeMail` removes it from texts: it must not be possible to
 * write an address of another site that gets the token, too. Unicode reserves this character for such internal use.
 */
const MARK = '\u{fdd0}'
// The token comes after '#', which browsers send to no server. See docs/decisions/0051-one-tap-links.md.
const PLACE = `${PAGE}#${MARK}`

/** Tells the recipient of a mail with such links to keep them to themselves. */
export const PERSONAL_NOTE = 'The links in this email are only for you. Please do not forward them.'

/** Returns the URL of a client's page for a mail to the client. The mail needs a `clientId`. */
export const clientUrl = (origin: string, path: string): string => origin + PLACE + path

/** Returns the URL of a client's page with a token that is known when the mail is composed. */
export const clientUrlWith = (origin: string, token: string, path: string): string => `${origin}${PAGE}#${token}${path}`

/** Removes marks for tokens, which only the URLs of `clientUrl` may have, from a text. */
export const withoutMarks = (text: string): string => text.replaceAll(MARK, '')

/** Returns the path of the page that a URL for a mail leads to. */
export function pathOfLink(url: string): string {
  const { pathname, search } = new URL(url.replace(PLACE, ''), 'https://portal')
  return pathname + search
}

/** Returns a mail whose links have the token; without a token they are ordinary links, which ask to sign in. */
export function fillClientLinks(mail: Mail, token: string | undefined): Mail {
  const fill = (text: string): string => text.replaceAll(PLACE, token === undefined ? '' : `${PAGE}#${token}`)
  return { ...mail, text: fill(mail.text), html: fill(mail.html) }
}

/**
 * Matches what follows the name of a page that gets a token, also where a mail filter has rewritten the link, and
 * tokens alone, which a line break has separated from it.
 */
const TOKENS = new RegExp(
  [
    String.raw`((?:client(?:-|-2D)(?:link|setup|email)|mail(?:-|-2D)off))[#?%*-][^\s"'<>]*`,
    String.raw`(?<![\w-])(?=[-_]*[a-z\d])[\w-]{43}(?![\w-])`,
  ].join('|'),
  'gi',
)

/** Removes the tokens of links from a text from outside, such as the mail that a reply quotes. */
export const withoutTokens = (text: string): string => text.replace(TOKENS, '$1')
