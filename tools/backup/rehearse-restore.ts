import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@libsql/client/http'
import { StartError } from '../command/start-error.ts'
import { checkAudit } from '../operate/audit/verify-logs.ts'
import type { Stack } from '../run/stack.ts'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../seed/people.ts'
import { backUp, differences, restore, wipe } from './backup-folder.ts'
import { storeOf } from './store.ts'

/** Signs in, which makes the portal seal all open entries of the audit log, and waits until they are sealed. */
async function sealAudit({ url, sqld }: Stack): Promise<void> {
  const person = { email: DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: 'bookkeeper' }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person) }
  const response = await fetch(new URL('/api/auth/sign-in', url), init)
  if (!response.ok) throw new StartError(`The demo bookkeeper cannot sign in: ${response.status}.`)
  const client = createClient({ url: sqld.url })
  try {
    const hasUnsealed = async () =>
      (await client.execute('SELECT 1 FROM audit_log WHERE hash IS NULL LIMIT 1')).rows.length > 0
    while (await hasUnsealed()) await wait(100)
  } finally {
    client.close()
  }
}

/**
 * Backs up a portal with demo data, wipes it, restores it and compares the result.
 * @throws StartError when anything differs
 */
export async function rehearse(stack: Stack, folder: string, log: (line: string) => void): Promise<void> {
  await sealAudit(stack)
  const store = await storeOf(stack)
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const result = await work()
    log(`${step} (${Math.round(performance.now() - started)} ms)`)
    return result
  }
  const manifest = await timed('backed up', () => backUp(store, folder))
  const before = await checkAudit(store.database)
  await timed('wiped', () => wipe(store))
  const missing = await differences(store, manifest)
  if (missing.length === 0) throw new StartError('The portal has no data to back up.')
  await timed('restored', () => restore(store, folder))
  const problems = await timed('compared', () => differences(store, manifest))
  const audit = await checkAudit(store.database)
  if (audit.broken.length > 0) problems.push(`audit log: invalid entries ${audit.broken.join(', ')}`)
  if (audit.sealed !== before.sealed)
    problems.push(`audit log: ${before.sealed} sealed entries before, ${audit.sealed} after`)
  if (problems.length > 0) throw new StartError(`The restored data differs:\n${problems.join('\n')}`)
  const rows = Object.values(manifest.tables).reduce((sum, t) => sum + t.rows, 0)
  const files = Object.values(manifest.buckets).reduce((sum, b) => sum + b.length, 0)
  const tables = Object.keys(manifest.tables).length
  log(`All data matches: ${rows} rows in ${tables} tables, ${files} files, ${audit.sealed} sealed audit log entries.`)
}
