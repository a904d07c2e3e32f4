import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Env } from '../../env.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { TemporaryFailure, PermanentFailure } from '../outbox/delivery-errors.ts'
import { transportFor } from './transport.ts'

const MAIL: Mail = {
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Hi',
  html: '<p>Hi</p>',
  firmId: 'firm',
  bookkeeperId: 'bookkeeper',
  fromName: 'Torres "Books"',
  replyTo: 'maya@torres.example',
  unsubscribe: 'https://portal.example/off?t=1',
}
const VARIABLES = {
  ENVIRONMENT: 'production',
  LIBSQL_URL: 'https://db',
  AUTH_SECRET: 'x'.repeat(32),
  ORIGIN: 'https://portal.example',
  OPERATOR_ORIGIN: 'https://ops.example',
  MAIL_FROM: 'Portal <portal@example.com>',
}
const HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'List-Unsubscribe': '<https://portal.example/off?t=1>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
}
const envOf = (more: object) => ({ ...VARIABLES, ...more }) as unknown as Env

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('mail over HTTP', () => {
  /** Sends a mail to a provider with this response. @returns the error, and the request to the provider */
  async function sent(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
    const provider = vi.fn(
      async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status, headers }),
    )
    vi.stubGlobal('fetch', provider)
    const error = await transportFor(envOf({ RESEND_API_KEY: 'key' }))
      .send('id-1', MAIL)
      .catch((thrown: unknown) => thrown)
    const init = provider.mock.calls[0]?.[1]
    return {
      error,
      headers: new Headers(init?.headers),
      body: JSON.parse(init?.body as string) as Record<string, unknown>,
    }
  }

  it('sends sender, reply address, headers and an idempotency key', async () => {
    const { error, headers, body } = await sent(200)
    expect(error).toBeUndefined()
    expect(headers.get('idempotency-key')).toBe('id-1')
    expect(body).toMatchObject({
      from: '"Torres \\"Books\\"" <portal@example.com>',
      to: ['ann@example.com'],
      reply_to: 'maya@torres.example',
      headers: HEADERS,
      // Identifies the firm in the provider's reports.
      tags: [{ name: 'firm', value: 'firm' }],
    })
  })

  it('treats only errors of the mail itself as permanent', async () => {
    for (const status of [400, 413, 422, 451])
      expect((await sent(status, { name: 'validation_error' })).error).toBeInstanceOf(PermanentFailure)
    for (const status of [401, 403, 404, 405, 409, 429, 500, 503])
      expect((await sent(status)).error).toBeInstanceOf(TemporaryFailure)
    // The operator has to fix the sender.
    expect((await sent(422, { name: 'invalid_from_address' })).error).toBeInstanceOf(TemporaryFailure)
    expect((await sent(429, {}, { 'retry-after': '7' })).error).toMatchObject({ delayMs: 7000 })
    // Accepted before, under the same key.
    expect((await sent(409, { name: 'invalid_idempotent_request' })).error).toBeUndefined()
  })
})

describe('mail over the binding', () => {
  const failing = async (code: string | undefined) => {
    const send = async () => {
      throw Object.assign(new Error('no'), { code })
    }
    return transportFor(envOf({ EMAIL: { send } }))
      .send('id-1', MAIL)
      .catch((thrown: unknown) => thrown)
  }

  it('sends the same', async () => {
    const send = vi.fn(async (_mail: unknown) => ({ messageId: 'x' }))
    await transportFor(envOf({ EMAIL: { send } })).send('id-1', MAIL)
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      from: { name: 'Torres "Books"', email: 'portal@example.com' },
      replyTo: 'maya@torres.example',
      headers: HEADERS,
    })
  })

  it('distinguishes a suppressed address, an invalid mail and a temporary failure', async () => {
    expect(await failing('E_RECIPIENT_SUPPRESSED')).toMatchObject({ problem: 'bounced' })
    expect(await failing('E_VALIDATION_ERROR')).toBeInstanceOf(PermanentFailure)
    for (const code of ['E_RATE_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED', 'E_INTERNAL_SERVER_ERROR', undefined]) {
      expect(await failing(code)).not.toBeInstanceOf(PermanentFailure)
    }
  })
})
