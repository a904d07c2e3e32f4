import { cleanLine, cutText } from '@portal/contract/text'
import type { PortalMail } from '../outbox/enqueue.ts'
import { withoutMarks } from './client-links.ts'
import { withoutLinks } from './without-links.ts'

/** A button or link in a mail, with an absolute URL of the portal. */
export interface MailLink {
  label: string
  url: string
}

/** The content of a mail. All texts are plain text; the layout escapes them. */
export interface MailContent extends Pick<PortalMail, 'fromName' | 'replyTo'> {
  to: string
  subject: string
  /** The subject if absent. */
  heading?: string | undefined
  /** Paragraphs above the code and the button. */
  lines: readonly string[]
  /** The main action: a button, with its URL below. */
  action?: MailLink | undefined
  /** A verification code, shown in large digits. */
  code?: string | undefined
  /** Alternatives, as plain links below the button. */
  links?: readonly MailLink[]
  /** URL that unsubscribes from mail like this one, for mail clients and in the last line. */
  off?: string | undefined
  /** Small print, such as how long a link is valid and what to do about an unexpected mail. */
  note?: string | undefined
  /**
   * Whether mail programs can make links of the texts: only in mail of the portal itself, and between a firm and its
   * accepted clients. Other mail can name anyone, and go to anyone.
   */
  allowLinks?: boolean
  /** Addresses in the texts that stay as they are without `allowLinks`, because the reader has to recognize them. */
  keep?: readonly string[]
}

const SUBJECT_MAX = 150
/** Bytes of the paragraphs of a mail in HTML. With the layout and the text part, a mail stays below 100 kB. */
export const LINES_BYTES = 40_000
const STOP = 'Stop emails like this one'

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

/** Returns how many of the first paragraphs fit in `bytes` of HTML. */
export function countFitting(lines: readonly string[], bytes: number): number {
  let left = bytes
  for (const [i, line] of lines.entries()) {
    left -= new TextEncoder().encode(paragraph(line)).length
    if (left < 0) return i
  }
  return lines.length
}

/** Leaves out the paragraphs that would make a mail too large. A last resort: long texts shorten themselves. */
function cutToFit(lines: readonly string[]): readonly string[] {
  const count = countFitting(lines, LINES_BYTES)
  if (count === lines.length) return lines
  return [...lines.slice(0, count), 'This email was shortened. Sign in to the portal to see the rest.']
}

/** Replaces control characters, and removes those that make text read backwards. Keeps line breaks. */
const plain = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** Returns a subject: without line breaks, which could start a new header, and not too long for a list of mails. */
const subjectLine = (text: string): string => cutText(cleanLine(text), SUBJECT_MAX, '…')

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

// Inline styles work in every mail client; these rules add dark mode where it is supported.
const DARK = `@media (prefers-color-scheme: dark) {
.pm-page { background: #14171c !important }
.pm-card { background: #1d2128 !important; border-color: #333a45 !important }
.pm-text { color: #e6e9ee !important }
.pm-soft { color: #a7b0bd !important }
.pm-code { background: #14171c !important; color: #f2f4f7 !important; border-color: #333a45 !important }
.pm-link { color: #8fb4ff !important }
}`

/** Inline styles of the elements. */
const STYLES = {
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700;color:#1f2530',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f2530',
  link: 'color:#1d4fd7;text-decoration:underline;word-break:break-all',
  soft: 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#596273',
  softLink: 'color:#596273;text-decoration:underline',
  code:
    'margin:8px 0 24px;padding:16px 8px;text-align:center;background:#f3f5f8;' +
    `border:1px solid #dde2e9;border-radius:8px;${MONO};font-size:34px;line-height:1.2;font-weight:700;` +
    'letter-spacing:8px;color:#1f2530',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4fd7;color:#ffffff;' +
    'font-size:16px;line-height:1.25;font-weight:600;text-decoration:none',
  sender: 'padding:0 4px 12px;font-size:14px;font-weight:600;color:#596273',
  card: 'padding:28px 24px 16px;background:#ffffff;border:1px solid #dde2e9;border-radius:12px',
}

