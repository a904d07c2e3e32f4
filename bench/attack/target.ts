import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REMOTES } from '../../worker/local/build.ts'
import { publishAll } from '../../worker/local/publish-all.ts'
import { localSecret, type Stack, type StackOptions, startStack } from '../../worker/local/stack.ts'
import { startIssuer } from '../../worker/src/testing/issuer.ts'
import { type Place, PLACE_VARIABLE } from '../../worker/src/testing/place.ts'

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

/** Starts a portal; the helpers of the worker's tests that are imported from then on work on the first one started. */
export async function startTarget(options: Partial<StackOptions> = {}): Promise<Target> {
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
    vars: { ...issuer.variables, RESEND_WEBHOOK_SECRET: MAIL_REPORT_SECRET, ...options.vars },
  })
  issuer.admit(stack.url)
  const underTest: Place = { portalUrl: stack.url, databaseUrl: stack.sqld.url, authSecret: localSecret(data) }
  process.env[PLACE_VARIABLE] ??= JSON.stringify(underTest)
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
