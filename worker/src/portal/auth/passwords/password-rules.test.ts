import type { Session } from '@portal/contract/auth'
import { expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  good,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import { newBookkeeper, problemOf } from '../../../testing/portal.ts'
import { BREACHED_PASSWORD } from '../../../testing/breaches.ts'
import { createdClient } from '../../../testing/work.ts'

const COMMON = 'This password is too common. Please choose another one.'
const OWN = 'Please choose a password that does not contain your name, email address or company.'
const BREACHED = 'This password appeared in a data breach. Please choose another one.'

/** Every operation that sets a password: how to try one, the name it must not contain, and the name of its field. */
const OPERATIONS: Record<
  string,
  () => Promise<{ field: string; name: string; attempt: (password: string) => Promise<Response> }>
> = {
  'sign-up': async () => {
    const input = { ...newSignUp(), name: 'Theodora Quill' }
    return {
      field: 'password',
      name: 'Theodora',
      attempt: (password) => post('/api/auth/sign-up', { ...input, password }),
    }
  },
  'reset by link': async () => {
    const { email } = await registered()
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
    return {
      field: 'password',
      name: 'Bookkeeper',
      attempt: (password) => post('/api/auth/password/reset', { token, password }),
    }
  },
  'change in the profile': async () => {
    const { email } = await signedUpClient(await newBookkeeper())
    const session = await good<Session>(
      post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' }),
    )
    const attempt = (new_password: string) =>
      post(
        '/api/auth/password/change',
        { current_password: CLIENT_PASSWORD, new_password },
        { authorization: `Bearer ${session.access_token}` },
      )
    return { field: 'new_password', name: 'Client', attempt }
  },
  'sign-up of a client': async () => {
    const { email } = await newRecord(await newBookkeeper(), undefined, 'Theodora Quill')
    const setup_token = await setupToken(email, 'signup')
    return {
      field: 'password',
      name: 'Theodora',
      attempt: (password) => post('/api/auth/client/password', { setup_token, password }),
    }
  },
  invitation: async () => {
    const client = await createdClient(await newBookkeeper(), { name: 'Theodora Quill' })
    const token = tokenIn(await nextMail(client.email, 'Bea Bookkeeper invites you to the client portal'), 'token')
    return {
      field: 'password',
      name: 'Theodora',
      attempt: (password) => post('/api/auth/invitation/accept', { token, password }),
    }
  },
}

it.each(Object.keys(OPERATIONS))(
  'refuses a guessable password with the reason at the field, and accepts another: %s',
  async (operation) => {
    const { field, name, attempt } = (await OPERATIONS[operation]?.()) ?? expect.fail(operation)
    for (const [password, detail] of [
      ['P@ssw0rd123!', COMMON],
      [`my-${name.toUpperCase()}-77!`, OWN],
      [BREACHED_PASSWORD, BREACHED],
    ] as const) {
      const response = await attempt(password)
      expect(response.status).toBe(400)
      expect(await problemOf(response)).toMatchObject({
        code: 'password_weak',
        title: 'Password Invalid',
        detail,
        errors: [{ path: field, message: detail }],
      })
    }
    await good(attempt('quite-another-1!'))
  },
)
