import type { Role } from '@portal/contract/statuses'
import { describe, expect, it } from 'vitest'
import type { Mail } from '../../platform/outbox/enqueue.ts'
import { codeMail, confirmationMail, newDeviceMail, passwordMail, resetMail, wrongPortalMail } from './mails.ts'

const ctx = { origin: 'https://portal.test' }
const to = { email: 'ann@example.com', name: 'Ann <Lee>', passkeys: 0 }
const seen = { browser: 'Firefox on Windows', at: new Date('2026-11-21T20:15:00Z') }
const device = (role: Role) => newDeviceMail(ctx, { ...to, role, timeZone: 'America/New_York' }, seen)

/** Each mail with its subject and its links. Invitations have their own test. */
const MAILS: [string, Mail, string[]][] = [
  ['Confirm your email address', confirmationMail(ctx, to, 'tok-1'), ['https://portal.test/?confirm=tok-1']],
  ['Set a new password', resetMail(ctx, to, 'tok-2'), ['https://portal.test/?reset=tok-2']],
  ['Set a new password', wrongPortalMail(ctx, to), ['https://portal.test/client-auth']],
  ['Your verification code', codeMail(to, 'signup', '123456'), []],
  ['Your password reset code', codeMail(to, 'recovery', '123456'), []],
  ['Your password is set', passwordMail(ctx, to, 'client', 'set'), ['https://portal.test/client-auth']],
  ['Your password was changed', passwordMail(ctx, to, 'client', 'changed'), ['https://portal.test/client-auth']],
  ['Your password was changed', passwordMail(ctx, to, 'bookkeeper', 'changed'), ['https://portal.test/']],
  ['New sign-in to your account', device('bookkeeper'), ['https://portal.test/profile', 'https://portal.test/']],
  [
    'New sign-in to your account',
    device('client'),
    ['https://portal.test/client-profile', 'https://portal.test/client-auth?type=recovery'],
  ],
]

const unescape = (html: string): string => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

describe.each(MAILS)('%s', (subject, mail, links) => {
  it('goes to its recipient without names that a stranger may have entered', () => {
    expect([mail.to, mail.subject]).toEqual([to.email, subject])
    expect(mail.text).toContain('Hello,')
    expect(mail.text + mail.html).not.toContain('Ann')
  })
  it('contains the same links as text and as HTML, and no others', () => {
    const inText = new Set(mail.text.match(/https?:\/\/\S+/g) ?? [])
    const inHtml = new Set([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => unescape(url)))
    expect(inText).toEqual(new Set(links))
    expect(inHtml).toEqual(new Set(links))
  })
  it('says what to do when it was not requested', () => {
    expect(mail.text).toMatch(/did not (ask|sign up)|not you/i)
  })
})

it.each([
  [0, undefined],
  [1, 'Your passkey still works.'],
  [3, 'Your 3 passkeys still work.'],
])('says that passkeys survive a new password when there are %d', (passkeys, text) => {
  const mail = passwordMail(ctx, { ...to, passkeys }, 'client', 'changed')
  if (text) expect(mail.text).toContain(text)
  else expect(mail.text).not.toContain('passkey')
})

it('names the new browser and the time in the recipient’s time zone', () => {
  const { text } = device('bookkeeper')
  expect(text).toContain('Firefox on Windows')
  expect(text).toContain('November 21, 2026 at 3:15 PM (America/New York)')
})

it('contains the code once, and not in the subject', () => {
  const { text, html, subject } = codeMail(to, 'signup', '123456')
  expect(text.match(/123456/g)).toHaveLength(1)
  expect(html.match(/123456/g)).toHaveLength(1)
  expect(subject).not.toContain('123456')
})
