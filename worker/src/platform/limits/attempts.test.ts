import { expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { networkOf } from '../net/network-of.ts'
import { countAttempt } from './attempts.ts'
import type { LimitRule } from './limit-rule.ts'

/**
 * Counts an attempt from an address that succeeds. Returns what was counted and given back, by free attempts.
 * @param knows the devices of the account with this cookie
 */
async function countedFrom(address: string, knows: { id: string }[] = []) {
  const taken = new Map<string, number>()
  const given: (number | undefined)[] = []
  const counters = {
    take: async (key: string, { free }: LimitRule) => {
      taken.set(key, free)
      return 0
    },
    giveBack: async (key: string) => given.push(taken.get(key)),
  }
  const ctx = {
    env: { RATE_LIMITER: { getByName: () => counters } },
    settings: { AUTH_SECRET: 'x'.repeat(32) },
    network: networkOf(address),
    device: 'cookie',
    db: { select: () => ({ from: () => ({ innerJoin: () => ({ where: async () => knows }) }) }) },
  } as unknown as Context
  const attempt = await countAttempt(ctx, 'sign-in', 'ann@example.com')
  await attempt.succeeded()
  return { taken: [...taken.values()], given }
}

it('counts by network, site and account, and takes it all back after a success', async () => {
  expect(await countedFrom('2001:db8::1')).toEqual({ taken: [200, 1000, 10], given: [200, 1000, 10] })
})

it('counts an IPv4 address once', async () => {
  expect(await countedFrom('203.0.113.9')).toEqual({ taken: [200, 10], given: [200, 10] })
})

it('does not count a browser that the account knows with the other customers at its site', async () => {
  expect(await countedFrom('2001:db8::1', [{ id: 'device' }])).toEqual({ taken: [200, 10], given: [200, 10] })
})
