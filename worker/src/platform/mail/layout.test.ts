import { describe, expect, it } from 'vitest'
import { composeMail } from './layout.ts'

/** Takes the place of a token until the mail is sent, see client-links.ts. */
const MARK = '\u{fdd0}'

const content = {
  to: 'a@example.com',
  subject: 'Hello',
  heading: 'Welcome, <b>Ann & "Bob"</b>',
  lines: ["It's <script>alert(1)</script>", 'two\nlines'],
  action: { label: 'Open <it>', url: 'https://portal.test/?a=1&b="2"' },
  code: '123456',
  links: [{ label: 'Or here', url: 'https://portal.test/client-auth' }],
  note: 'Once & never again',
}

describe('a composed mail', () => {
  it('escapes all content', () => {
    const { html } = composeMail(content)
    expect(html).not.toMatch(/<script|<b>Ann|<it>/)
    expect(html).toContain('Welcome, &lt;b&gt;Ann &amp; &quot;Bob&quot;&lt;/b&gt;')
    expect(html).toContain('It&#39;s &lt;script&gt;')
    expect(html).toContain('href="https://portal.test/?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('two<br>lines')
    expect(html).toContain('Once &amp; never again')
  })

  it('has the same content as text, with full links', () => {
    const { text } = composeMail(content)
    for (const part of [
      content.heading,
      ...content.lines,
      content.action.url,
      content.code,
      ...content.links.map(({ url }) => url),
      content.note,
    ]) {
      expect(text).toContain(part)
    }
  })

  it('shows the button and its URL', () => {
    const { html } = composeMail(content)
    expect(html.match(/href="https:\/\/portal\.test\/\?a=1/g)).toHaveLength(2)
    expect(html).toContain('max-width:560px')
  })

  it('breaks links in texts, unless they are allowed, but not in its own URLs', () => {
    const texts = {
      subject: 'evil.example',
      heading: 'www.evil.example',
      lines: ['https://evil.example'],
      action: { label: 'a.evil.example', url: content.action.url },
      links: content.links.map(({ url }) => ({ label: 'me@evil.example', url })),
      note: 'b.evil.example',
    }
    const { subject, text, html } = composeMail({ ...content, ...texts })
    for (const part of [subject, text, html]) expect(part).not.toContain('evil.example')
    expect(text.match(/evil\.\u202fexample/g)).toHaveLength(5)
    for (const { url } of [content.action, ...content.links]) expect(text).toContain(url)
    const allowed = composeMail({ ...content, ...texts, allowLinks: true })
    for (const part of [texts.heading, ...texts.lines, texts.note]) expect(allowed.text).toContain(part)
  })

  it('puts a token only into its own URLs, not into addresses that people typed', () => {
    const url = `https://portal.test/#${MARK}`
    const typed = `https://evil.example/${MARK}`
    const texts = { subject: typed, heading: typed, lines: [typed], note: typed, allowLinks: true }
    const own = { action: { label: typed, url }, links: [{ label: typed, url }] }
    const { subject, text, html } = composeMail({ ...content, ...texts, ...own })
    for (const part of [subject, text, html]) expect(part).not.toMatch(new RegExp(`evil\\S*${MARK}`))
    expect(text.split(MARK)).toHaveLength(3)
  })

  it('shortens the subject and keeps it on one line', () => {
    const { subject } = composeMail({ ...content, subject: `Hi\r\nBcc: x@example.com ${'long '.repeat(50)}` })
    expect(subject).not.toMatch(/[\r\n]/)
    expect(subject.length).toBeLessThanOrEqual(150)
  })

  it('has no characters that control a terminal or make text read backwards', () => {
    const hostile = 'A\u202efdp.\u2067exe\0\u001b[2J\u0085B\u2028C\r\nD'
    const { subject, html, text } = composeMail({ ...content, subject: hostile, lines: [hostile], allowLinks: true })
    expect(subject).toBe('Afdp.exe [2J B C D')
    expect(text).toContain('Afdp.exe [2J B C\nD')
    expect(html).toContain('Afdp.exe [2J B C<br>D')
  })

  it('stays below 100 kB, and says when it was shortened', () => {
    const lines = Array.from({ length: 100 }, () => '"'.repeat(2000))
    const mail = composeMail({ ...content, lines: ['Hello,', ...lines] })
    expect(JSON.stringify(mail).length).toBeLessThan(100_000)
    expect(mail.text).toContain('Hello,')
    expect(mail.text).toContain('This email was shortened.')
    expect(composeMail({ ...content, lines: ['"'.repeat(50_000)] }).text).toContain('This email was shortened.')
    expect(composeMail(content).text).not.toContain('shortened')
    const joints = composeMail({ ...content, lines: Array.from({ length: 100 }, () => 'a.'.repeat(500)) })
    expect(new TextEncoder().encode(JSON.stringify(joints)).length).toBeLessThan(100_000)
  })
})
