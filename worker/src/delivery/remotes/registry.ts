import { compareTexts } from '@portal/contract/search-text'
import type { RemoteEntry, RemoteRegistry } from '@portal/contract/remotes'
import { incompatibility } from '@portal/contract/versions'
import { and, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import type { Cohort } from '../../portal/auth/sessions/cohort.ts'
import { isVersion } from './build-files.ts'
import { getsCanary, runningCanaries } from './canary/running-canaries.ts'
import { personOfVote } from './canary/voter.ts'
import { evaluateFlags, flagsOf, isTargeted } from './flags.ts'
import { type Candidate, candidates, COLUMNS, liveOf } from './live-versions.ts'
import type { Preview } from './preview-token.ts'
import { versionsToLeave } from './version-marks.ts'
import { recordDeployment } from './record-deployment.ts'
import { shellBuild, type ShellBuild } from '../../platform/http/shell-build.ts'

/** Returns the URL path of a file in a build. */
export const addressOf = (name: string, version: string, path: string): string => `/remotes/${name}/${version}/${path}`

/** Selects the uploaded versions that are previewed, and when all previews of their remotes were ended. */
const previewRows = (db: Database, previews: readonly Preview[]) => {
  const versions = previews.filter(({ local }) => !local).map(({ name, version }) => isVersion(name, version))
  const names = previews.map(({ name }) => name)
  return [
    db
      .select(COLUMNS)
      .from(remoteVersions)
      .where(and(isNull(remoteVersions.removed_at), or(sql`0`, ...versions))),
    db
      .select({ name: remotes.name, at: remotes.previews_ended_at })
      .from(remotes)
      .where(and(inArray(remotes.name, names), isNotNull(remotes.previews_ended_at))),
  ] as const
}
type PreviewRows = Awaited<ReturnType<typeof readPreviewRows>>
const readPreviewRows = (db: Database, previews: readonly Preview[]) => db.batch(previewRows(db, previews))

/** Returns the previews that were not ended since their links were created, with the rows of uploaded versions. */
const stillRunning = <P extends Preview>(previews: readonly P[], [rows, ends]: PreviewRows) =>
  previews.flatMap((preview) => {
    const row = rows.find((each) => isSame(each, preview))
    const place = preview.local ?? row?.place
    const isEnded = ends.some(({ name, at }) => name === preview.name && Date.parse(at ?? '') >= preview.issued)
    return place && !isEnded ? [{ ...preview, place, row }] : []
  })

/** Returns the previews that were not ended, with their places. */
export const runningPreviews = async <P extends Preview>(db: Database, previews: readonly P[]) =>
  stillRunning(previews, await readPreviewRows(db, previews))

/** A version that the registry returns. */
type Served = Pick<Candidate, keyof typeof COLUMNS> & {
  /** The server that it is loaded from, if not the portal. */
  origin?: string
}

/** Returns what a tab needs to load a version. */
const buildOf = ({ name, version, contract, sdk, place: { replaceable }, origin }: Served) => ({
  version,
  entry: origin ? `${origin}/mf-manifest.json` : addressOf(name, version, 'mf-manifest.json'),
  replaceable,
  contract,
  sdk,
})

/**
 * Returns a remote for the shell. An incompatible one is included so that its page can say so, but it is not
 * loaded.
 */
function entryOf(row: Served, shell: ShellBuild | undefined, preview: boolean): RemoteEntry {
  const { routes, role, nav, pages, commands } = row.place
  const refused = shell && incompatibility(row, shell)
  const entry = { name: row.name, ...buildOf(row), routes, role, nav, pages, commands }
  return { ...entry, ...(preview ? { preview: true } : {}), ...(refused ? { refused } : {}) }
}

/** Replaces live versions with a browser's own ones, unless those claim pages of another remote. */
function withOwn(live: readonly Served[], own: readonly Served[]): Served[] {
  const rest = live.filter((row) => !own.some((p) => p.name === row.name))
  const free = own.filter((p) => !rest.some((row) => row.place.routes.some((route) => p.place.routes.includes(route))))
  return [...live.filter((row) => !free.some((p) => p.name === row.name)), ...free]
}

const isSame = (a: Pick<Served, 'name' | 'version'>, b: Pick<Served, 'name' | 'version'>): boolean =>
  a.name === b.name && a.version === b.version

/** Returns what a browser previews. Builds from its own machine are as new as the portal. */
const ownOf = ({ previews }: Reader, rows: PreviewRows, shell: ShellBuild | undefined): Served[] =>
  stillRunning(previews, rows).flatMap(({ name, version, local, row }): Served[] => {
    if (!local || !shell) return row ? [row] : []
    const { contract, sdk } = shell
    return [{ name, version, contract, sdk, place: local, origin: local.origin }]
  })

/** The browser that reads the registry. */
export interface Reader {
  /** Versions that it sees instead of the live ones. */
  previews: readonly Preview[]
  /** The signed-in person, if any. Canaries and flags differ between people. */
  cohort: Cohort | undefined
}

/** Selects what the registry consists of. */
const readRows = (ctx: Context, { previews, cohort }: Reader) =>
  ctx.db.batch([
    candidates(ctx.db),
    versionsToLeave(ctx.db, ctx.now),
    runningCanaries(ctx.db, cohort && personOfVote(ctx, cohort)),
    flagsOf(ctx.db, cohort),
    ...previewRows(ctx.db, previews),
  ])

/** Reads the remotes for a browser in navigation order, in one round trip. */
export async function readRegistry(ctx: Context, reader: Reader): Promise<RemoteRegistry> {
  const { cohort } = reader
  // A development server has no build of the shell, and everything is built from the same sources.
  const shell = await shellBuild(ctx).catch(() => undefined)
  const [rows, leave, running, flags, ...previewed] = await readRows(ctx, reader)
  const live = liveOf(rows, shell)
  if (shell) recordDeployment(ctx, live)
  const canaries = running.filter((canary) => !shell || !incompatibility(canary, shell))
  const served = withOwn(
    live,
    canaries.filter((canary) => cohort && !canary.has_failed && getsCanary(canary, cohort)),
  )
  const entries = withOwn(served, ownOf(reader, previewed, shell)).map((row) => {
    const left = leave.filter(({ name, version }) => name === row.name && version !== row.version)
    const isCanary = canaries.some((canary) => canary === row)
    const instead = isCanary && live.find(({ name }) => name === row.name)
    return {
      ...entryOf(row, shell, row.origin !== undefined || !served.some((l) => isSame(l, row))),
      ...(canaries.some(({ name }) => name === row.name) ? { watch: true as const } : {}),
      ...(left.length > 0 ? { leave: left.map(({ version }) => version) } : {}),
      ...(instead && !(shell && incompatibility(instead, shell)) ? { fallback: buildOf(instead) } : {}),
    }
  })
  const order = (entry: RemoteEntry): number => entry.nav?.order ?? 0
  return {
    remotes: entries.sort((a, b) => order(a) - order(b) || compareTexts(a.name, b.name)),
    ...(shell ? { shell: shell.version } : {}),
    flags: evaluateFlags(flags, cohort),
    ...(!cohort && (canaries.length > 0 || isTargeted(flags)) ? { targeted: true } : {}),
  }
}
