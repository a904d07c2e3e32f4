import type { Role } from '@portal/contract/statuses'
import type { Database, Trips } from './db/client.ts'
import type { Env, Settings } from './env.ts'

/** Who makes a request, from the verified access token: no database read. */
export interface Actor {
  userId: string
  role: Role
  /** The bookkeeper's firm; for a client the firm of their bookkeeper. */
  firmId: string
  /** The client record a client acts as. */
  clientId: string | null
  sessionId: string
  timeZone: string
}

/** What every verb gets: who asks, when, and where to read. Holds no HTTP. */
export interface Context {
  readonly env: Env
  readonly settings: Settings
  readonly db: Database
  readonly trips: Trips
  /** What the log line of the request tells besides its cost: whoever adds to it adds nothing that a person typed. */
  readonly facts?: Record<string, string>
  readonly requestId: string
  /** Scheme and host under which people reach the portal. */
  readonly origin: string
  readonly ip: string
  readonly userAgent: string
  /** The secret of the browser's long-lived cookie, which is sent under /api/auth alone: tells a known browser from a new one. */
  readonly device?: string | undefined
  /** Whether that cookie was made for this request: no account can know the browser yet. */
  readonly newDevice?: boolean
  readonly idempotencyKey: string | undefined
  /** Method and path of the request: an Idempotency-Key means the same one again, and not another that happens to carry it. */
  readonly target: string
  /** What the request says besides its target, hashed: its query and its body, or of a file's body the length. */
  readonly fingerprint: string
  /** The time at which all of the request had arrived; tests may set it. */
  readonly now: Date
}
export interface SignedIn extends Context {
  readonly actor: Actor
}
/** A signed-in bookkeeper. */
export interface BookkeeperContext extends Context {
  readonly actor: Actor & { role: 'bookkeeper' }
}
/** A signed-in client, with the client record they act as. */
export interface ClientContext extends Context {
  readonly actor: Actor & { role: 'client'; clientId: string }
}
/** A signed-in client, who may have no record yet. */
export interface AccountContext extends Context {
  readonly actor: Actor & { role: 'client' }
}