const paragraph = (text: string): string =>
  `<p class="pm-text" style="${STYLES.paragraph}">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`

const anchor = (url: string, label: string): string =>
  `<a class="pm-link" href="${escapeHtml(url)}" style="${STYLES.link}">${escapeHtml(label)}</a>`

const soft = (html: string): string => `<p class="pm-soft" style="${STYLES.soft}">${html}</p>`

const codeBlock = (code: string): string => `<p class="pm-code" style="${STYLES.code}">${escapeHtml(code)}</p>`

const button = ({ label, url }: MailLink): string =>
  `<p style="margin:8px 0 20px"><a href="${escapeHtml(url)}" style="${STYLES.button}">${escapeHtml(label)}</a></p>`

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Returns the HTML document around a mail's body. */
const page = (title: string, body: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${DARK}</style></head>`,
    '<body class="pm-page" style="margin:0;padding:0;background:#f3f5f8">',
    `<table class="pm-page" ${TABLE} style="background:#f3f5f8"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${TABLE} style="max-width:560px;text-align:left;${FONT}">`,
    `<tr><td class="pm-soft" style="${STYLES.sender}">Client Portal</td></tr>`,
    `<tr><td class="pm-card" style="${STYLES.card}">${body}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('')

function htmlOf({ subject, heading = subject, lines, action, code, links = [], note, off }: MailContent): string {
  const body = [
    `<h1 class="pm-text" style="${STYLES.heading}">${escapeHtml(heading)}</h1>`,
    ...lines.map(paragraph),
    code ? codeBlock(code) : '',
    action ? button(action) : '',
    action ? soft(`If the button does not work, open this address:<br>${anchor(action.url, action.url)}`) : '',
    ...links.map(({ label, url }) => soft(`${escapeHtml(label)}:<br>${anchor(url, url)}`)),
    note ? soft(escapeHtml(note)) : '',
    off ? soft(`<a class="pm-soft" href="${escapeHtml(off)}" style="${STYLES.softLink}">${STOP}</a>`) : '',
  ].join('')
  return page(cleanLine(subject), body)
}

function textOf({ subject, heading = subject, lines, action, code, links = [], note, off }: MailContent): string {
  return [
    heading,
    ...lines,
    ...(code ? [`    ${code}`] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...(note ? [note] : []),
    ...(off ? [`${STOP}:\n${off}`] : []),
    '-- \nClient Portal',
  ].join('\n\n')
}

/** Returns the content without marks for tokens and links in its texts, which people have typed. URLs stay. */
function withoutForgedLinks(content: MailContent): MailContent {
  const { subject, heading, lines, action, links = [], note, allowLinks, keep } = content
  const safe = (text: string): string => {
    const visible = plain(withoutMarks(text))
    return allowLinks ? visible : withoutLinks(visible, keep)
  }
  return {
    ...content,
    subject: safe(subject),
    heading: heading && safe(heading),
    lines: cutToFit(lines.map(safe)),
    action: action && { ...action, label: safe(action.label) },
    links: links.map((link) => ({ ...link, label: safe(link.label) })),
    note: note && safe(note),
  }
}

/**
 * Composes a mail as HTML (inline styles, at most 560 px wide, light and dark) and as text. Escapes content, removes
 * control and direction characters, keeps the subject on one line, and breaks links in texts. The mail is of the portal
 * itself unless the caller adds the firm and the bookkeeper that send it.
 */
export function composeMail(given: MailContent): PortalMail {
  const content = withoutForgedLinks(given)
  const { to, fromName, replyTo, off } = content
  return {
    to,
    subject: subjectLine(content.subject),
    text: plain(textOf(content)),
    html: plain(htmlOf(content)),
    fromName,
    replyTo,
    unsubscribe: off,
  }
}
