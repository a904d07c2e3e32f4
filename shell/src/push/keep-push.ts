import { currentSession, lazyCode, localStore, queryClient, storedSession } from '@portal/sdk'
import { unsubscribeBrowser } from './browser.ts'

/** Keeps push on in this browser: browsers and push services end subscriptions without being asked. */

/** Contains the session in which push was turned on. */
const KEY = 'portal.subscribed'
/** Delay after the start, in ms: renewing must not slow down the first queries. */
const AFTER_MS = 5000

const code = lazyCode(() => import(/* webpackChunkName: "push" */ './use-push.ts'))

/** Remembers that push is on in this session. */
export function rememberPush(): void {
  localStore.set(KEY, currentSession()?.session_id ?? '')
}

/** Remembers that push was turned off. */
export function forgetPush(): void {
  localStore.remove(KEY)
}

async function renew(): Promise<void> {
  const session = storedSession()
  // A script of a remote may have made a subscription without a session. It would outlive the remote.
  if (!session || localStore.get(KEY) !== session.session_id) return unsubscribeBrowser()
  const { renewPush } = await code.load()
  await renewPush(queryClient)
}

/**
 * Renews the subscription of this session soon after the start, if it is lost, and ends one that belongs to no
 * session. The service worker is told of a lost one at once, but has no session.
 */
export function keepPush(): void {
  // Without a connection, the next start tries again.
  setTimeout(() => void renew().catch(() => undefined), AFTER_MS)
}
