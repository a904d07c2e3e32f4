import type { PushMessage } from '@portal/contract/push-kinds'
import { clientsClaim } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { isKeepPage } from '../offline/messages.ts'
import { SessionData, isOfflineData } from './data.ts'
import { fileHandler, isCode, isFile } from './files.ts'
import { isOnlinePage, isPage, openPage } from './page.ts'
import { keepPage } from './keep-page.ts'
import { openMessage, showMessage } from './push.ts'
import { isShare, takeShare } from './share.ts'

/**
 * The service worker. It opens the portal without a connection, with what was last seen. It contains no version of the
 * portal: what it keeps follows from the pages that it sees, so a new one can replace it at any time.
 */

declare const self: ServiceWorkerGlobalScope

void self.skipWaiting()
clientsClaim()

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url),
  ({ event, request }) => openPage({ event: event as FetchEvent, request }),
)
registerRoute(({ url, sameOrigin }) => sameOrigin && isShare(url), takeShare, 'POST')
registerRoute(
  ({ event, request, url, sameOrigin }) =>
    sameOrigin && isFile(url) && !(isCode(request) && isOnlinePage(event as FetchEvent)),
  fileHandler,
)
registerRoute(({ request, url, sameOrigin }) => sameOrigin && isOfflineData(request, url), new SessionData())

self.addEventListener('message', (event) => {
  if (isKeepPage(event.data)) event.waitUntil(keepPage(event.data))
})

self.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined
  if (message) event.waitUntil(showMessage(message))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openMessage(String(event.notification.data)))
})
