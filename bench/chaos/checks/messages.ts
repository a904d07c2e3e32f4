import type { MessagePromise } from '../ledger.ts'
import { allClients, type World } from '../world.ts'
import { checkFile } from './sections.ts'
import { OVERALL, type Tally } from './tally.ts'

/** Conversations: every acknowledged message is there once, as it was said last; places have no gap. */

interface Stored {
  id: string
  seq: number
  message: string
  deleted_at: string | null
  attachments: { id: string }[]
}
interface Page {
  items: Stored[]
  newer: number | null
}

function problemOf(promise: MessagePromise, found: readonly Stored[]): string | undefined {
  const [stored] = found
  if (!stored || found.length > 1) return `message ${promise.id} is there ${found.length} times`
  if ((stored.deleted_at !== null) !== promise.isDeleted)
    return `message ${promise.id}: deletion undone, or done by itself`
  if (stored.message !== promise.text) return `message ${promise.id} says something else`
  const files = promise.isDeleted ? 0 : promise.files.length
  return stored.attachments.length === files
    ? undefined
    : `message ${promise.id} has ${stored.attachments.length} files`
}

export async function checkMessages(world: World, tally: Tally): Promise<void> {
  for (const { person, threadId } of allClients(world)) {
    const stored: Stored[] = []
    for (let from: number | null = 1; from !== null; ) {
      const { body }: { body: Page } = await person.insist<Page>(
        'GET',
        `/chat/threads/${threadId}/messages?limit=100&from=${from}`,
      )
      stored.push(...body.items)
      from = body.newer
    }
    const gap = stored.find((m, i) => m.seq !== i + 1)
    tally.note('places in conversations', OVERALL, gap ? `thread ${threadId}: a gap before ${gap.seq}` : undefined)
    const promised = [...world.ledger.messages.values()].filter((m) => m.threadId === threadId)
    for (const promise of promised) {
      tally.note(
        'messages',
        promise,
        problemOf(
          promise,
          stored.filter((m) => m.id === promise.id),
        ),
      )
      for (const file of promise.files) await checkFile(tally, person, file)
    }
    const more = stored.length - promised.length
    tally.note(
      'nothing doubled',
      OVERALL,
      more > 0 ? `thread ${threadId}: ${more} more messages than were acknowledged` : undefined,
    )
  }
}
