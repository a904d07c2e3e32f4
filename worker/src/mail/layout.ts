import type { Mail } from '../outbox/enqueue.ts'

/** A button or link of a mail. The address is the portal's own, absolute. */
export interface MailLink {
  label: string
  url: string
}

/** What a mail says; the layout does the rest. All texts are plain: they are escaped here, and nowhere else. */
export interface MailContent extends Pick<Mail, 'firmId' | 'fromName' | 'replyTo' | 'unsubscribe'> {
  to: string
  subject: string
  heading: string
  /** Paragraphs, in order, above the code and the button. */
  lines: readonly string[]
  /** The one thing to do: a button, and its address in full below it. */
  action?: MailLink | undefined
  /** A verification code, shown in large digits. */
  code?: string | undefined
  /** A second way, as a plain link below the button. */
  link?: MailLink | undefined
  /** Ends mails of this kind: the last line. */
  off?: string | undefined
  /** Small print: how long it holds, and what to do if one did not ask for it. */
  note?: string | undefined
}

const SUBJECT_MAX = 150
const STOP = 'Stop e-mails like this one'

/** Text as HTML: nothing a person typed becomes markup. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

/** A header is one line: a line break in a name must not begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const shorten = (text: string): string =>
  text.length > SUBJECT_MAX ? `${text.slice(0, SUBJECT_MAX - 1).trimEnd()}…` : text

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

// Inline styles carry the light look everywhere; the rules below only turn it dark where the reader's program knows how.
const DARK = `@media (prefers-color-scheme: dark) {
.pm-page { background: #14171c !important }
.pm-card { background: #1d2128 !important; border-color: #333a45 !important }
.pm-text { color: #e6e9ee !important }
.pm-soft { color: #a7b0bd !important }
.pm-code { background: #14171c !important; color: #f2f4f7 !important; border-color: #333a45 !important }
.pm-link { color: #8fb4ff !important }
}`

const paragraph = (text: string): string =>
  `<p class="pm-text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f2530">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`

const anchor = (url: string, label: string): string =>
  `<a class="pm-link" href="${escapeHtml(url)}" style="color:#1d4fd7;text-decoration:underline;word-break:break-all">${escapeHtml(label)}</a>`

const soft = (html: string): string =>
  `<p class="pm-soft" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#596273">${html}</p>`

const codeBlock = (code: string): string =>
  `<p class="pm-code" style="margin:8px 0 24px;padding:16px 8px;text-align:center;background:#f3f5f8;border:1px solid #dde2e9;border-radius:8px;${MONO};font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px;color:#1f2530">${escapeHtml(code)}</p>`

const button = ({ label, url }: MailLink): string =>
  `<p style="margin:8px 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4fd7;color:#ffffff;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

function htmlOf(content: MailContent): string {
  const { heading, lines, action, code, link, note, off } = content
  const body = [
    `<h1 class="pm-text" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700;color:#1f2530">${escapeHtml(heading)}</h1>`,
    ...lines.map(paragraph),
    code ? codeBlock(code) : '',
    action ? button(action) : '',
    action ? soft(`If the button does not work, open this address:<br>${anchor(action.url, action.url)}`) : '',
    link ? soft(`${escapeHtml(link.label)}:<br>${anchor(link.url, link.url)}`) : '',
    note ? soft(escapeHtml(note)) : '',
    off
      ? soft(`<a class="pm-soft" href="${escapeHtml(off)}" style="color:#596273;text-decoration:underline">${STOP}</a>`)
      : '',
  ].join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(oneLine(content.subject))}</title><style>${DARK}</style></head><body class="pm-page" style="margin:0;padding:0;background:#f3f5f8"><table class="pm-page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f8"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left;${FONT}"><tr><td class="pm-soft" style="padding:0 4px 12px;font-size:14px;font-weight:600;color:#596273">Client Portal</td></tr><tr><td class="pm-card" style="padding:28px 24px 16px;background:#ffffff;border:1px solid #dde2e9;border-radius:12px">${body}</td></tr></table></td></tr></table></body></html>`
}

function textOf({ heading, lines, action, code, link, note, off }: MailContent): string {
  return [
    heading,
    ...lines,
    ...(code ? [`    ${code}`] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(note ? [note] : []),
    ...(off ? [`${STOP}:\n${off}`] : []),
    '-- \nClient Portal',
  ].join('\n\n')
}

/**
 * Makes a mail of its content, as HTML (inline styles, at most 560 px, light and dark) and as text. Everything is escaped, and the
 * subject kept to one line.
 */
export function composeMail(content: MailContent): Mail {
  const { to, firmId, fromName, replyTo, unsubscribe } = content
  return {
    to,
    subject: shorten(oneLine(content.subject)),
    text: textOf(content),
    html: htmlOf(content),
    firmId,
    fromName,
    replyTo,
    unsubscribe,
  }
}
