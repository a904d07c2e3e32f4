import { vi } from 'vitest'

/** The address of the first subscription. The number grows with each. */
export const ENDPOINT = 'https://push.example.com/1'
export const KEYS = { p256dh: 'key', auth: 'secret' }

/** Push as the API returns it. */
export const PUSH_SETTINGS = {
  public_key: 'public',
  endpoint: null as string | null,
  items: ['submissions', 'messages', 'follow_ups'].map((kind) => ({ kind, on: true })),
}

/** Gives the page a browser that can use push. Returns what it was asked for. */
export function stubPushBrowser(answer: NotificationPermission, permission: NotificationPermission = 'default') {
  const asked: string[] = []
  let current: unknown = null
  let subscriptions = 0
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(`subscribed with ${applicationServerKey}`)
      const endpoint = ENDPOINT.replace('1', String(++subscriptions))
      current = {
        endpoint,
        toJSON: () => ({ endpoint, keys: KEYS }),
        unsubscribe: async () => {
          current = null
          asked.push('unsubscribed')
        },
      }
      return current
    },
  }
  const notification = {
    permission,
    requestPermission: async () => {
      asked.push('permission')
      notification.permission = answer
      return answer
    },
  }
  vi.stubGlobal('PushManager', EventTarget)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { getRegistration: async () => ({ pushManager, getNotifications: async () => [] }) },
  })
  return asked
}
