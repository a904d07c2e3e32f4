import type { Role } from '@portal/contract/statuses'
import type { Database, Trips } from './platform/db/client.ts'
import type { Env, Settings } from './env.ts'

/** What a guest session is limited to: one question of a section (docs/decisions/0055), or all of it (0057). */
export interface GuestAccess {
  linkId: string
  assignmentId: string
  /** Null for a whole section. */
  fieldId: string | null
}

/** The user who makes a request, read from the verified access token without a database read. */
export interface Actor {
  userId: string
  role: Role
  /** The firm of the bookkeeper, or of the client's bookkeeper. */
  firmId: string
  /** The client record that a client acts as. */
  clientId: string | null
  sessionId: string
  timeZone: string
  /** Set in a guest session, which acts for the client within these limits. */
  guest?: GuestAccess | undefined
}

/** The portal, whose pages run remotes, or the operator page, which has an origin of its own. */
export type Site = 'portal' | 'operators'

/** What every operation gets. Independent of HTTP. */
export interface Context {
  readonly env: Env
  readonly settings: Settings
  readonly db: Database
  readonly trips: Trips
  /** Additional fields for the request's log entry. Must not contain anything that a person typed. */
  readonly logFields?: Record<string, string>
  readonly requestId: string
  /** Scheme and host of the portal. */
  readonly origin: string
  /** Scheme and host of the operator page. */
  readonly operatorOrigin: string
  /** To which of the two the request came. */
  readonly site: Site
  /**
   * Where the request comes from: an IPv4 address, or the /64 of an IPv6 address (`networkOf`). Empty if
   * unknown, undefined for work of the portal itself.
   */
  readonly network: string | undefined
  readonly userAgent: string
  /** The secret of the browser's long-lived cookie, sent only under /api/auth. Identifies a known browser. */
  readonly device?: string | undefined
  /** Whether the cookie was created for this request, so that no account can know the browser yet. */
  readonly newDevice?: boolean
  /** Lets work continue after the response. Set during requests only. */
  readonly background?: (work: Promise<unknown>) => void
  readonly idempotencyKey: string | undefined
  /** Method and path of the request. An Idempotency-Key is valid for one target. */
  readonly target: string
  /** Hash of the query and the body; for a file, of the body's length. */
  readonly fingerprint: string
  /** When the request had arrived completely. Tests may set it. */
  readonly now: Date
}

/** The context of a signed-in user. */
export interface SignedIn extends Context {
  readonly actor: Actor
}

/** The context of a signed-in bookkeeper. */
export interface BookkeeperContext extends Context {
  readonly actor: Actor & { role: 'bookkeeper' }
}

/** The context of a signed-in client who acts as a client record. */
export interface ClientContext extends Context {
  readonly actor: Actor & { role: 'client'; clientId: string }
}

/** The context of a signed-in client who may not have a record yet. */
export interface AccountContext extends Context {
  readonly actor: Actor & { role: 'client' }
}
