import { expect, it } from 'vitest'
import { workerSources } from '../../testing/product-sources.ts'

/** What code uses that reads or writes on behalf of the portal, not of a person. */
const FOR_THE_PORTAL = /\b(noTrips|portalContext|readBatch|runBatch|portalBatch)\(|: Run\b|\bDueWork\b/
/** Reads the keys of due rows, or as many rows as fit into a response. */
const IS_BOUNDED = /\b(handleDueRows|keysWithinBudget)\(/

/** Why others need no bound of their own. */
const EXCEPTIONS: Record<string, string> = {
  'portal/auth/one-tap/link-mail.ts': 'one link',
  'platform/db/read-batch.ts': 'runs the queries of others',
  'platform/db/run-batch.ts': 'runs the queries of others',
  'platform/db/writer/follow-up.ts': 'runs the queries of seal.ts',
  'platform/dispatcher/dispatcher.ts': 'runs the queries of others, and counts the outbox',
  'portal/files/sweep.ts': 'ids and paths of at most 500 files',
  'platform/http/context.ts': 'serves a request',
  'portal/inbound/email-handler.ts': 'one mail',
  'platform/mail/transport.ts': 'one mail',
  'portal/notifications/push/deliver-push.ts': 'one subscription',
  'platform/outbox/due-work.ts': 'a type',
  'portal-context.ts': 'serves others',
  'delivery/remotes/canary/review-canaries.ts':
    'names of remotes, of which there is a handful; each is reviewed by itself',
  'portal/webhooks/deliver-webhook.ts': 'one delivery',
}

it('bounds every read for all firms by bytes, or says why it needs no bound', () => {
  const readers = workerSources.filter(({ code }) => FOR_THE_PORTAL.test(code))
  const unbounded = readers.filter(({ code }) => !IS_BOUNDED.test(code))
  expect(unbounded.map(({ path }) => path).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})
