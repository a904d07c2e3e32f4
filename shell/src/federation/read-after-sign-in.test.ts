import { setSession } from '@portal/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOf } from '../testing.tsx'
import { readAfterSignIn } from './read-after-sign-in.ts'

afterEach(() => {
  setSession(null, 'signed-out')
})

const own = sessionOf('bookkeeper')
const other = { ...own, user: { ...own.user, id: 'another-person' } }

function follow(targeted: boolean) {
  const check = vi.fn(async () => [])
  const waitFor = vi.fn()
  readAfterSignIn({ targeted }, { check }, { waitFor })
  return { check, waitFor }
}

it('reads the registry once after sign-in, before remotes are loaded, when something is targeted', () => {
  const { check, waitFor } = follow(true)
  setSession(own, 'signed-in')
  setSession({ ...own, access_token: 'next' }, 'refreshed')
  expect([check.mock.calls.length, waitFor.mock.calls.length]).toEqual([1, 1])
})

it('reads nothing after sign-in when nothing is targeted', () => {
  const { check } = follow(false)
  setSession(own, 'signed-in')
  expect(check).not.toHaveBeenCalled()
})

it('reads the registry again when another person signs in to the page', () => {
  setSession(own, 'signed-in')
  const { check } = follow(false)
  setSession({ ...own, access_token: 'next' }, 'refreshed')
  setSession(null, 'signed-out')
  expect(check).not.toHaveBeenCalled()
  setSession(other, 'signed-in')
  expect(check).toHaveBeenCalledTimes(1)
})
