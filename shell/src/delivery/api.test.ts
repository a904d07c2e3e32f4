import { problem, serve } from '@portal/kit/testing/serve'
import { call, queryClient } from '@portal/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { operatorApi, SESSION_KEY } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

it('forgets the session when it has ended, but not when a code is wrong', async () => {
  const refusal = problem(401, 'unauthenticated')
  serve({ 'GET /api/delivery/remotes': refusal, 'POST /api/auth/operator/sign-in': refusal })
  queryClient.setQueryData(SESSION_KEY, 'session')
  const json = { email: 'ana@example.com', code: 'AAAAA-AAAAA' }
  await expect(call(operatorApi.auth.operator['sign-in'].$post({ json }))).rejects.toMatchObject({ status: 401 })
  expect(queryClient.getQueryData(SESSION_KEY)).toBe('session')
  await expect(call(operatorApi.delivery.remotes.$get())).rejects.toMatchObject({ status: 401 })
  expect(queryClient.getQueryData(SESSION_KEY)).toBeNull()
})
