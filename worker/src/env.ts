import * as z from 'zod'
import { AI_VARIABLES, checkModelSettings } from './agent/words/model-settings.ts'
import type { Dispatcher } from './outbox/dispatcher.ts'
import { checkOAuth, OAUTH_VARIABLES } from './auth/oauth/settings.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { UserInbox } from './realtime/user-inbox.ts'
import type { Writer } from './db/writer/writer.ts'

/** What the platform hands to the worker: bindings of wrangler.toml, variables and secrets. */
export interface Env {
  ASSETS: Fetcher
  UPLOADS: R2Bucket
  DOCUMENTS: R2Bucket
  REMOTES: R2Bucket
  WRITER: DurableObjectNamespace<Writer>
  DISPATCHER: DurableObjectNamespace<Dispatcher>
  USER_INBOX: DurableObjectNamespace<UserInbox>
  RATE_LIMITER: DurableObjectNamespace<RateLimiter>
  /** Counts requests per address; absent where the configuration has none. */
  FLOOD?: RateLimit
  /** Cloudflare's e-mail binding, where the account has one. */
  EMAIL?: SendEmail
  /** Workers AI, where follow-ups are to be written by a model there. */
  AI?: Ai
  [variable: string]: unknown
}

/** Whether a host is one's own machine. */
export const isLoopback = (hostname: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** Whether what is sent there travels encrypted, or does not leave this machine. */
function isPrivateLine(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return ['https:', 'libsql:', 'wss:'].includes(protocol) || isLoopback(hostname)
}

const Settings = z
  .object({
    ENVIRONMENT: z.enum(['development', 'production']).default('production'),
    LIBSQL_URL: z.string().min(1),
    LIBSQL_TOKEN: z.string().default(''),
    /** Signs access tokens, and seals the secrets of second factors; 32 characters or more. */
    AUTH_SECRET: z.string().min(32),
    /** The secret before, while a new one takes over: opens what it has sealed. */
    AUTH_SECRET_PREVIOUS: z.string().default(''),
    /** Address of the portal in mails. In development the request's own address serves. */
    ORIGIN: z
      .string()
      .default('')
      .transform((origin) => origin.replace(/\/+$/, '')),
    /** A development machine's address, for mails that no request has caused. */
    LOCAL_ORIGIN: z.string().default('http://127.0.0.1:8787'),
    MAIL_FROM: z.string().default(''),
    /** How long it is quiet before news for a person go as one mail, in seconds: chat messages, and anything else. */
    MESSAGES_MAIL_PAUSE_S: z.coerce.number().min(0).default(600),
    NEWS_MAIL_PAUSE_S: z.coerce.number().min(0).default(120),
    /** Whether bookkeepers can sign up: right away, once the operator has approved, or not at all. */
    SIGN_UP: z.enum(['open', 'approval', 'closed']).optional(),
    /** Who approves sign-ups by mail; empty: by command alone. */
    OPERATOR_EMAIL: z.union([z.literal(''), z.email()]).default(''),
    /** Invitations that a new firm may send within a day, and the most that this limit grows to. */
    INVITATIONS_PER_DAY: z.coerce.number().int().min(1).default(200),
    INVITATIONS_PER_DAY_MAX: z.coerce.number().int().min(1).default(5000),
    /** Gigabytes of files that a firm may keep. */
    STORAGE_PER_FIRM_GB: z.coerce.number().positive().default(50),
    /** Changes that one user may make in a minute, a quarter of them at once; 0 for any number. */
    WRITES_PER_MINUTE: z.coerce.number().int().min(0).default(600),
    /** Answers that one user may wait for at once; 0 for any number. */
    READS_AT_ONCE: z.coerce.number().int().min(0).default(50),
    /** Names what is deployed; `pnpm run deploy` sets it. */
    RELEASE: z.string().default('unnamed'),
    /** The part of page loads that report how they did, from 0 to 1; errors are always reported. */
    VITALS_SAMPLE: z.coerce.number().min(0).max(1).default(1),
    /** Names of remotes, with commas between, without which the portal is not ready to serve. */
    EXPECTED_REMOTES: z
      .string()
      .default('')
      .transform((names) => names.split(',').filter((name) => name !== '')),
    RESEND_API_KEY: z.string().default(''),
    /** Signs what the mail provider reports: bounces and complaints. Without it no report is taken. */
    RESEND_WEBHOOK_SECRET: z.string().default(''),
    RESEND_URL: z.string().default('https://api.resend.com/emails'),
    /** Looks up the names of webhook addresses before anything is sent there (DNS over HTTPS, JSON): 1.1.1.1 unless another is named. */
    DOH_URL: z.url().default('https://cloudflare-dns.com/dns-query'),
    /** Where new passwords are looked up in breaches, by the first five digits of a hash; empty: nowhere. In production haveibeenpwned. */
    BREACHED_URL: z.string().optional(),
    ...OAUTH_VARIABLES,
    ...AI_VARIABLES,
  })
  .refine((s) => s.ENVIRONMENT === 'development' || s.ORIGIN.startsWith('https://'), {
    path: ['ORIGIN'],
    message: 'must be an https address',
  })
  .refine((s) => s.ENVIRONMENT === 'development' || s.MAIL_FROM.includes('@'), {
    path: ['MAIL_FROM'],
    message: 'must be an e-mail address',
  })
  .superRefine((s, check) => {
    const problem = (variable: string, message: string): void =>
      check.addIssue({ code: 'custom', path: [variable], message })
    const lines = {
      LIBSQL_URL: s.LIBSQL_URL,
      RESEND_URL: s.RESEND_URL,
      DOH_URL: s.DOH_URL,
      BREACHED_URL: s.BREACHED_URL,
    }
    for (const [variable, address] of Object.entries(lines)) {
      if (s.ENVIRONMENT === 'production' && address && !isPrivateLine(address))
        problem(variable, 'must be an https or libsql address')
    }
    checkOAuth(s, problem)
    checkModelSettings(s, problem)
  })

/** The worker's configuration, checked. */
export type Settings = z.infer<typeof Settings> & {
  readonly development: boolean
  readonly SIGN_UP: NonNullable<z.infer<typeof Settings>['SIGN_UP']>
}

/** The portal's address where no request tells it: for what falls due by itself. */
export const ownOrigin = (config: Settings): string => config.ORIGIN || config.LOCAL_ORIGIN

const parsed = new WeakMap<Env, Settings>()

/**
 * Reads the configuration once per isolate.
 * @throws Error that names each missing or wrong variable
 */
export function settings(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const result = Settings.safeParse(env)
  if (!result.success) {
    throw new Error(`Configuration: ${result.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`)
  }
  const development = result.data.ENVIRONMENT === 'development'
  // In production mail leaves under the operator's domain: a stranger gets to send some only when the operator knows them.
  const value = { ...result.data, development, SIGN_UP: result.data.SIGN_UP ?? (development ? 'open' : 'approval') }
  parsed.set(env, value)
  return value
}
