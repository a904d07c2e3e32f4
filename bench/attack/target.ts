import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REMOTES } from '../../worker/local/build.ts'
import { publishAll } from '../../worker/local/publish-all.ts'
import { localSecret, type Stack, type StackOptions, startStack } from '../../worker/local/stack.ts'
import { startIssuer } from '../../worker/src/testing/issuer.ts'
import { TARGET_VARIABLE, type TestTarget } from '../../worker/src/testing/target.ts'
import { type MailProvider, startMailProvider } from './mail-provider.ts'

/** The portal that is attacked: one of its own on loopback, with an empty store. */
export interface Target {
  url: string
  databaseUrl: string
  /** What signs its tokens: to forge some. */
  secret: string
  stack: Stack
  /** How many lines the worker has logged, and those of errors that it did not expect, each once. */
  log: { lines: number; errors: Set<string> }
  /** Publishes the remotes, once: for what opens pages in a browser. */
  withPages(): Promise<void>
  stop(): Promise<void>
}

/** Signs what the mail provider reports. */
export const MAIL_REPORT_SECRET = `whsec_${Buffer.from('a secret of the mail provider').toString('base64')}`

/** So that parts do not slow each other down: the flood guard is attacked in a portal of its own. */
export const NO_FLOOD_LIMIT = 1_000_000

/** Variables of a portal in production. Mails go to a provider on loopback, soon after what they tell; breaches are looked up nowhere. */
const inProduction = (mails: MailProvider): Record<string, string> => ({
  ENVIRONMENT: 'production',
  ORIGIN: 'https://portal.example',
  MAIL_FROM: 'portal@portal.example',
  RESEND_URL: mails.url,
  RESEND_API_KEY: 're_attack',
  MESSAGES_MAIL_PAUSE_S: '1',
  NEWS_MAIL_PAUSE_S: '1',
  BREACHED_URL: '',
  SIGN_UP: 'open',
  // The default: other parts ask as fast as they can, this one must not be able to.
  WRITES_PER_MINUTE: '600',
  READS_AT_ONCE: '50',
})

/** Starts a portal with production's settings; see `startTarget`. */
export async function startProductionTarget(): Promise<Target> {
  const mails = await startMailProvider()
  const target = await startTarget({ vars: inProduction(mails) }, mails.mailboxUrl)
  return {
    ...target,
    stop: async () => {
      await target.stop()
      await mails.stop()
    },
  }
}

/** Starts a portal; the helpers of the worker's tests that are imported from then on work on the first one started. */
export async function startTarget(options: Partial<StackOptions> = {}, mailboxUrl?: string): Promise<Target> {
  const data = mkdtempSync(join(tmpdir(), 'portal-attack-'))
  const issuer = await startIssuer()
  const log = { lines: 0, errors: new Set<string>() }
  const stack = await startStack({
    data,
    port: 0,
    floodLimit: NO_FLOOD_LIMIT,
    onLog(line) {
      log.lines++
      // Without what makes each line another one.
      if (line.includes('"event":"error"')) log.errors.add(line.replaceAll(/"(?:at|id)":"[^"]*",/g, ''))
    },
    ...options,
    // In production a sign-in provider may not be on loopback.
    vars: {
      WRITES_PER_MINUTE: '0',
      READS_AT_ONCE: '0',
      ...(options.vars?.['ENVIRONMENT'] === 'production' ? {} : issuer.variables),
      RESEND_WEBHOOK_SECRET: MAIL_REPORT_SECRET,
      ...options.vars,
    },
  })
  issuer.admit(stack.url)
  const underTest: TestTarget = {
    portalUrl: stack.url,
    databaseUrl: stack.sqld.url,
    authSecret: localSecret(data),
    ...(mailboxUrl && { mailboxUrl }),
  }
  process.env[TARGET_VARIABLE] ??= JSON.stringify(underTest)
  let published: Promise<void> | undefined
  return {
    url: stack.url,
    databaseUrl: stack.sqld.url,
    secret: underTest.authSecret,
    stack,
    log,
    withPages() {
      published ??= publishAll(stack, data, REMOTES)
      return published
    },
    async stop() {
      await stack.stop()
      await issuer.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
