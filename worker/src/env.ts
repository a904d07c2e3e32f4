import type * as z from 'zod'
import type { Writer } from './platform/db/writer/writer.ts'
import type { Dispatcher } from './platform/dispatcher/dispatcher.ts'
import type { RateLimiter } from './platform/limits/rate-limiter.ts'
import type { TabHub } from './platform/realtime/tab-hub.ts'
import type { UserInbox } from './platform/realtime/user-inbox.ts'
import { splitList, Variables } from './platform/settings/variables.ts'

/** Bindings, variables and secrets from wrangler.toml and the platform. */
export interface Env {
  ASSETS: Fetcher
  UPLOADS: R2Bucket
  DOCUMENTS: R2Bucket
  REMOTES: R2Bucket
  WRITER: DurableObjectNamespace<Writer>
  DISPATCHER: DurableObjectNamespace<Dispatcher>
  USER_INBOX: DurableObjectNamespace<UserInbox>
  TAB_HUB: DurableObjectNamespace<TabHub>
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>
  /** Rate limits per network and per site; optional. */
  FLOOD?: RateLimit
  FLOOD_SITE?: RateLimit
  /** Cloudflare's email binding; optional. */
  EMAIL?: SendEmail
  /** Workers AI, if one of its models writes follow-ups. */
  AI?: Ai
  [variable: string]: unknown
}

/** The validated configuration. */
export type Settings = z.infer<typeof Variables> & {
  readonly development: boolean
  readonly SIGN_UP: NonNullable<z.infer<typeof Variables>['SIGN_UP']>
  readonly ACCOUNT_MAILS_PER_HOUR: number
}

/** Returns the portal's address outside of a request, for due work. */
export const ownOrigin = (config: Settings): string => config.ORIGIN || config.LOCAL_ORIGIN

const onHost = (origin: string, hostname: string): string => Object.assign(new URL(origin), { hostname }).origin

/** Returns the operator origin. `origin` is that of the portal. */
export const operatorOrigin = (config: Settings, origin = ownOrigin(config)): string =>
  config.OPERATOR_ORIGIN || onHost(origin, '127.0.0.1')

/** Returns the portal's address in a request, which may have come to the operator page. */
export const portalOrigin = (config: Settings, { origin, hostname }: URL): string =>
  config.ORIGIN || (hostname === '127.0.0.1' ? onHost(origin, 'localhost') : origin)

const parsed = new WeakMap<Env, Settings>()

/**
 * Returns the configuration, validated once per isolate.
 * @throws Error that names each missing or invalid variable
 */
export function settings(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const result = Variables.safeParse(env)
  if (!result.success) {
    throw new Error(`Configuration: ${result.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`)
  }
  const development = result.data.ENVIRONMENT === 'development'
  const { OPERATORS, OPERATOR_EMAIL } = result.data
  const value = {
    ...result.data,
    development,
    // In production, mail is sent from the operator's domain, so the operator approves who may send it.
    SIGN_UP: result.data.SIGN_UP ?? (development ? ('open' as const) : ('approval' as const)),
    // Everybody who tries a portal on one machine has the same address.
    ACCOUNT_MAILS_PER_HOUR: result.data.ACCOUNT_MAILS_PER_HOUR ?? (development ? 100_000 : 1000),
    OPERATORS: OPERATORS.length > 0 ? OPERATORS : splitList(OPERATOR_EMAIL),
  }
  parsed.set(env, value)
  return value
}
