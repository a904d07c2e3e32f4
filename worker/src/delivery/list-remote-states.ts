import type { RemoteState } from '@portal/contract/delivery'
import { gt, inArray, max, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { remoteCanaries, remoteHealth, remotes, remoteSwitches } from '../platform/db/schema/index.ts'
import type { Operator } from './operators/operator.ts'
import { holdOf } from './remotes/hold.ts'
import { describedSwitches } from './remotes/list-switches.ts'
import { openTabs } from './remotes/open-tabs.ts'
import { readRegistry } from './remotes/registry.ts'
import { outcomesOf } from './vitals/outcomes.ts'

const DAY_MS = 86_400_000

/** Reads what the database knows about the caller's remotes. */
async function readRows({ db, now }: Context, { remotes: own }: Pick<Operator, 'remotes'>) {
  const since = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 13)
  // Numbered in the order of commits, unlike ids and times.
  const row = sql<number>`${remoteSwitches}.rowid`
  const last = db
    .select({ row: max(row) })
    .from(remoteSwitches)
    .groupBy(remoteSwitches.name)
  const { name, version, kind } = remoteHealth
  const [known, switches, canaries, health] = await db.batch([
    db
      .select()
      .from(remotes)
      .where(own ? inArray(remotes.name, [...own]) : undefined)
      .orderBy(remotes.name),
    describedSwitches(db).where(inArray(row, last)),
    db.select().from(remoteCanaries),
    db
      .select({ name, version, kind, count: sql<number>`sum(${remoteHealth.count})` })
      .from(remoteHealth)
      .where(gt(remoteHealth.hour, since))
      .groupBy(name, version, kind),
  ])
  return { known, switches, canaries, health }
}

/** Lists the state of each remote that the caller may see, by name. */
export async function listRemoteStates(ctx: Context, operator: Operator): Promise<RemoteState[]> {
  const [{ known, switches, canaries, health }, registry, tabs] = await Promise.all([
    readRows(ctx, operator),
    readRegistry(ctx, { previews: [], cohort: undefined }),
    // The page is needed most when something is broken.
    openTabs(ctx).catch(() => undefined),
  ])
  return known.map((row) => {
    const { name } = row
    const entry = registry.remotes.find((remote) => remote.name === name)
    const canary = canaries.find((c) => c.name === name)
    const lastSwitch = switches.find((s) => s.name === name)
    const healthOf = (version: string | undefined) =>
      outcomesOf(health.filter((h) => h.name === name && h.version === version))
    const ownTabs = tabs?.versions.filter((t) => t.name === name)
    return {
      name,
      label: entry?.nav?.label ?? null,
      role: entry?.role ?? null,
      routes: entry?.routes ?? [],
      live: entry?.version ?? null,
      refused: entry?.refused ?? null,
      held: holdOf(row),
      canary: canary ? { version: canary.version, percent: canary.percent } : null,
      last_switch: lastSwitch ?? null,
      tabs: ownTabs ? ownTabs.reduce((sum, t) => sum + t.tabs, 0) : null,
      health: { live: healthOf(entry?.version), canary: canary ? healthOf(canary.version) : null },
    }
  })
}
