import PostalMime, { type Email } from 'postal-mime'

/**
 * Returns the text of HTML. The parser turns HTML into text when a mail has a part of each type, so the HTML is put
 * into such a mail.
 */
async function textOfHtml(html: string): Promise<string> {
  const boundary = crypto.randomUUID()
  const body = html.replace(/<blockquote\b/gi, '<br><blockquote')
  const parts = ['Content-Type: text/plain\r\n\r\n', `Content-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n`]
  const { text = '' } = await PostalMime.parse(
    [
      `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`,
      ...parts.map((part) => `--${boundary}\r\n${part}`),
      `--${boundary}--\r\n`,
    ].join(''),
  )
  // Line by line, because a pattern for white space at the ends takes quadratic time.
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

/** Returns the text of a mail, which may consist of HTML only. */
export async function textOf({ text = '', html = '' }: Email): Promise<string> {
  return (text.trim() === '' && html !== '' ? await textOfHtml(html) : text).trim()
}
