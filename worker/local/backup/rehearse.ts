import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@libsql/client/http'
import { DEMO_BOOKKEEPER, DEMO_PASSWORD } from '../seed/people.ts'
import { StartError } from '../sqld.ts'
import type { Stack } from '../stack.ts'
import { checkAudit } from './audit.ts'
import { backUp, differences, restore, wipe } from './backup.ts'
import { storeOf } from './store.ts'

/** Somebody signs in: an entry of the audit log, upon which the portal seals all that are not yet. Resolves when they are. */
async function sealAudit({ url, sqld }: Stack): Promise<void> {
  const person = { email: DEMO_BOOKKEEPER.email, password: DEMO_PASSWORD, portal: 'bookkeeper' }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person) }
  const answer = await fetch(new URL('/api/auth/sign-in', url), init)
  if (!answer.ok) throw new StartError(`Nobody can sign in: ${answer.status}.`)
  const client = createClient({ url: sqld.url })
  try {
    const open = async () =>
      (await client.execute('SELECT 1 FROM audit_log WHERE hash IS NULL LIMIT 1')).rows.length > 0
    while (await open()) await wait(100)
  } finally {
    client.close()
  }
}

/**
 * Saves a portal's data, destroys it, restores it and compares; somebody of the demo data must be in it.
 * @throws StartError when anything differs
 */
export async function rehearse(stack: Stack, folder: string, say: (line: string) => void): Promise<void> {
  await sealAudit(stack)
  const store = await storeOf(stack)
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    say(`${what} (${Math.round(performance.now() - began)} ms)`)
    return result
  }
  const manifest = await timed('saved', () => backUp(store, folder))
  const before = await checkAudit(store.database)
  await timed('wiped', () => wipe(store))
  const gone = await differences(store, manifest)
  if (gone.length === 0) throw new StartError('There was nothing to save: a rehearsal needs data.')
  await timed('restored', () => restore(store, folder))
  const found = await timed('compared', () => differences(store, manifest))
  const audit = await checkAudit(store.database)
  if (audit.broken.length > 0) found.push(`audit log broken at ${audit.broken.join(', ')}`)
  if (audit.sealed !== before.sealed)
    found.push(`audit log: ${before.sealed} sealed entries before, ${audit.sealed} after`)
  if (found.length > 0) throw new StartError(`Not the same:\n${found.join('\n')}`)
  const rows = Object.values(manifest.tables).reduce((sum, t) => sum + t.rows, 0)
  const files = Object.values(manifest.buckets).reduce((sum, b) => sum + b.length, 0)
  say(
    `The same: ${rows} rows in ${Object.keys(manifest.tables).length} tables, ${files} files, ${audit.sealed} sealed entries of the audit log.`,
  )
}
