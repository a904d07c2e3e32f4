import type { Receiver } from '../../worker/src/testing/receiver.ts'
import { checkLive, type Listener } from './checks/live.ts'
import { checkMessages } from './checks/messages.ts'
import { checkObjects } from './checks/objects.ts'
import { checkOffice } from './checks/office.ts'
import { checkMails, checkNotifications, checkOutbox, checkWebhooks } from './checks/outbox.ts'
import { checkSections } from './checks/sections.ts'
import { OVERALL, Tally } from './checks/tally.ts'
import { checkTrail } from './checks/trail.ts'
import type { World } from './world.ts'

/** Who listened all the while: tabs, and each bookkeeper's receiver of webhooks by their user id. */
export interface Listeners {
  tabs: readonly Listener[]
  hooks: ReadonlyMap<string, Receiver>
}

/** Compares what people were promised with what is stored, and with what has reached everybody else. */
export async function checkAll(world: World, { tabs, hooks }: Listeners): Promise<Tally> {
  const tally = new Tally()
  const { surprises, repeats } = world.ledger
  for (const surprise of surprises) tally.note('answers', surprise, surprise.what)
  for (const repeat of repeats) tally.note('repeats', repeat, undefined)
  for (const what of world.witness.unclean) tally.note('clean answers', OVERALL, what)
  await checkSections(world, tally)
  await checkMessages(world, tally)
  await checkOffice(world, tally)
  await checkOutbox(world, tally)
  await checkMails(world, tally)
  await checkNotifications(world, tally)
  await checkWebhooks(world, tally, hooks)
  await checkLive(world, tally, tabs)
  await checkTrail(world, tally)
  await checkObjects(world, tally)
  return tally
}
