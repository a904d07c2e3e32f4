import { encryptNotification } from '@block65/webcrypto-web-push'
import type { PushMessage } from '@portal/contract/push-kinds'
import type { Settings } from '../../../env.ts'
import { addressProblem } from '../../../platform/net/address-problem.ts'
import { retryAfterOf } from '../../../platform/net/retry-after.ts'
import { vapidHeader } from './vapid.ts'

/** A browser that gets push messages. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** The outcome of an attempt. */
export interface PushOutcome {
  /** Status of the response; null if there is none. */
  status: number | null
  /** What went wrong, as a sentence; null if nothing. */
  error: string | null
  /** Delay requested by the push service (Retry-After), in milliseconds. */
  retryAfterMs: number
}

const TIMEOUT_MS = 10_000
/** How long the push service keeps a message for a device that is offline. By then, the mail has arrived. */
const TTL_S = 86_400

const noAnswer = (error: string): PushOutcome => ({ status: null, error, retryAfterMs: 0 })

/** Encrypts a message for a browser (RFC 8291). @throws Error when the browser's keys are invalid */
function encrypt({ endpoint, p256dh, auth }: PushTarget, message: PushMessage) {
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  return encryptNotification(subscription, new TextEncoder().encode(JSON.stringify(message)))
}

/** Returns whether messages can be encrypted for a browser: its public key is a point on the curve. */
export const hasValidKeys = (target: PushTarget): Promise<boolean> =>
  encrypt(target, { title: '', body: '', path: '', notification_id: null }).then(
    () => true,
    () => false,
  )

/** Sends a message once (RFC 8030). Redirects are not followed. */
export async function sendPush(config: Settings, target: PushTarget, message: PushMessage): Promise<PushOutcome> {
  const { endpoint } = target
  const problem = await addressProblem(config, endpoint)
  if (problem) return noAnswer(problem)
  const body = await encrypt(target, message)
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: await vapidHeader(config, endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        urgency: 'normal',
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    const error = response.status < 300 ? null : `The push service answered ${response.status}.`
    return { status: response.status, error, retryAfterMs: retryAfterOf(response, new Date()) }
  } catch {
    return noAnswer('The push service could not be reached.')
  }
}
