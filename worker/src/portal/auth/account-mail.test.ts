import { scheduler } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { BookkeeperContext } from '../../context.ts'
import { type CountedAttempts, evaluateAttempt, type LimitRule } from '../../platform/limits/limit-rule.ts'
import { good, newDevice, newSignUp, nextMail, post, refused, registered } from '../../testing/accounts.ts'
import { interrupted } from '../../testing/interrupted.ts'
import { newAddress } from '../../testing/new-address.ts'
import { newBookkeeper, unique } from '../../testing/portal.ts'
import { rows } from '../../testing/work.ts'
import { countAccountMail } from './account-mail.ts'

const fromAnywhere = () => ({ ...newDevice(), 'cf-connecting-ip': newAddress() })

it('sends a mailbox ten mails that strangers request, however they spell its address', async () => {
  const name = unique('flooded')
  const spellings = Array.from({ length: 12 }, (_, i) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@gmail.com`)
  const answers = []
  for (const email of spellings)
    answers.push(await post('/api/auth/sign-up', { ...newSignUp(), email }, fromAnywhere()))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  const last = answers.find(({ ok }) => !ok) ?? new Response()
  expect((await refused(last, 'too_many_requests')).detail).toMatch(
    /^Too many emails were requested for this address\. Please try again in (2 hours|1\d\d minutes)\./,
  )
})

/** Requests eleven mails for one mailbox, in three ways, each below its own limit. Returns the last response. */
async function flood(mailbox: string): Promise<Response> {
  const ask = (path: string, tag: number) =>
    post(`/api/auth/${path}`, { email: mailbox.replace('@', `+${tag}@`) }, fromAnywhere())
  for (let i = 0; i < 5; i++) await good(ask('confirm/again', 1))
  for (let i = 0; i < 5; i++) await good(ask('password/reset-request', 2))
  return ask('password/reset-request', 3)
}

it('counts confirmations and links for a new password together, for unknown addresses too', async () => {
  const last = await flood(`${unique('nobody')}@example.com`)
  const { title, detail } = await refused(last, 'too_many_requests')
  expect(title).toBe('Too many emails')
  expect(detail).toContain('a link that we have emailed ends the wait')
})

it('does not count browsers of the owner', async () => {
  const { email, password } = await registered()
  const own = fromAnywhere()
  await good(post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, own))
  const reset = (browser: Record<string, string>) => post('/api/auth/password/reset-request', { email }, browser)
  await flood(email)
  expect((await refused(reset(fromAnywhere()), 'too_many_requests')).title).toBe('Too many emails')
  await good(reset(own))
})

/** Counters in memory, which follow the same rules. */
function counters(): unknown {
  const counted = new Map<string, CountedAttempts>()
  const object = {
    take: async (key: string, rule: LimitRule) => {
      const { wait, counted: hits } = evaluateAttempt(counted.get(key), rule, Date.now())
      if (wait === 0) counted.set(key, { hits, last: Date.now() })
      return wait
    },
    giveBack: async (key: string, n: number) => {
      const { hits = 0, last = 0 } = counted.get(key) ?? {}
      counted.set(key, { hits: Math.max(0, hits - n), last })
    },
  }
  return { getByName: () => object }
}

it('limits all mails of an hour, tells the operators once, and spares known browsers', async () => {
  // In Node, it is no global.
  vi.stubGlobal('scheduler', scheduler)
  const operator = `${unique('operator')}@example.com`
  const work = async (ctx: BookkeeperContext): Promise<void> => {
    const limited = {
      ...ctx,
      network: undefined,
      env: { ...ctx.env, RATE_LIMITER: counters() } as never,
      settings: { ...ctx.settings, ACCOUNT_MAILS_PER_HOUR: 3, OPERATORS: [operator] },
    }
    const count = (knownAs?: string) => countAccountMail(limited, `${unique('person')}@example.com`, { knownAs })
    const countFromOneSite = async () => {
      const office = { ...limited, network: '203.0.113.7', env: { ...ctx.env, RATE_LIMITER: counters() } as never }
      for (let i = 0; i < 2; i++)
        await countAccountMail(office, `${unique('colleague')}@example.com`, { knownAs: undefined })
    }
    const first = await count()
    await first.notSent()
    for (let i = 0; i < 3; i++) await count()
    for (let i = 0; i < 2; i++)
      await expect(count()).rejects.toMatchObject({ title: 'Too many emails', retryAfter: 1200 })
    await count('ann@example.com')
    await expect(countFromOneSite()).rejects.toMatchObject({ detail: expect.stringContaining('from your network') })
  }
  await interrupted(await newBookkeeper(), work, async () => undefined)
  const mail = await nextMail(operator, 'Too many emails about accounts are requested')
  expect(mail.text).toContain('as it may: 3 an hour')
  expect(await rows('SELECT 1 FROM outbox WHERE recipient = ?', `mail:${operator}`)).toHaveLength(1)
})
