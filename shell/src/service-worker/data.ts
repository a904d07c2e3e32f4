import { isObject } from '@portal/contract/is-object'
import { SESSION_TTL_MS } from '@portal/contract/limits'
import { offlineCacheName, writeOfflineData } from '@portal/sdk/offline-data'
import { Strategy, type StrategyHandler } from 'workbox-strategies'

/** Reads of the API that the pages for daily work need. Everything else requires a connection. */
const AREAS = [
  'assignments',
  'auth/records',
  'chat',
  'clients',
  'dashboard',
  'follow-ups',
  'notifications',
  'portal',
  'profile',
  'sections',
  'submissions',
  'workforms',
]
/** Secrets, and checks that say nothing later. */
const NEVER = /\/(?:webhook|duplicates)$/

/** Responses per session; the oldest ones are removed. */
const MAX_RESPONSES = 300
const STORED_AT = 'x-stored-at'

/** Returns whether a request reads data that is kept for starts without a connection. */
export const isOfflineData = ({ headers }: Pick<Request, 'headers'>, { pathname }: Pick<URL, 'pathname'>): boolean =>
  headers.has('authorization') &&
  AREAS.some((area) => pathname === `/api/${area}` || pathname.startsWith(`/api/${area}/`)) &&
  !NEVER.test(pathname)

/** Returns the name of the cache of the session that sends a request, from its access token; undefined for guests. */
export function cacheOfSender({ headers }: Pick<Request, 'headers'>): string | undefined {
  const [, payload = ''] = headers.get('authorization')?.split('.') ?? []
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (!isObject(claims)) return undefined
    const { sid, client, guest } = claims
    return typeof sid === 'string' && guest === undefined
      ? offlineCacheName(sid, typeof client === 'string' ? client : null)
      : undefined
  } catch {
    return undefined
  }
}

async function store(name: string, url: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, String(Date.now()))
  const copy = new Response(await response.blob(), { headers })
  await writeOfflineData(name, async (cache) => {
    await cache.put(url, copy)
    // In the order in which they were stored.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_RESPONSES)).map((key) => cache.delete(key)))
  })
}

async function read(name: string, url: string): Promise<Response | undefined> {
  if (!(await caches.has(name))) return undefined
  const response = await (await caches.open(name)).match(url, { ignoreVary: true })
  // As long as the server would let a session live.
  const isValid = Date.now() - Number(response?.headers.get(STORED_AT)) < SESSION_TTL_MS
  return isValid ? response : undefined
}

/** Fetches data, and stores it for the session. Without a connection, responds with what the session read last. */
export class SessionData extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const name = cacheOfSender(request)
    try {
      const response = await handler.fetch(request)
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      if (name && response.status === 200 && isJson)
        void handler.waitUntil(store(name, request.url, response.clone()).catch(() => undefined))
      return response
    } catch (error) {
      const stored = name && (await read(name, request.url))
      if (stored) return stored
      throw error
    }
  }
}
