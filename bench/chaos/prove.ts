import { checkAll, type Listeners } from './check.ts'
import { rows } from './checks/rows.ts'
import type { World } from './world.ts'

/** Shows that the checks can fail: after a quiet run, in which all promises were kept, one thing after the other is spoiled behind the portal's back. */

interface Spoiling {
  what: string
  /** The check that has to find it. */
  check: string
  spoil: (world: World, listeners: Listeners) => Promise<unknown>
}

/** Turns a list around in its place. */
const turn = <T>(list: T[] | undefined): T[] | undefined => list?.splice(0, list.length, ...list.toReversed())

/** Changes the database behind the portal's back. */
const change =
  (...statements: string[]) =>
  (world: World): Promise<unknown> =>
    world.stand.db.batch(statements, 'write')

async function removeObject(world: World): Promise<void> {
  const [file] = await rows<{ path: string }>(world, `SELECT path FROM files WHERE state = 'stored' LIMIT 1`)
  await (await world.stand.miniflare.getR2Bucket('UPLOADS')).delete(file?.path ?? '')
}

async function addRefusal(world: World): Promise<void> {
  // An answer that no fault explains: the person is not signed in.
  await world.bookkeepers[0]?.clients[0]?.person.ask('GET', '/nothing-such', {})
  world.witness.note('no fault', 'unclean', 0, 'a stack')
}

const LAST_MESSAGE = '(SELECT id FROM chat_messages WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 1)'
const A_SUBMISSION = `(SELECT id FROM audit_log WHERE action = 'section.submitted' ORDER BY seq LIMIT 1)`

const SPOILINGS: readonly Spoiling[] = [
  {
    what: 'a tab misses an event',
    check: 'live events',
    spoil: async (_, { tabs }) => tabs[0]?.tab.events.splice(3, 1),
  },
  {
    what: 'two events come in the wrong order',
    check: 'order of live events',
    spoil: async (_, { tabs }) => turn(tabs[1]?.tab.events),
  },
  { what: 'a mail never came', check: 'mails', spoil: async ({ stand }) => stand.mail.got.splice(0, 1) },
  {
    what: 'a webhook never came',
    check: 'webhooks',
    spoil: async (_, { hooks }) => [...hooks.values()][0]?.got.splice(0, 1),
  },
  {
    what: 'webhooks come in the wrong order',
    check: 'order of webhooks',
    spoil: async (_, { hooks }) => turn([...hooks.values()][1]?.got),
  },
  {
    what: 'a message is lost',
    check: 'messages',
    spoil: change(`DELETE FROM chat_messages WHERE id = ${LAST_MESSAGE}`),
  },
  {
    what: 'a message says something else',
    check: 'messages',
    spoil: change(`UPDATE chat_messages SET message = 'x' WHERE deleted_at IS NULL`),
  },
  {
    what: 'answers are others',
    check: 'state of sections',
    spoil: change(`UPDATE book_form_submissions SET data = '{}'`),
  },
  {
    what: 'a section goes back to where it was',
    check: 'state of sections',
    spoil: change('UPDATE book_client_workforms SET version = version - 1'),
  },
  { what: 'a notification is lost', check: 'notifications', spoil: change('DELETE FROM book_client_notifications') },
  {
    what: 'an imported client is there no more',
    check: 'imported clients',
    spoil: change(`UPDATE book_clients SET email = 'x' || email`),
  },
  { what: 'an object is lost', check: 'objects of files', spoil: removeObject },
  {
    what: 'a file is not what was sent',
    check: 'files',
    spoil: change(
      `UPDATE files SET path = (SELECT path FROM files f WHERE f.state = 'stored' AND f.id <> files.id LIMIT 1) || id WHERE state = 'stored'`,
    ),
  },
  {
    what: 'an entry of the audit log is another',
    check: 'audit chain',
    // As somebody could who has the database's files: the triggers that refuse it are gone.
    spoil: async (world) => {
      const triggers = await rows<{ name: string }>(
        world,
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'`,
      )
      const drops = triggers.map(({ name }) => `DROP TRIGGER ${name}`)
      await change(...drops, `UPDATE audit_log SET actor_id = 'x' WHERE id = ${A_SUBMISSION}`)(world)
    },
  },
  {
    what: 'an entry of the audit log is lost',
    check: 'audit entries',
    spoil: change(`DELETE FROM audit_log WHERE id = ${A_SUBMISSION}`),
  },
  {
    what: 'an effect was queued, and never delivered',
    check: 'outbox',
    spoil: change(
      `UPDATE outbox SET done_at = NULL WHERE seq = (SELECT max(seq) FROM outbox)`,
      `UPDATE outbox SET next_at = '2999' WHERE done_at IS NULL`,
    ),
  },
  {
    what: 'a due date is not what was set',
    check: 'due dates',
    spoil: change(`UPDATE book_client_workforms SET due_date = '2020-01-01'`),
  },
  { what: 'somebody sees a stack', check: 'clean answers', spoil: addRefusal },
]

/** @returns the exit code: 0 where each was found by its check, and nothing before */
export async function prove(world: World, listeners: Listeners): Promise<number> {
  const before = await checkAll(world, listeners)
  for (const { check, what } of before.broken) console.log(`✗ before anything was spoiled: ${check}: ${what}`)
  let missed = before.broken.length
  for (const { what, check, spoil } of SPOILINGS) {
    const already = (await checkAll(world, listeners)).broken.filter((b) => b.check === check).length
    await spoil(world, listeners)
    const now = (await checkAll(world, listeners)).broken.filter((b) => b.check === check).length
    if (now <= already) missed++
    console.log(
      `${now > already ? '✓' : '✗'} ${what}: ${now > already ? `found by "${check}"` : `not found by "${check}"`}`,
    )
  }
  console.log(missed === 0 ? 'Every check can fail.' : `${missed} not as they should be.`)
  return missed === 0 ? 0 : 1
}
