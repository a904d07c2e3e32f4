import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REMOTES } from '../../../tools/run/build.ts'
import { publishAll } from '../../../tools/publish/publish-all.ts'
import { freePort } from '../../../tools/run/sqld.ts'
import { localSecret, type Stack, startStack } from '../../../tools/run/stack.ts'
import { startIssuer } from '../../../worker/src/testing/issuer.ts'
import { TARGET_VARIABLE, type TestTarget } from '../../../worker/src/testing/target.ts'
import { type Resolver, startMailProvider, startResolver } from './outside.ts'

export type Environment = 'development' | 'production'

/** A portal under attack, with an empty database. */
export interface Target extends AsyncDisposable {
  url: string
  /** The operator origin. */
  operatorUrl: string
  /** Signs access tokens. */
  secret: string
  stack: Stack
  /** Resolves names for a portal in production. */
  resolver: Resolver
  /** `secrets` are texts that no line may contain, `leaks` the lines with one of them. */
  log: { lines: number; errors: Set<string>; secrets: Set<string>; leaks: Set<string> }
  /** Publishes the remotes, once. For attacks that open pages. */
  withPages: () => Promise<void>
}

/** Operators. Codes for one address are limited, so each attack uses others. */
export const OPERATORS = Array.from({ length: 6 }, (_, i) => `operator-${i}@example.com`)

// Each limit has its own attack. Other attacks must not reach it.
const DEVELOPMENT = { WRITES_PER_MINUTE: '0', READS_AT_ONCE: '0', OPERATORS: OPERATORS.join() }
const PRODUCTION = {
  ENVIRONMENT: 'production',
  ORIGIN: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  RESEND_API_KEY: 're_attack',
  MESSAGES_MAIL_PAUSE_S: '1',
  NEWS_MAIL_PAUSE_S: '1',
  BREACHED_URL: '',
  SIGN_UP: 'open',
  OPERATORS: OPERATORS.join(),
  ACCOUNT_MAILS_PER_HOUR: '1000000',
  WRITES_PER_MINUTE: '600',
  READS_AT_ONCE: '50',
  // So small that an attack can fill it.
  STORAGE_PER_FIRM_GB: '0.6',
}

/** Starts a portal. The helpers of the worker's tests use the first portal that a process starts. */
export async function startTarget(environment: Environment, floodLimit = 1_000_000): Promise<Target> {
  const services = new AsyncDisposableStack()
  const data = mkdtempSync(join(tmpdir(), 'portal-attack-'))
  services.defer(() => rmSync(data, { recursive: true, force: true }))
  const issuer = await startIssuer()
  services.defer(() => issuer.stop())
  const mails = services.use(await startMailProvider())
  const resolver = services.use(await startResolver())
  const isProduction = environment === 'production'
  const log = { lines: 0, errors: new Set<string>(), secrets: new Set<string>(), leaks: new Set<string>() }
  const stack = await startStack({
    data,
    // Mails contain the address, so the port must be known beforehand.
    port: await freePort(),
    floodLimit,
    onLog(line) {
      log.lines++
      for (const secret of log.secrets) if (line.includes(secret)) log.leaks.add(line)
      // Drops the time and the id, so that equal errors are listed once.
      if (line.includes('"event":"error"')) log.errors.add(line.replaceAll(/"(?:at|id)":"[^"]*",/g, ''))
    },
    vars: {
      RESEND_WEBHOOK_SECRET: `whsec_${btoa('a secret of the mail provider')}`,
      ...(isProduction
        ? { ...PRODUCTION, RESEND_URL: mails.url, DOH_URL: resolver.url }
        : { ...DEVELOPMENT, ...issuer.variables }),
    },
  })
  services.defer(() => stack.stop())
  issuer.admit(stack.url)
  const underTest: TestTarget = {
    portalUrl: stack.url,
    operatorUrl: stack.operatorUrl,
    databaseUrl: stack.sqld.url,
    authSecret: localSecret(data),
    ...(isProduction && { mailboxUrl: mails.url }),
  }
  process.env[TARGET_VARIABLE] ??= JSON.stringify(underTest)
  let pages: Promise<void> | undefined
  return {
    url: stack.url,
    operatorUrl: stack.operatorUrl,
    secret: underTest.authSecret,
    stack,
    resolver,
    log,
    withPages: () => (pages ??= publishAll(stack, data, REMOTES)),
    [Symbol.asyncDispose]: () => services.disposeAsync(),
  }
}
