import { randomUUID } from 'node:crypto'
import type { FileAnswer } from '../../../worker/contract/src/fields.ts'
import type { Random } from '../random.ts'
import type { Client, Scenario } from '../scenario.ts'
import { promiseRemoval, toConversation, upload } from './upload.ts'
import type { User } from './user.ts'

interface Message {
  id: string
  threadId: string
  files: FileAnswer[]
}

async function sendMessage(scenario: Scenario, user: User, client: Client, random: Random): Promise<Message> {
  const { promises } = scenario
  const { threadId } = client
  const id = randomUUID()
  const message = `Message ${id}`
  const files = random.chance(0.15) ? [await upload(promises, user, toConversation(threadId), random)] : []
  const args = { param: { id: threadId }, json: { id, message, attachments: files.map((file) => file.id) } }
  await user.send((api) => api.chat.threads[':id'].messages.$post(args))
  promises.add('messages', id, { text: message, isDeleted: false, files: files.length })
  for (const { id: userId } of [client.user, client.bookkeeper.user])
    promises.add('live messages', `user:${userId} ${id}`, 1)
  return { id, threadId, files }
}

async function remove({ promises }: Scenario, user: User, { id, threadId, files }: Message): Promise<void> {
  const args = { param: { id: threadId, messageId: id } }
  await user.send((api) => api.chat.threads[':id'].messages[':messageId'].$delete(args))
  promises.add('messages', id, { text: '', isDeleted: true, files: 0 })
  for (const file of files) promiseRemoval(promises, user, file)
}

/** Sends and deletes messages in conversations with these clients. */
export function chat(scenario: Scenario, user: User, clients: readonly Client[], random: Random): Promise<void> {
  const messages: Message[] = []
  return scenario.repeat(random, async () => {
    const last = random.chance(0.07) ? messages.pop() : undefined
    if (last) return remove(scenario, user, last)
    messages.push(await sendMessage(scenario, user, random.pick(clients), random))
  })
}
