import { describe, expect, it } from 'vitest'
import { parseHeader, parseMail } from './parse-mail.ts'
import { textOf } from './text-of-mail.ts'

const MEGABYTE = 1024 * 1024
const HEADER = 'From: <ada@example.com>\r\nMessage-ID: <1@example.com>\r\n'
const bytes = (mail: string): Uint8Array => new TextEncoder().encode(mail)
const filled = (unit: string, length = 4 * MEGABYTE): string => unit.repeat(Math.ceil(length / unit.length))
const onlyHtml = (html: string): string => `${HEADER}Content-Type: text/html\r\n\r\n${html}`
const multipart = (parts: string): string =>
  `${HEADER}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`
const withText = (html: string): string =>
  multipart(`--b\r\n\r\nHello\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n`)

describe('parseMail', () => {
  it.each(['<a href="x', '&nbsp;', '<li ', '<!-- ', 'a\u00a0 \u00a0'])('converts much "%s" quickly', async (unit) => {
    const start = Date.now()
    for (const mail of [onlyHtml(`x${filled(unit)}y`), withText(`x${filled(unit)}y`)]) {
      const parsed = await parseMail(bytes(mail))
      expect(parsed && (await textOf(parsed))).toMatch(/^(x|Hello)/)
    }
    expect(Date.now() - start).toBeLessThan(15_000)
  })

  it.each([
    ['empty lines', onlyHtml(filled('\r\n'))],
    ['parts', multipart(filled('--b\r\n\r\nx\r\n'))],
    ['attachments', multipart(filled('--b\r\nContent-Type: image/png\r\n\r\nx\r\n'))],
    [
      'nested parts',
      HEADER +
        Array.from({ length: 99 }, (_, i) => `Content-Type: multipart/mixed; boundary=${i}\r\n\r\n--${i}\r\n`).join(''),
    ],
    ['headers', `${HEADER}Subject: ${filled('a\r\n b')}\r\n\r\nHello`],
  ])('refuses a mail with too many %s', async (_, mail) => {
    const start = Date.now()
    expect(await parseMail(bytes(mail))).toBeUndefined()
    expect(Date.now() - start).toBeLessThan(5000)
  })

  it('reads the largest attachment that a mail can have', async () => {
    const file = `--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`
    const mail = await parseMail(bytes(multipart(`${file}${filled(`${'A'.repeat(64)}\r\n`, 20 * MEGABYTE)}\r\n`)))
    expect(mail?.attachments).toHaveLength(1)
  })
})

describe('parseHeader', () => {
  it.each(['\r\n', '\n'])('reads the header without the text, with line breaks %j', async (newline) => {
    const mail = [...HEADER.trim().split('\r\n'), '', 'From: <eve@example.com>', '', 'Hello'].join(newline)
    const header = await parseHeader(bytes(mail))
    expect(header).toMatchObject({ from: { address: 'ada@example.com' }, messageId: '<1@example.com>' })
    expect(header?.headers.map(({ key }) => key)).toEqual(['from', 'message-id'])
    expect(header?.text?.trim() ?? '').toBe('')
  })

  it('refuses a header without an end', async () => {
    expect(await parseHeader(bytes(`${HEADER}X: ${filled('a')}`))).toBeUndefined()
  })
})
