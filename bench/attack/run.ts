import '../../worker/local/lean.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { TARGET_VARIABLE } from '../../worker/src/testing/target.ts'
import { type Attack, count, printAttacks } from './attack.ts'
import { startProductionTarget, startTarget, type Target } from './target.ts'

/**
 * `pnpm attack`: tries to break into a portal of its own, as strangers, clients and bookkeepers would. With names of parts
 * (`pnpm attack tokens races`) only those. Ends with 1 when something broke.
 */

/** One file each, loaded once the portal runs: they use the helpers of the worker's tests, which must know where it is. */
const PARTS: Record<string, () => Promise<(target: Target) => Promise<Attack[]>>> = {
  routes: async () => (await import('./routes.ts')).attackRoutes,
  uploads: async () => (await import('./uploads.ts')).attackUploads,
  addresses: async () => (await import('./ssrf.ts')).attackAddresses,
  headers: async () => (await import('./headers.ts')).attackHeaders,
  markup: async () => (await import('./markup.ts')).attackMarkup,
  exports: async () => (await import('./exports.ts')).attackExports,
  dependencies: async () => (await import('./dependencies.ts')).attackDependencies,
  fuzz: async () => (await import('./fuzz.ts')).attackFuzz,
  tokens: async () => (await import('./tokens.ts')).attackTokens,
  guessing: async () => (await import('./guessing.ts')).attackGuessing,
  enumeration: async () => (await import('./enumeration.ts')).attackEnumeration,
  races: async () => (await import('./races.ts')).attackRaces,
  'cross-site': async () => (await import('./cross-site.ts')).attackCrossSite,
}

/** Likewise, against a portal with production's settings: in a process of its own, since the helpers know one portal. */
const PRODUCTION_PARTS: typeof PARTS = {
  neighbours: async () => (await import('./neighbours.ts')).attackNeighbours,
  capacity: async () => (await import('./capacity.ts')).attackCapacity,
  sessions: async () => (await import('./sessions.ts')).attackSessions,
  records: async () => (await import('./records.ts')).attackRecords,
}
const IN_PRODUCTION = '--production'

/** What the worker did not expect is a break, whatever the answer looked like. */
const unexpected = ({ log }: Target): Attack => ({
  what: 'errors in the log that nobody planned',
  tried: count(log.lines, 'lines'),
  broke: [...log.errors],
})

/** A part that could not go on has found something, if only about itself. */
const broken = (error: unknown): Attack[] => [{ what: 'could not go on', tried: '', broke: [String(error)] }]

/** What a part found, with its name before it. */
async function findings(name: string, target: Target): Promise<Attack[]> {
  const attack = await { ...PARTS, ...PRODUCTION_PARTS }[name]?.()
  const found = (await attack?.(target).catch(broken)) ?? []
  return found.map((a) => ({ ...a, what: `${name}: ${a.what}` }))
}

/** In a process of its own: what a bundler takes of memory it keeps. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../../worker/local/build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The portal does not build.')
}

async function run(names: readonly string[], start: () => Promise<Target>): Promise<number> {
  const target = await start()
  const attacks: Attack[] = []
  // Ended from outside it leaves neither processes nor its store behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void target.stop().finally(() => process.exit(1)))
  try {
    for (const name of names) {
      const started = performance.now()
      const found = await findings(name, target)
      attacks.push(...found)
      console.log(`\n── ${name}, ${Math.round((performance.now() - started) / 1000)} s`)
      printAttacks(found)
    }
    attacks.push(unexpected(target))
  } finally {
    await target.stop()
  }
  console.log(`\n── all, with at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory here`)
  printAttacks(attacks)
  const broke = attacks.filter((a) => a.broke.length > 0).length
  console.log(`\n${attacks.length - broke} held, ${broke} broke`)
  return broke
}

/** Runs parts against a portal with production's settings. @returns how many broke, at least one when it ended otherwise */
function runInProduction(names: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [import.meta.filename, IN_PRODUCTION, ...names], {
    stdio: 'inherit',
    // Its portal is another one.
    env: { ...process.env, [TARGET_VARIABLE]: undefined },
  })
  return status ?? 1
}

async function main(asked: readonly string[]): Promise<number> {
  const [mode, ...rest] = asked
  if (mode === IN_PRODUCTION) return run(rest, startProductionTarget)
  const unknown = asked.find((name) => !(name in PARTS) && !(name in PRODUCTION_PARTS))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}: ${Object.keys({ ...PARTS, ...PRODUCTION_PARTS }).join(', ')}`)
  const among = (parts: object): string[] =>
    Object.keys(parts).filter((name) => asked.length === 0 || asked.includes(name))
  build()
  const broke = among(PARTS).length > 0 ? await run(among(PARTS), startTarget) : 0
  return broke + (among(PRODUCTION_PARTS).length > 0 ? runInProduction(among(PRODUCTION_PARTS)) : 0)
}

process.exitCode = Math.min(await main(process.argv.slice(2)), 100)
