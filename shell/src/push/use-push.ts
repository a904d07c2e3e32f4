import type { PushSettings } from '@portal/contract/push'
import { api, call, toastError, toastProblem } from '@portal/sdk'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { browserPush, PushDenied, subscribeBrowser, unsubscribeBrowser } from './browser.ts'
import { forgetPush, rememberPush } from './keep-push.ts'

/** Push for this session, in this browser. */
export interface PushState extends Pick<PushSettings, 'items'> {
  /** The key to subscribe with; null if the portal offers no push or the browser cannot use it. */
  publicKey: string | null
  on: boolean
}

/** Loads the state of push. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }): Promise<PushState> => {
    const { supported, endpoint } = await browserPush()
    if (!supported) return { publicKey: null, on: false, items: [] }
    const settings = await call(api.push.$get({}, { init: { signal } }))
    const on = settings.endpoint !== null && settings.endpoint === endpoint
    return { publicKey: settings.public_key, on, items: settings.items }
  },
})

async function switchPush(publicKey: string, on: boolean): Promise<void> {
  if (on) {
    await call(api.push.subscription.$put({ json: await subscribeBrowser(publicKey) }))
  } else {
    await call(api.push.subscription.$delete())
    forgetPush()
    await unsubscribeBrowser()
  }
}

/**
 * Subscribes again if the browser has changed or lost the subscription of this session, or the push service has
 * refused it.
 */
export async function renewPush(client: QueryClient): Promise<void> {
  const { publicKey, on } = await client.fetchQuery(pushQuery)
  if (publicKey === null) return unsubscribeBrowser()
  // Without permission, the browser would ask.
  if (on || Notification.permission !== 'granted') return
  await switchPush(publicKey, true)
  await client.invalidateQueries({ queryKey: pushQuery.queryKey })
}

function toastFailure(error: unknown): void {
  if (error instanceof PushDenied)
    toastError('Notifications are blocked', 'Allow them for this site in the settings of your browser, and try again.')
  // Errors of the browser's push service.
  else if (error instanceof DOMException)
    toastError('Could not turn on notifications', 'Your browser could not reach its push service. Please try again.')
  else toastProblem(error)
}

/** Returns a mutation that turns push on or off in this browser. */
export function useSwitchPush(publicKey: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => switchPush(publicKey ?? '', on),
    // First, or `keepPush` could end the new subscription as one that belongs to no session.
    onMutate: (on) => (on ? rememberPush() : undefined),
    onError: (error, on) => {
      if (on) forgetPush()
      toastFailure(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}
