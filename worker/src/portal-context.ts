import type { Context } from './context.ts'
import { noTrips, openDatabase } from './platform/db/client.ts'
import { type Env, operatorOrigin, ownOrigin, settings } from './env.ts'
import { uuidv7 } from './platform/ids.ts'

/** Returns a context for work of the portal itself, outside of a request. */
export function portalContext(env: Env, now: Date): Context {
  const [config, trips] = [settings(env), noTrips()]
  return {
    env,
    settings: config,
    db: openDatabase(config, trips),
    trips,
    requestId: uuidv7(),
    origin: ownOrigin(config),
    operatorOrigin: operatorOrigin(config),
    site: 'portal',
    network: undefined,
    userAgent: '',
    idempotencyKey: undefined,
    target: '',
    fingerprint: '',
    now,
  }
}
