import type { PushMessage } from '@portal/contract/push-kinds'
import { type OpenNotification, READ } from '../push/messages.ts'
import { isPage } from './page.ts'

declare const self: ServiceWorkerGlobalScope

const openTabs = async (): Promise<WindowClient[]> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) => isPage(new URL(url)))

/** Shows a message. It is silent while the portal has the focus. A newer one about the same page replaces it. */
export async function showMessage({ title, body, path, notification_id }: PushMessage): Promise<void> {
  const silent = (await openTabs()).some((tab) => tab.focused)
  // A property that the types of TypeScript do not have.
  const again = { renotify: true } satisfies object
  await self.registration.showNotification(title, {
    body,
    icon: '/icons/portal-192.png',
    tag: path,
    silent,
    data: path + (notification_id === null ? '' : READ + encodeURIComponent(notification_id)),
    ...again,
  })
}

/** Opens the page of a message: in the tab that was used last, or in a new one. Never a page of another site. */
export async function openMessage(href: string): Promise<void> {
  if (new URL(href, self.location.origin).origin !== self.location.origin) return
  const [tab] = await openTabs()
  if (!tab) {
    await self.clients.openWindow(href)
    return
  }
  const message: OpenNotification = { type: 'open-notification', href }
  tab.postMessage(message, [])
  await tab.focus()
}
