import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAutomatic } from '../../portal/inbound/auto-reply.ts'
import { formatMailbox, headersOf, parseMailbox, replyToOf, senderOf, unsubscribeHeaders } from './sender.ts'

const PORTAL = '"The Portal, Inc." <portal@example.com>'

it('marks every mail as sent by a program, so that out-of-office programs and the portal itself do not answer', () => {
  expect(headersOf({})).toEqual({ 'Auto-Submitted': 'auto-generated' })
  const headers = Object.entries(headersOf({})).map(([key, value]) => ({
    key: key.toLowerCase(),
    originalKey: key,
    value,
  }))
  expect(isAutomatic('portal@example.com', { headers })).toBe(true)
})

describe('the sender of a mail', () => {
  it('has the portal’s address, with the name of the firm if there is one', () => {
    expect(senderOf({}, PORTAL)).toEqual({ name: 'The Portal, Inc.', email: 'portal@example.com' })
    expect(senderOf({ fromName: '' }, 'portal@example.com')).toEqual({ name: '', email: 'portal@example.com' })
    expect(formatMailbox(senderOf({ fromName: 'Torres "Books", LLC' }, PORTAL))).toBe(
      '"Torres \\"Books\\", LLC" <portal@example.com>',
    )
  })

  it('is a single mailbox with the portal’s address, whatever the firm’s name', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('"', '\\', '<', '>', '\r', '\n', ',', 'a', 'é', '😀', '\u202e', '\u2028'),
          maxLength: 90,
        }),
        (name) => {
          const header = formatMailbox(senderOf({ fromName: name }, PORTAL))
          expect(header).not.toMatch(/[\r\n\u2028\u2029\u202e]/)
          // RFC 5322: a quoted string without unescaped quotes or backslashes, then one address.
          expect(header).toMatch(/^"(?:[^"\\]|\\.)+" <portal@example\.com>$/su)
          expect(parseMailbox(header).email).toBe('portal@example.com')
        },
      ),
    )
  })

  it('accepts only a single plain reply address', () => {
    expect(replyToOf({ replyTo: ' maya@torres.example ' })).toBe('maya@torres.example')
    for (const bad of [
      '',
      'nobody',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      'A <a@b.example>',
    ]) {
      expect(replyToOf({ replyTo: bad })).toBeUndefined()
    }
  })

  it('accepts only a web address for unsubscribing', () => {
    expect(unsubscribeHeaders({ unsubscribe: 'https://portal.example/u?t=1>\r\nBcc: a@b.example' })).toEqual({
      'List-Unsubscribe': '<https://portal.example/u?t=1%3EBcc:%20a@b.example>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(unsubscribeHeaders({ unsubscribe: 'javascript:alert(1)' })).toEqual({})
    expect(unsubscribeHeaders({})).toEqual({})
  })
})
