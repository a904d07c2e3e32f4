import type { PushSubscription as Subscription } from '@portal/contract/push'
import { serviceWorkers } from '../offline/service-workers.ts'

/** Push in this browser: its permission and its subscription. */

/** The user or the browser does not allow notifications. */
export class PushDenied extends Error {}

/** Returns the service worker's registration if the browser can use push; iPhones can in the installed portal only. */
async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return undefined
  return serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined)
}

/** What this browser can do, and the address that it is subscribed with. */
export interface BrowserPush {
  supported: boolean
  endpoint: string | null
}

/** Returns the state of push in this browser. */
export async function browserPush(): Promise<BrowserPush> {
  const registration = await pushRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return { supported: registration !== undefined, endpoint: subscription?.endpoint ?? null }
}

/**
 * Asks for permission and subscribes this browser anew, because a subscription belongs to one session. Call it when the
 * user has pressed something. @throws PushDenied
 */
export async function subscribeBrowser(publicKey: string): Promise<Subscription> {
  // First, because browsers ask only right after something was pressed.
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const registration = await pushRegistration()
  if (!registration) throw new PushDenied()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint = '', keys } = (await registration.pushManager.subscribe(options)).toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Ends the subscription of this browser, and removes the messages that it shows. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await pushRegistration()
  if (!registration) return
  for (const message of await registration.getNotifications()) message.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}
