import { api, call, currentSession } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'
import { rememberRead } from '../notifications/read-ids.ts'
import { serviceWorkers } from '../offline/service-workers.ts'
import { isOpenNotification, READ } from './messages.ts'

/** Marks the notification of a push message as read, so that no mail follows. */
async function markRead(id: string): Promise<void> {
  const session = currentSession()
  if (!session) return
  await call(api.notifications.read.$post({ json: { ids: [id] } }))
  rememberRead(session.user.id, [id])
}

/** Returns the notification that an address marks as read. */
const readIn = ({ hash }: Pick<URL, 'hash'>): string | undefined =>
  hash.startsWith(READ) ? decodeURIComponent(hash.slice(READ.length)) : undefined

/** Marks the notification as read whose push message has opened this tab. Runs before the router reads the address. */
export function readOpenedPush(): void {
  const id = readIn(location)
  if (id === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  void markRead(id).catch(() => undefined)
}

/** Shows the page of a push message that is opened while this tab is open. */
export function followPush(router: Pick<AnyRouter, 'navigate'>): void {
  serviceWorkers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOpenNotification(data)) return
    const url = new URL(data.href, location.origin)
    if (url.origin !== location.origin) return
    const id = readIn(url)
    if (id !== undefined) void markRead(id).catch(() => undefined)
    void router.navigate({ href: url.pathname + url.search })
  })
}
