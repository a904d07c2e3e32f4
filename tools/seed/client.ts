import * as schema from '../../worker/src/platform/db/schema/index.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { seedAssignment } from './assignment.ts'
import type { DemoClient } from './people.ts'
import type { SeededClient, Seeding } from './seeding.ts'

/** Adds a client with account, conversation and work. */
export function seedClient(s: Seeding, demo: DemoClient, passwordHash: string): void {
  const { name, email, phone, company, status, signedUp } = demo
  const client: SeededClient = { ...demo, id: uuidv7(), userId: signedUp ? uuidv7() : null }
  const { id, userId } = client
  const since = s.ago(demo.since)
  const times = { created_at: since, updated_at: since }
  if (userId) {
    s.add(schema.authUsers, { id: userId, email, password_hash: passwordHash, email_confirmed_at: since, ...times })
    const person = { name, email, phone, company, time_zone: s.timeZone }
    s.add(schema.profiles, { id: userId, role: 'client', ...person, ...times })
  }
  const owner = { bookkeeper_id: s.bookkeeper.userId, firm_id: s.firmId }
  s.add(schema.bookClients, { id, name, email, phone, company, status, ...owner, ...times })
  const account = { auth_user_id: userId, email, password_set: signedUp }
  s.add(schema.bookClientAuth, { id: uuidv7(), client_id: id, ...account, ...times })
  s.log(since, s.bookkeeper, {
    action: 'client.created',
    subjectType: 'client',
    subjectId: id,
    clientId: id,
    detail: { name, email },
  })
  seedChat(s, client)
  for (const work of demo.work) {
    const workform = s.workforms.find((form) => form.name === work.workform)
    if (workform) seedAssignment(s, client, work, workform)
  }
}

function seedChat(s: Seeding, { id: client_id, chat, since }: SeededClient): void {
  const id = uuidv7()
  // Each side has read what it answered.
  const readBy = (side: 'bookkeeper' | 'client') => chat.findLastIndex(([sender]) => sender === side) + 1
  const [bookkeeperRead, clientRead] = [readBy('bookkeeper'), readBy('client')]
  s.add(schema.chatThreads, {
    id,
    bookkeeper_id: s.bookkeeper.userId,
    client_id,
    updated_at: s.ago((chat.at(-1)?.[2] ?? since * 24) / 24),
    bookkeeper_read: bookkeeperRead,
    bookkeeper_delivered: bookkeeperRead,
    client_read: clientRead,
    client_delivered: clientRead,
  })
  for (const [sender, message, hours] of chat) {
    const created_at = s.ago(hours / 24)
    s.add(schema.chatMessages, { id: uuidv7(), thread_id: id, sender, message, attachments: [], created_at })
  }
}
