import { Email } from '@portal/contract/common'
import * as z from 'zod'
import { isPrivateKey } from '../crypto/p256.ts'
import { AI_VARIABLES, checkModelSettings } from './language-model.ts'
import { checkOAuth, OAUTH_VARIABLES } from './sign-in-providers.ts'

/** The variables and secrets of the portal, for all areas. */

/** Returns whether a host is the local machine. */
export const isLoopback = (hostname: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** Returns whether a connection to an address is encrypted or stays on this machine. */
function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return ['https:', 'libsql:', 'wss:'].includes(protocol) || isLoopback(hostname)
}

/** Returns the host name of an origin that is nothing more than that; undefined if it is not encrypted. */
function hostOf(origin: string): string | undefined {
  const url = URL.parse(origin)
  if (url?.origin !== origin) return undefined
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isSecure ? url.hostname.replace(/\.$/, '') : undefined
}

/** Returns whether an origin shares neither scripts nor cookies with another one. */
function isOwnHost(origin: string, other: string): boolean {
  const host = hostOf(origin)
  return host !== undefined && host !== hostOf(other)
}

/** Returns the entries of a comma-separated list. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const Variables = z
  .object({
    ENVIRONMENT: z.enum(['development', 'production']).default('production'),
    LIBSQL_URL: z.string().min(1),
    LIBSQL_TOKEN: z.string().default(''),
    /** Signs access tokens and encrypts the secrets of second factors. At least 32 characters. */
    AUTH_SECRET: z.string().min(32),
    /** The previous secret, during a rotation: still decrypts what it encrypted. */
    AUTH_SECRET_PREVIOUS: z.string().default(''),
    /** Address of the portal in mails. In development defaults to the request's address. */
    ORIGIN: z
      .string()
      .default('')
      .transform((origin) => origin.replace(/\/+$/, '')),
    /** Address of a development machine, for mails that are not caused by a request. */
    LOCAL_ORIGIN: z.string().default('http://localhost:8787'),
    /**
     * Address of the operator page and of publishing, with a host name of its own, because remotes run in the portal's
     * origin. In development defaults to 127.0.0.1, beside localhost.
     */
    OPERATOR_ORIGIN: z
      .string()
      .default('')
      .transform((origin) => origin.replace(/\/+$/, '')),
    MAIL_FROM: z.string().default(''),
    /** Domain whose mail Cloudflare Email Routing delivers to the worker: replies become chat messages. */
    REPLY_DOMAIN: z.string().trim().toLowerCase().default(''),
    /** Seconds without news after which a digest is sent: of chat messages, and of everything else. */
    MESSAGES_MAIL_PAUSE_S: z.coerce.number().min(0).default(600),
    NEWS_MAIL_PAUSE_S: z.coerce.number().min(0).default(120),
    /** Seconds after which a digest is sent although there is more news or its reader has the portal open. */
    MAIL_DELAY_MAX_S: z.coerce.number().min(0).max(86_400).default(3600),
    /**
     * Seconds that news wait at most after a client's mail of the day. They usually go out on the next morning, which
     * can be more than a day away; 0 sends them at once.
     */
    ROUTINE_MAIL_EVERY_S: z.coerce.number().min(0).max(172_800).default(172_800),
    /**
     * The private key of push messages (VAPID): 32 random bytes in base64. Without it, push is not offered. After a
     * change, everyone has to turn push on again.
     */
    VAPID_PRIVATE_KEY: z
      .string()
      .refine((key) => key === '' || isPrivateKey(key), 'must be 32 random bytes in base64')
      .default(''),
    /** Seconds before a push message is sent. News that is read meanwhile is not announced. */
    PUSH_PAUSE_S: z.coerce.number().min(0).default(10),
    /** Whether bookkeepers can sign up: immediately, after the operator's approval, or not at all. */
    SIGN_UP: z.enum(['open', 'approval', 'closed']).optional(),
    /** Who approves sign-ups by mail. If empty, sign-ups are approved by command only. */
    OPERATOR_EMAIL: z.union([z.literal(''), Email]).default(''),
    /** Comma-separated addresses of the people who can sign in to the operator page. Defaults to OPERATOR_EMAIL. */
    OPERATORS: z.string().default('').transform(splitList).pipe(z.array(Email)),
    /** Invitations per day of a new firm, and the maximum to which this limit grows. */
    INVITATIONS_PER_DAY: z.coerce.number().int().min(1).default(200),
    INVITATIONS_PER_DAY_MAX: z.coerce.number().int().min(1).default(5000),
    /** Mails about accounts that anyone can request, at once and then per hour. Defaults to 1,000 in production. */
    ACCOUNT_MAILS_PER_HOUR: z.coerce.number().int().min(1).optional(),
    /** Storage quota of a firm, in gigabytes. */
    STORAGE_PER_FIRM_GB: z.coerce.number().positive().default(50),
    /** Changes per minute and user, a quarter of them in a burst; 0 for no limit. */
    WRITES_PER_MINUTE: z.coerce.number().int().min(0).default(600),
    /** Concurrent reads per user; 0 for no limit. */
    READS_AT_ONCE: z.coerce.number().int().min(0).default(50),
    /** Name of the deployed release, set by `pnpm run deploy`. */
    RELEASE: z.string().default('unnamed'),
    /** Fraction of page loads that report performance, from 0 to 1. Errors are always reported. */
    VITALS_SAMPLE: z.coerce.number().min(0).max(1).default(1),
    /** Comma-separated names of the remotes without which the portal is not ready. */
    EXPECTED_REMOTES: z.string().default('').transform(splitList),
    RESEND_API_KEY: z.string().default(''),
    /** Signs the mail provider's reports of bounces and complaints. Without it, reports are refused. */
    RESEND_WEBHOOK_SECRET: z.string().default(''),
    RESEND_URL: z.string().default('https://api.resend.com/emails'),
    /** DNS over HTTPS (JSON) service that resolves webhook hosts before anything is sent there. */
    DOH_URL: z.url().default('https://cloudflare-dns.com/dns-query'),
    /**
     * Service that looks up breached passwords by the first five digits of a hash; empty for none. Defaults to
     * haveibeenpwned in production.
     */
    BREACHED_URL: z.string().optional(),
    /** What new password hashes cost. Tests use `minimal`, because each hash blocks the isolate. */
    PASSWORD_HASH_COST: z.enum(['normal', 'minimal']).default('normal'),
    ...OAUTH_VARIABLES,
    ...AI_VARIABLES,
  })
  .refine((s) => s.ENVIRONMENT === 'development' || (s.ORIGIN.startsWith('https:') && hostOf(s.ORIGIN)), {
    path: ['ORIGIN'],
    message: 'must be an https address',
  })
  .refine((s) => s.ENVIRONMENT === 'development' || isOwnHost(s.OPERATOR_ORIGIN, s.ORIGIN), {
    path: ['OPERATOR_ORIGIN'],
    message: 'must be an https address with another host name than ORIGIN',
  })
  .refine((s) => s.ENVIRONMENT === 'development' || s.MAIL_FROM.includes('@'), {
    path: ['MAIL_FROM'],
    message: 'must be an email address',
  })
  .refine((s) => s.ENVIRONMENT === 'development' || s.PASSWORD_HASH_COST === 'normal', {
    path: ['PASSWORD_HASH_COST'],
    message: 'must be normal',
  })
  .superRefine((s, check) => {
    const problem = (variable: string, message: string): void =>
      check.addIssue({ code: 'custom', path: [variable], message })
    const addresses = {
      LIBSQL_URL: s.LIBSQL_URL,
      RESEND_URL: s.RESEND_URL,
      DOH_URL: s.DOH_URL,
      BREACHED_URL: s.BREACHED_URL,
    }
    for (const [variable, address] of Object.entries(addresses)) {
      if (s.ENVIRONMENT === 'production' && address && !isSecureAddress(address))
        problem(variable, 'must be an https or libsql address')
    }
    checkOAuth(s, problem)
    checkModelSettings(s, problem)
  })
