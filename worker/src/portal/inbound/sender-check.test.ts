import { expect, it } from 'vitest'
import { isAutomatic } from './auto-reply.ts'
import { isSentBy } from './sender-check.ts'

const ADA = 'ada@example.com'
const header = (key: string, value: string) => ({ key, originalKey: key, value })
const mail = (results: string, from = ADA, more: ReturnType<typeof header>[] = []) => ({
  from: { name: 'Ada', address: from },
  headers: [header('authentication-results', results), header('from', from), ...more],
})

it.each([
  ['mx.cloudflare.net; dkim=pass header.d=example.com; dmarc=pass header.from=example.com; spf=pass', true],
  ['i=1; mx.cloudflare.net; dmarc=pass header.from=example.com policy.dmarc=reject', true],
  ['mx.cloudflare.net; dmarc=none; spf=pass (mx.cloudflare.net: ok) smtp.mailfrom=ada@example.com', true],
  ['mx.cloudflare.net; dmarc=none; dkim=pass header.d=example.com header.s=s1', true],
  ['mx.cloudflare.net; dmarc=none; dkim=pass header.d=mailer.example; spf=pass smtp.mailfrom=x@mailer.example', false],
  ['mx.cloudflare.net; dmarc=fail policy.dmarc=none; spf=pass smtp.mailfrom=ada@example.com', false],
  ['mx.cloudflare.net; spf=softfail smtp.mailfrom=ada@example.com', false],
  ['mx.cloudflare.net; dmarc=pass header.from=evil.example', false],
  ['mx.cloudflare.net; dmarc=pass', false],
  ['mx.cloudflare.net; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com', false],
  ['mx.cloudflare.net; dmarc=none; spf=pass (of smtp.mailfrom=ada@example.com) smtp.helo=evil.example', false],
  ['mx.cloudflare.net; spf=none (a; dmarc=pass header.from=example.com ;b) smtp.helo=evil.example', false],
  ['mx.cloudflare.net; dkim=pass header.i="\\"; dmarc=pass header.from=example.com "@evil.example', false],
  ['mx.cloudflare.net; dmarc=pass header.from=example.com (not closed; dmarc=fail', false],
  ['mx.cloudflare.net.evil.example; dmarc=pass header.from=example.com', false],
  ['mx.evil.example; dmarc=pass', false],
  ['', false],
])('judges the results "%s"', (results, expected) => {
  expect(isSentBy(ADA, 'Ada@Example.com', mail(results))).toBe(expected)
})

it('refuses another sender in the envelope or the header, and two From headers', () => {
  const passed = 'mx.cloudflare.net; dmarc=pass header.from=example.com'
  expect(isSentBy(ADA, 'eve@example.com', mail(passed))).toBe(false)
  expect(isSentBy(ADA, ADA, mail(passed, 'eve@example.com'))).toBe(false)
  expect(isSentBy(ADA, ADA, mail(passed, ADA, [header('from', 'eve@example.com')]))).toBe(false)
})

it('trusts only the topmost results, because a sender can add others', () => {
  const forged = mail('mx.cloudflare.net; dmarc=fail', ADA, [
    header('authentication-results', 'mx.cloudflare.net; dmarc=pass header.from=example.com'),
  ])
  expect(isSentBy(ADA, ADA, forged)).toBe(false)
})

it.each([
  ['', [], 'Delivery failed'],
  ['mailer-daemon@example.com', [], 'Undelivered'],
  [ADA, [header('auto-submitted', 'auto-replied')], 'Re: Reminder'],
  [ADA, [header('precedence', 'bulk')], 'Re: Reminder'],
  [ADA, [header('x-autoreply', 'yes')], 'Re: Reminder'],
  [ADA, [header('content-type', 'multipart/report; report-type=delivery-status')], 'Re: Reminder'],
  [ADA, [], 'Automatic reply: Reminder'],
  [ADA, [], 'Out of Office: Reminder'],
  [ADA, [], 'Abwesenheitsnotiz: Reminder'],
])('recognizes an automatic mail from "%s" (%#)', (from, headers, subject) => {
  expect(isAutomatic(from, { headers, subject })).toBe(true)
})

it('does not take a person’s mail for an automatic one', () => {
  const headers = [header('auto-submitted', 'no'), header('content-type', 'multipart/mixed')]
  expect(isAutomatic(ADA, { headers, subject: 'Re: Auto loan, and out of paper' })).toBe(false)
})
