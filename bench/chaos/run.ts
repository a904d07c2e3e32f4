import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chat } from './actors/chat.ts'
import { runOffice } from './actors/office.ts'
import { fillIn, review } from './actors/sections.ts'
import { NO_FAULT } from './actors/user.ts'
import { checkAll } from './checks/index.ts'
import { FAULTS } from './faults.ts'
import { type Portal, startPortal } from './portal.ts'
import { Random } from './random.ts'
import { printReport } from './report.ts'
import { proveChecks } from './sabotage.ts'
import type { Scenario } from './scenario.ts'
import { createScenario, settle } from './setup.ts'

/**
 * `pnpm chaos`: actors use a portal while faults happen, and record as promises what the portal acknowledged. Then the
 * checks compare the promises with what is stored and delivered.
 */
const { values: options } = parseArgs({
  options: {
    /** Repeats a run. */
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    /** Selects faults by name. */
    only: { type: 'string', multiple: true, default: FAULTS.map((fault) => fault.name) },
    /** Shows that the checks detect lost data. */
    prove: { type: 'boolean', default: false },
  },
})
const seed = Number(options.seed)
const chosen = FAULTS.filter((fault) => options.only.includes(fault.name))
if (!Number.isInteger(seed) || chosen.length < options.only.length)
  throw new Error(`--seed takes a whole number, --only one of: ${FAULTS.map((fault) => fault.name).join(', ')}`)

/** Time without a fault before, between and after faults. */
const CALM_MS = 1500
/** How long actors work with `--prove`, without faults. */
const PROVE_MS = 8000

/** Lets all actors work until the scenario is over. */
async function work(scenario: Scenario, random: Random): Promise<void> {
  const actors = scenario.bookkeepers.flatMap((bookkeeper) => [
    review(scenario, bookkeeper, random.fork()),
    runOffice(scenario, bookkeeper, random.fork()),
    chat(scenario, bookkeeper.user, bookkeeper.clients, random.fork()),
    ...bookkeeper.clients.map((client) => fillIn(scenario, client, random.fork())),
    ...bookkeeper.clients
      .filter((_, i) => i % 2 === 0)
      .map((client) => chat(scenario, client.user, [client], random.fork())),
  ])
  await Promise.all(actors)
}

/** Causes the chosen faults, in random order. */
async function causeFaults({ portal, responses }: Scenario, random: Random): Promise<void> {
  const faults = chosen.flatMap((fault) => Array.from({ length: fault.times ?? 1 }, () => fault))
  await pause(CALM_MS)
  for (let fault = random.take(faults); fault; fault = random.take(faults)) {
    const started = performance.now()
    responses.fault = fault.name
    await fault.cause(portal, random)
    console.log(`${fault.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    // Requests shortly after a fault still show its effects.
    await pause(CALM_MS)
    responses.fault = NO_FAULT
    await pause(CALM_MS / 3)
  }
}

/** Returns the exit code. */
async function run(portal: Portal): Promise<number> {
  const random = new Random(seed)
  const scenario = await createScenario(portal, random)
  const working = work(scenario, random)
  await (options.prove ? pause(PROVE_MS) : causeFaults(scenario, random))
  scenario.isOver = true
  await working
  await settle(portal, { withDigests: false })
  for (const { connection } of scenario.tabs) connection.end()
  await settle(portal, { withDigests: true })
  if (options.prove) return proveChecks(scenario)
  const tally = await checkAll(scenario)
  printReport(scenario, tally, chosen)
  return tally.broken.length === 0 ? 0 : 1
}

console.log(`Repeat this run with: pnpm chaos --seed ${seed}`)
const portal = await startPortal()
// Miniflare exits immediately on a signal, which would leave the database server behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.removeAllListeners(signal).on(signal, () => void portal.stop().finally(() => process.exit(1)))
process.exitCode = await run(portal).finally(() => portal.stop())
