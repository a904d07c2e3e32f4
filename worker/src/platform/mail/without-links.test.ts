import { SignUp, UpdateProfile } from '@portal/contract/auth'
import { CreateClient, UpdateClient } from '@portal/contract/clients'
import { readImportRow } from '@portal/contract/client-import'
import { SaveMailSender } from '@portal/contract/mail'
import { describe, expect, it } from 'vitest'
import { invitationMail } from '../../portal/auth/invitations/invite.ts'
import { approvalMail, replyToMail } from '../../portal/auth/mails.ts'
import { emailChangeMail, emailChangeNotice } from '../../portal/auth/records/email-change-mails.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { PHISHING_NAMES, possibleLinks, REAL_NAMES, textsWithout } from '../../testing/names.ts'
import { composeMail } from './layout.ts'
import { senderOf } from './sender.ts'
import { withoutLinks } from './without-links.ts'

const ctx = { origin: 'https://portal.test' }
const NAMES = [...PHISHING_NAMES, ...REAL_NAMES]
const inviter = { userId: 'u1', firmId: 'f1' }

/** Returns the mails to strangers that name someone. */
function mailsOf(name: string): Mail[] {
  const workforms = [{ name, dueDate: '2026-12-01', minutes: 5 }]
  const input = { email: 'ann@home.example', name, invitedBy: name, firm: `${name} Ltd`, personalLine: name, workforms }
  const by = { name, email: 'bea@books.example' }
  const change = { from: 'ann@home.example', to: 'ann@work.example', firm: name, by }
  return [
    invitationMail(ctx, { ...input, inviter, oneTap: false }, 'token'),
    ...[1, 2, 3].map((reminder) => invitationMail(ctx, { ...input, inviter, oneTap: true, reminder }, 'token')),
    replyToMail(ctx, 'ann@home.example', name, 'token'),
    approvalMail(ctx, 'operator@portal.test', { ...by, company: name }, 'token'),
    emailChangeMail(ctx, change, { id: 'c1', token: 'token' }),
    emailChangeNotice(ctx, change),
  ]
}
/** What the portal itself puts into these mails. */
const EXPECTED = [
  'https://portal.test/?approve=token',
  'https://portal.test/?reply-to=token',
  'https://portal.test/client-link#token/client-dashboard',
  'https://portal.test/client-setup?token=token',
  'https://portal.test/client-email?token=token&change=c1',
  'https://portal.test/client-auth',
  'https://portal.test/client-dashboard',
  'bea@books.example',
  'ann@work.example',
]

describe.each(NAMES)('the name %j', (name) => {
  it('is accepted', () => {
    const person = { name, email: 'ann@home.example', phone: '1', company: name, status: 'new' }
    const { problems } = readImportRow(person)
    expect(problems).toEqual([])
    const schemas = [
      CreateClient.safeParse(person),
      UpdateClient.safeParse({ ...person, updated_at: '2026-11-21T20:15:00.000Z' }),
      SignUp.safeParse({ ...person, password: 'abcdef' }),
      UpdateProfile.safeParse({ ...person, time_zone: 'UTC' }),
      ...(/[@\u202d\u202e]/u.test(name) ? [] : [SaveMailSender.safeParse({ sender_name: name, reply_to: '' })]),
    ]
    for (const { error } of schemas) expect(error).toBeUndefined()
  })

  it('is no link in mail to strangers', () => {
    for (const mail of mailsOf(name))
      for (const text of textsWithout(mail, EXPECTED)) expect(possibleLinks(text), mail.subject).toEqual([])
    expect(possibleLinks(senderOf({ fromName: name }, 'portal@portal.test').name)).toEqual([])
  })

  it('reads the same', () => {
    expect(withoutLinks(name).replaceAll('\u202f', '')).toBe(name)
  })
})

it('tries names that would be links', () => {
  for (const name of PHISHING_NAMES)
    expect(possibleLinks(name.replace(/[\ufdd0\u202d\u202e]/gu, '')), name).not.toEqual([])
  // In a mail that allows links.
  const mail = composeMail({ to: 'a@b.example', subject: 'Hi', lines: [PHISHING_NAMES[0]], allowLinks: true })
  for (const text of [mail.text, mail.html]) expect(text).toContain('paypal-help.support')
})

it('leaves only the given addresses as they are', () => {
  const keep = ['bea@books.example', 'https://ops.test']
  const text = 'Bea (bea@books.example) at https://ops.test, and not.bea@books.example.evil.com'
  expect(withoutLinks(text, keep)).toBe(
    'Bea (bea@books.example) at https://ops.test, and not.\u202fbea@books.example.\u202fevil.\u202fcom',
  )
  expect(withoutLinks('Confirm at 10:30, e.g. today... (now)')).toBe('Confirm at 10:30, e.\u202fg. today... (now)')
})
