import { setTimeout as wait } from 'node:timers/promises'
import { LastingTab } from '../../shell/e2e/lasting-tab.ts'
import { WEBHOOK_EVENTS } from '../../worker/contract/src/webhook-events.ts'
import { type Receiver, startReceiver } from '../../worker/src/testing/receiver.ts'
import { checkAll, type Listeners } from './check.ts'
import type { Listener } from './checks/live.ts'
import { talk } from './chatting.ts'
import { review } from './deciding.ts'
import { drained } from './drain.ts'
import { type Fault, FAULTS } from './faults.ts'
import { fillIn } from './filling-in.ts'
import { newLedger } from './ledger.ts'
import { assign, runOffice } from './office.ts'
import { type Bookkeeper, makePeople } from './people.ts'
import { prove } from './prove.ts'
import { Random } from './random.ts'
import { printReport } from './report.ts'
import { type Stand, startStand } from './stand.ts'
import { Witness } from './witness.ts'
import type { World } from './world.ts'

/** A run from beginning to end. */

const BOOKKEEPERS = 2
const CLIENTS_EACH = 4
/** Things that one person does at most; the faults are over before. */
const MOST = 600
/** Between two faults, and before the first, everything goes well for so long, in milliseconds. */
const CALM_MS = 1500
const DRAIN_MS = 60_000

export interface Options {
  seed: number
  /** Names of faults; all where empty. */
  only: readonly string[]
  prove: boolean
}

/** Two tabs of each bookkeeper, and one of every other client: who is not there gets mail about messages. */
async function openTabs(stand: Stand, bookkeepers: readonly Bookkeeper[]): Promise<Listener[]> {
  const people = bookkeepers.flatMap(({ person, clients }) => [
    person,
    person,
    ...clients.flatMap((c, i) => (i % 2 ? [] : c.person)),
  ])
  // What was told before anybody was there is nobody's to hear.
  await drained(stand, false, DRAIN_MS)
  const [last] = (await stand.db.execute('SELECT max(seq) AS seq FROM outbox')).rows
  const since = Number(last?.['seq'] ?? 0)
  const listeners = people.map((person) => ({
    userId: person.userId,
    since,
    tab: new LastingTab(stand.url, () => person.access()),
  }))
  for (const { tab } of listeners) tab.connect()
  while (!listeners.every((l) => l.tab.isLive)) await wait(20)
  return listeners
}

async function addHook(bookkeeper: Bookkeeper): Promise<[string, Receiver]> {
  const receiver = await startReceiver()
  await bookkeeper.person.insist('POST', '/webhooks', { json: { url: receiver.url, events: WEBHOOK_EVENTS } })
  return [bookkeeper.person.userId, receiver]
}

/** Everybody at once, each with chance of their own. */
function goToWork(world: World, random: Random): Promise<unknown> {
  const work = world.bookkeepers.flatMap((bookkeeper) => [
    review(world, bookkeeper, random.fork(), MOST),
    runOffice(world, bookkeeper, random.fork(), MOST),
    talk(world, bookkeeper.person, bookkeeper.clients, random.fork(), MOST),
    ...bookkeeper.clients.flatMap((client, i) => [
      fillIn(world, client, random.fork(), MOST),
      ...(i % 2 ? [] : [talk(world, client.person, [client], random.fork(), MOST)]),
    ]),
  ])
  return Promise.all(work)
}

async function strikeAll(
  world: World,
  faults: readonly Fault[],
  random: Random,
  hooks: readonly Receiver[],
): Promise<void> {
  await wait(CALM_MS)
  for (const fault of faults) {
    const began = performance.now()
    world.witness.fault = fault.name
    await fault.strike(world.stand, random, hooks)
    console.log(`  ${fault.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    // What it leaves behind shows in the moments after it.
    await wait(CALM_MS)
    world.witness.fault = 'no fault'
    await wait(CALM_MS / 3)
  }
}

async function come(world: World, listeners: Listeners): Promise<void> {
  await drained(world.stand, false, DRAIN_MS)
  for (const { tab } of listeners.tabs) tab.end()
  const left = await drained(world.stand, true, DRAIN_MS)
  if (left.outbox + left.digests + left.unsealed > 0)
    console.log(`  left after ${DRAIN_MS / 1000} s: ${JSON.stringify(left)}`)
}

async function chaos(stand: Stand, { seed, only, prove: isProof }: Options): Promise<number> {
  const random = new Random(seed)
  const witness = new Witness()
  const chosen = FAULTS.filter((f) => !isProof && (only.length === 0 || only.includes(f.name)))
  const possible = chosen.filter((f) => f.missing?.(stand) === undefined)
  const faults = random.shuffled(possible.flatMap((f) => Array.from({ length: f.times }, () => f)))
  const bookkeepers = await makePeople(stand, witness, BOOKKEEPERS, CLIENTS_EACH)
  const world: World = {
    stand,
    witness,
    ledger: newLedger(),
    bookkeepers,
    open: new Map(),
    waiting: new Map(),
    isOver: false,
  }
  const hooks = new Map(await Promise.all(bookkeepers.map(addHook)))
  const listeners: Listeners = { tabs: await openTabs(stand, bookkeepers), hooks }
  for (const bookkeeper of bookkeepers)
    for (const client of bookkeeper.clients) await assign(world, bookkeeper, client, random)
  try {
    const work = goToWork(world, random)
    await strikeAll(world, faults, random, [...hooks.values()])
    if (isProof) await wait(8000)
    world.isOver = true
    await work
    await come(world, listeners)
    if (isProof) return await prove(world, listeners)
    const tally = await checkAll(world, listeners)
    printReport({ world, tally, chosen, seed })
    return tally.broken.length === 0 ? 0 : 1
  } finally {
    world.isOver = true
    for (const { tab } of listeners.tabs) tab.end()
    for (const hook of hooks.values()) await hook.stop()
  }
}

/** Runs it all. @returns the exit code */
export async function runChaos(options: Options): Promise<number> {
  const unknown = options.only.find((name) => !FAULTS.some((f) => f.name === name))
  if (unknown !== undefined) throw new Error(`There is no fault "${unknown}": ${FAULTS.map((f) => f.name).join(', ')}`)
  console.log(`seed ${options.seed} (pnpm chaos --seed ${options.seed} repeats it)`)
  const stand = await startStand()
  // Miniflare ends the process at once on a signal; the database server would stay behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.removeAllListeners(signal).on(signal, () => void stand.stop().finally(() => process.exit(1)))
  try {
    return await chaos(stand, options)
  } finally {
    await stand.stop()
  }
}
