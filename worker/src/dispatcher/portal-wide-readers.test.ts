import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..')
/** What code uses that reads or writes on behalf of the portal, not of a person. */
const FOR_THE_PORTAL = /\b(noTrips|portalContext|readBatch|runBatch|portalBatch)\(|: Run\b|\bDueWork\b/
/** Reads the keys of due rows, or as many rows as fit into a response. */
const IS_BOUNDED = /\b(handleDueRows|keysWithinBudget)\(/

/** Why others need no bound of their own. */
const EXCEPTIONS: Record<string, string> = {
  'auth/one-tap/link-mail.ts': 'one link',
  'db/read-batch.ts': 'runs the queries of others',
  'db/run-batch.ts': 'runs the queries of others',
  'db/writer/follow-up.ts': 'runs the queries of seal.ts',
  'dispatcher/dispatcher.ts': 'runs the queries of others, and counts the outbox',
  'files/sweep.ts': 'ids and paths of at most 500 files',
  'http/context.ts': 'serves a request',
  'inbound/email-handler.ts': 'one mail',
  'mail/transport.ts': 'one mail',
  'notifications/push/deliver-push.ts': 'one subscription',
  'outbox/due-work.ts': 'a type',
  'portal-context.ts': 'serves others',
  'delivery/remotes/canary/review-canaries.ts':
    'names of remotes, of which there is a handful; each is reviewed by itself',
  'webhooks/deliver-webhook.ts': 'one delivery',
}

it('bounds every read for all firms by bytes, or says why it needs no bound', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((path) => !/\.test\.ts$|^(testing|dev)\//.test(path))
  const readers = files.filter((path) => FOR_THE_PORTAL.test(readFileSync(join(SRC, path), 'utf8')))
  const unbounded = readers.filter((path) => !IS_BOUNDED.test(readFileSync(join(SRC, path), 'utf8')))
  expect(unbounded.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})
