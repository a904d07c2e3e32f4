import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { localSecret, startStack } from '../worker/local/stack.ts'
import { startIssuer } from '../worker/src/testing/issuer.ts'
import { startRecorder } from './recorder.ts'
import type { Row } from './table.ts'
import { factors, newBookkeeper, providers, sessions } from './trips/accounts.ts'
import { Caller, type Spent } from './trips/caller.ts'
import { mail, others, remotes, webhooks } from './trips/rest.ts'
import { agent, chat, clients, fillIn, records, review, setUp, workforms } from './trips/work.ts'

const PUBLISHING = 'a remote’s token is looked up each time, so that it ends at once when it is revoked'
/** Routes that may take more round trips than the rule allows, and why. */
const EXPLAINED: Record<string, { most: number; why: string }> = {
  'POST /api/auth/email-changes/{id}/confirm': {
    most: 3,
    why: 'the password is asked for anew, as before every change of sign-in',
  },
  'GET /api/downloads/{ticket}': { most: 2, why: 'its ticket is used up' },
  'GET /api/remotes/{name}/versions': { most: 2, why: PUBLISHING },
  'POST /api/remotes/{name}/versions': { most: 3, why: PUBLISHING },
  'POST /api/remotes/{name}/versions/{version}/live': {
    most: 4,
    why: `${PUBLISHING}; and the versions are held against each other`,
  },
  'POST /api/remotes/{name}/versions/{version}/preview': {
    most: 4,
    why: `${PUBLISHING}; and the versions are held against each other`,
  },
  'POST /api/remotes/{name}/rollback': { most: 3, why: PUBLISHING },
  'DELETE /api/remotes/{name}/live': { most: 3, why: PUBLISHING },
}

const REPORTS = `whsec_${Buffer.from('a mail provider of the bench').toString('base64')}`

/** A read takes one round trip, a change at most two: one to read, one to write. Who asks is known without any. */
const allowed = (key: string): number => (key.startsWith('GET ') ? 1 : 2)

/** A day of a firm, in which every route of the API is asked, and goes well. */
async function day(caller: Caller, database: string, secret: string): Promise<void> {
  const db = createClient({ url: database })
  const email = 'bea@example.com'
  const token = await newBookkeeper(caller, email)
  const desk = await setUp(caller, token)
  await fillIn(caller, desk)
  await review(caller, desk)
  await chat(caller, desk)
  await agent(caller, email, desk)
  await clients(caller, desk)
  await workforms(caller, desk)
  await webhooks(caller, token)
  await mail(caller, db, { auth: secret, reports: REPORTS }, token, desk.clientId)
  await others(caller, token)
  await remotes(caller, database)
  const second = await newBookkeeper(caller, 'tom@example.com')
  await records(caller, desk, second)
  await providers(caller, 'tom@example.com')
  await sessions(caller, email)
  await factors(caller, email)
  db.close()
}

function rowOf(key: string, spent: Spent | undefined): Row {
  if (!spent) return { what: key, figure: 'not asked', against: '', budget: '', met: false }
  const trips = spent.reads + spent.writes
  const { most, why } = EXPLAINED[key] ?? { most: allowed(key), why: '' }
  // What a read sends to the database is seen there; after a write what follows it is on its way as well.
  const hidden =
    key.startsWith('GET ') && spent.writes === 0 && spent.seen !== spent.reads
      ? `, but ${spent.seen} seen at the database`
      : ''
  return {
    what: key,
    figure: `${spent.reads} + ${spent.writes}`,
    against: `${why}${hidden}`,
    budget: `≤ ${most}`,
    met: trips <= most && hidden === '',
  }
}

/** Round trips to the database of every route in the OpenAPI document: reads + writes, the most that an answer which went well has cost. */
export async function tripsRows(): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'portal-trips-'))
  const recorder = await startRecorder()
  const issuer = await startIssuer()
  const vars = {
    WRITES_PER_MINUTE: '0',
    READS_AT_ONCE: '0',
    ...issuer.variables,
    LIBSQL_URL: recorder.url,
    RESEND_WEBHOOK_SECRET: REPORTS,
  }
  const stack = await startStack({ data, port: 0, vars, floodLimit: 100_000 })
  recorder.target = stack.sqld.url
  issuer.admit(stack.url)
  try {
    const caller = new Caller(stack.url, recorder)
    await day(caller, stack.sqld.url, localSecret(data))
    const document = (await (await fetch(`${stack.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`),
    )
    const head: Row = {
      what: 'Round trips to the database',
      figure: 'reads + writes',
      against: '',
      budget: 'read 1, change 2',
      met: null,
    }
    return [head, ...routes.toSorted().map((key) => rowOf(key, caller.spent.get(key)))]
  } finally {
    await stack.stop()
    await issuer.stop()
    await recorder.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
