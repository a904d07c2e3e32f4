import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import * as crypto from 'node:crypto'
import { expect, inject, it, vi } from 'vitest'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { post, registered } from '../../../testing/accounts.ts'
import { insert, newBookkeeper, unique } from '../../../testing/portal.ts'
import { MINIMUM_DURATION_MS } from '../commit-uniformly.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { signIn } from './sign-in.ts'

/** Compares the work for known and unknown accounts instead of times, which vary on a busy machine. */

const scrypt = vi.hoisted(() => vi.fn())
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  scrypt.mockImplementation(real.scrypt as never)
  return { ...real, scrypt }
})

const limiter = { getByName: () => ({ take: async () => 0, giveBack: async () => undefined }) }
const context = {
  env: { RATE_LIMITER: limiter },
  settings: { AUTH_SECRET: inject('authSecret'), PASSWORD_HASH_COST: 'normal' },
  db: drizzle(createClient({ url: inject('databaseUrl') })),
  trips: { reads: 0, writes: 0, ms: 0 },
  network: '',
  userAgent: '',
  now: new Date(),
} as unknown as Context

/** Signs in with a wrong password. Returns the parameters of each hash that was computed. */
async function workOf(email: string, portal: 'bookkeeper' | 'client'): Promise<unknown[]> {
  scrypt.mockClear()
  const error = await signIn(context, { email, password: 'wrong-one', portal }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).code).toBe('invalid_credentials')
  return scrypt.mock.calls.map(([password, salt, bytes, parameters]) => [
    password,
    (salt as Buffer).length,
    bytes,
    parameters,
  ])
}

it('verifies one hash of the same cost when a sign-in fails, also without a password or an account', async () => {
  const { email } = await registered()
  const hash = await hashPassword('sesame')
  await insert([{ sql: 'UPDATE auth_users SET password_hash = ? WHERE email = ?', args: [hash, email] }])
  const { email: withoutPassword } = await newBookkeeper()
  const known = await workOf(email, 'bookkeeper')
  expect(known).toHaveLength(1)
  expect(known[0]).toEqual(['wrong-one', 16, 32, expect.objectContaining({ N: 2 ** 14, r: 8, p: 5 })])
  expect(await workOf(withoutPassword, 'bookkeeper')).toEqual(known)
  expect(await workOf(`${unique('nobody')}@example.com`, 'bookkeeper')).toEqual(known)
  expect(await workOf(email, 'client')).toEqual(known)
})

it('verifies one hash when the stored hash is damaged', async () => {
  const { email } = await registered()
  await insert([{ sql: "UPDATE auth_users SET password_hash = 'broken' WHERE email = ?", args: [email] }])
  expect(await workOf(email, 'bookkeeper')).toHaveLength(1)
})

it('takes the same round trips and the minimum time when an unknown address asks for a reset link', async () => {
  const { email } = await registered()
  const costs = await Promise.all(
    [email, `${unique('nobody')}@example.com`].map(async (address) => {
      const began = performance.now()
      const response = await post('/api/auth/password/reset-request', { email: address })
      // Timers may round down.
      expect(performance.now() - began).toBeGreaterThan(MINIMUM_DURATION_MS - 5)
      return [response.status, await response.text(), response.headers.get('server-timing')]
    }),
  )
  expect(costs[0]).toEqual(costs[1])
  expect(costs[0]?.[2]).toBe('reads;desc="1", writes;desc="1"')
})
