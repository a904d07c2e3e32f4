import '../../tools/run/lean.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Attack, takeAttacks, Trial } from './lib/attack.ts'
import { type Environment, startTarget, type Target } from './lib/target.ts'
import { TOPICS } from './topics.ts'

/**
 * `pnpm attack`: attacks portals of its own, as strangers, clients and bookkeepers could. `pnpm attack tokens
 * races` runs these topics only. The exit code is not 0 when an attack broke a portal or its setup failed.
 */

/** How many holes are shown of one attack. */
const MAX_SHOWN = 40
const MAX_EXIT_CODE = 100

/** Runs an attack and prints its result. @returns whether the portal held */
async function runAttack(topic: string, { name, run }: Attack, target: Target): Promise<boolean> {
  const t = new Trial()
  await run(t, target).catch((error: unknown) => t.holes.push(`stopped: ${String(error)}`))
  if (t.checks === 0) t.holes.push('ended without a verdict')
  const details = [`${t.checks.toLocaleString('en')} checks`, ...t.notes].join('; ')
  console.log(`${t.holes.length > 0 ? 'BROKE' : 'held '}  ${topic}: ${name} (${details})`)
  for (const hole of t.holes.slice(0, MAX_SHOWN)) console.log(`         ${hole}`)
  if (t.holes.length > MAX_SHOWN) console.log(`         and ${t.holes.length - MAX_SHOWN} more`)
  return t.holes.length === 0
}

/** Loads a topic, which registers its attacks, and prints an error if that fails. @returns whether it succeeded */
async function setUp(topic: string, load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load()
    return true
  } catch (error) {
    console.log(`ERROR  ${topic}: setup failed, so the topic is incomplete: ${String(error)}`)
    return false
  }
}

/** Counts each unexpected error of the worker as a hole, whatever the response was. */
const unexpectedErrors: Attack = {
  name: 'unexpected errors in the log',
  run: async (t, { log }) => {
    t.notes.push(`${log.lines.toLocaleString('en')} lines`)
    t.check(log.errors.size === 0, [...log.errors].join('\n         '))
  },
}

/** Runs topics against a new portal. @returns the number of attacks that broke it and of failed setups */
async function attackPortal(environment: Environment, topics: readonly string[]): Promise<number> {
  await using target = await startTarget(environment)
  const stop = async () => {
    await target[Symbol.asyncDispose]()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  const held: boolean[] = []
  const failed: string[] = []
  for (const topic of topics) {
    const load = TOPICS[environment][topic]
    if (!load) continue
    const started = performance.now()
    if (!(await setUp(topic, load))) failed.push(topic)
    for (const next of takeAttacks()) held.push(await runAttack(topic, next, target))
    console.log(`       ${topic} took ${Math.round((performance.now() - started) / 1000)} s`)
  }
  held.push(await runAttack(environment, unexpectedErrors, target))
  const broke = held.filter((isHeld) => !isHeld).length
  const errors = failed.length > 0 ? `, setup failed: ${failed.join(' ')}` : ''
  console.log(`\n${environment}: ${held.length - broke} held, ${broke} broke${errors}\n`)
  return broke + failed.length
}

const runNode = (...args: string[]): number => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1

/** Runs each environment in a process of its own, because the test helpers know one portal. */
function attackPortals(requested: readonly string[]): number {
  const known = Object.values(TOPICS).flatMap((topics) => Object.keys(topics))
  const unknown = requested.find((topic) => !known.includes(topic))
  if (unknown !== undefined) throw new Error(`There is no topic ${unknown}: ${[...new Set(known)].join(', ')}`)
  if (runNode(join(import.meta.dirname, '../../tools/run/build.ts')) !== 0) throw new Error('The build failed.')
  return Object.entries(TOPICS).reduce((failures, [environment, topics]) => {
    const chosen = Object.keys(topics).filter((topic) => requested.length === 0 || requested.includes(topic))
    return chosen.length === 0 ? failures : failures + runNode(import.meta.filename, `--${environment}`, ...chosen)
  }, 0)
}

const args = process.argv.slice(2)
const environment = (['development', 'production'] as const).find((name) => args[0] === `--${name}`)
const failures = environment ? await attackPortal(environment, args.slice(1)) : attackPortals(args)
process.exitCode = Math.min(failures, MAX_EXIT_CODE)
