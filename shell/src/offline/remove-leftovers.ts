import { storedSession } from '@portal/sdk'
import { FILE_CACHE, PAGE_CACHE, SERVICE_WORKER } from './messages.ts'
import { serviceWorkers } from './service-workers.ts'

/** Caches with the data of a session. Others remove those that have ended (`keepOfflineDataOf`). */
const DATA = /^portal\.data\./

/** Returns whether a registration is that of the portal: its script, for all pages. */
function isOwn({ scope, active, waiting, installing }: ServiceWorkerRegistration): boolean {
  const own = new URL(SERVICE_WORKER, location.origin).href
  const scripts = [active, waiting, installing].flatMap((worker) => worker?.scriptURL ?? [])
  return scope === `${location.origin}/` && scripts.every((script) => script === own)
}

async function unregisterOthers(): Promise<void> {
  const registrations = (await serviceWorkers()?.getRegistrations()) ?? []
  await Promise.all(registrations.filter((each) => !isOwn(each)).map((each) => each.unregister()))
}

async function deleteOtherCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  // Only the kept page needs files, and it is removed with the session.
  const own = storedSession() ? [PAGE_CACHE, FILE_CACHE] : [PAGE_CACHE]
  const others = (await caches.keys()).filter((name) => !own.includes(name) && !DATA.test(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

/**
 * Removes service workers and caches that the portal does not know: the scripts of a version that is no longer live
 * may have created them. Never rejects, because browsers may forbid storage.
 */
export async function removeLeftovers(): Promise<void> {
  await Promise.allSettled([unregisterOthers(), deleteOtherCaches()])
}
