import { randomUUID } from 'node:crypto'
import { upload } from './files.ts'
import type { FilePromise, MessagePromise } from './ledger.ts'
import type { ClientAtWork, Person } from './people.ts'
import type { Random } from './random.ts'
import { isYes, lane, surprise, type World } from './world.ts'

/** What is said on both sides: written, edited, deleted, with files. */

async function write(world: World, person: Person, threadId: string, random: Random): Promise<void> {
  const id = randomUUID()
  const text = `Message ${id}`
  const files: FilePromise[] = []
  if (random.chance(0.15)) {
    const kept = await upload(person, { thread: threadId }, random)
    if ('status' in kept) surprise(world, 'an attachment', kept)
    else files.push(kept)
  }
  const json = { id, message: text, attachments: files.map((f) => f.file.id) }
  const sent = await person.insist('POST', `/chat/threads/${threadId}/messages`, { json })
  if (!isYes(world, 'a message', sent)) return
  const sender = person.actor.role
  world.ledger.messages.set(id, { id, threadId, sender, text, files, isDeleted: false, during: sent.during })
}

async function edit(world: World, person: Person, message: MessagePromise): Promise<void> {
  const text = `Edited ${randomUUID()}`
  const edited = await person.insist('PATCH', `/chat/threads/${message.threadId}/messages/${message.id}`, {
    json: { message: text },
  })
  // A clock that has jumped: the five minutes are over.
  if (edited.status === 409 && world.stand.clock) return
  if (isYes(world, 'editing a message', edited)) Object.assign(message, { text, during: edited.during })
}

async function remove(world: World, person: Person, message: MessagePromise): Promise<void> {
  const removed = await person.insist('DELETE', `/chat/threads/${message.threadId}/messages/${message.id}`)
  if (!isYes(world, 'deleting a message', removed)) return
  Object.assign(message, { text: '', isDeleted: true, during: removed.during })
  for (const file of message.files) file.isKept = false
}

/** Somebody who talks with those whose conversations are given. */
export function talk(
  world: World,
  person: Person,
  partners: readonly ClientAtWork[],
  random: Random,
  most: number,
): Promise<void> {
  return lane(world, random, most, async () => {
    const { threadId } = random.pick(partners)
    const own = [...world.ledger.messages.values()].filter(
      (m) => m.threadId === threadId && m.sender === person.actor.role && !m.isDeleted,
    )
    const last = own.at(-1)
    if (last && random.chance(0.1)) return edit(world, person, last)
    if (last && random.chance(0.07)) return remove(world, person, last)
    return write(world, person, threadId, random)
  })
}
