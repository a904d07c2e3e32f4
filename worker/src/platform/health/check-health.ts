import type { HealthLag, Health, HealthNeeds } from '@portal/contract/health'
import { and, inArray, isNotNull, isNull, min } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { outbox, remotes } from '../db/schema/index.ts'
import { setAsideCount } from '../outbox/due-failures.ts'
import { shellBuild } from '../http/shell-build.ts'

const TIMEOUT_MS = 3000
/** Overdue seconds of the outbox from which the portal counts as degraded. */
const DEGRADED_FROM_S = 300
/** How long a result is cached. */
const CACHE_MS = 1000

type State = Omit<Health, 'status'> & { status: Health['status'] | 'failing' }
type Check = HealthNeeds['database']

/** Runs a check with a timeout. */
async function runCheck(check: () => Promise<unknown>): Promise<Check> {
  const began = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  })
  const success = check().then(
    () => true,
    () => false,
  )
  const ok = await Promise.race([success, timeout])
  clearTimeout(timer)
  return { ok, ms: Math.round(performance.now() - began) }
}

/** Reads when the oldest open outbox row was due, how many rows are set aside, and which expected remotes are live. */
const readRows = ({ db, settings }: Context) =>
  db.batch([
    db
      .select({ due: min(outbox.next_at), setAside: setAsideCount })
      .from(outbox)
      .where(and(isNull(outbox.done_at), isNull(outbox.dead_at))),
    db
      .select({ name: remotes.name })
      .from(remotes)
      .where(and(inArray(remotes.name, settings.EXPECTED_REMOTES), isNotNull(remotes.live_version))),
  ])

interface DatabaseState {
  check: Check
  /** Overdue seconds of the outbox; null when unknown. */
  late: number | null
  /** Rows of due work that are set aside; null when unknown. */
  setAside: number | null
  /** False when an expected remote is known to be missing. */
  hasAllRemotes: boolean
}

/** Checks the database and reads the state of outbox and remotes. */
async function checkDatabase(ctx: Context): Promise<DatabaseState> {
  let read: Awaited<ReturnType<typeof readRows>> | undefined
  const check = await runCheck(async () => {
    read = await readRows(ctx)
  })
  if (!read) return { check: { ...check, ok: false }, late: null, setAside: null, hasAllRemotes: true }
  const [[oldest], live] = read
  const late = oldest?.due ? Math.max(0, Math.round((ctx.now.getTime() - Date.parse(oldest.due)) / 1000)) : 0
  return {
    check,
    late,
    setAside: oldest?.setAside ?? 0,
    hasAllRemotes: live.length === ctx.settings.EXPECTED_REMOTES.length,
  }
}

async function readHealth(ctx: Context): Promise<State> {
  const { env, settings } = ctx
  const bucket = (name: 'UPLOADS' | 'DOCUMENTS' | 'REMOTES') => runCheck(() => env[name].head('health'))
  const failing: string[] = []
  /** Adds the background work that fails in a Durable Object. */
  const ask = async (object: { failing(): Promise<string[]> }) => void failing.push(...(await object.failing()))
  const [base, writer, uploads, documents, builds, shell, dispatcher] = await Promise.all([
    checkDatabase(ctx),
    runCheck(() => ask(env.WRITER.getByName('main'))),
    bucket('UPLOADS'),
    bucket('DOCUMENTS'),
    bucket('REMOTES'),
    shellBuild(ctx).catch(() => null),
    runCheck(() => ask(env.DISPATCHER.getByName('main'))),
  ])
  const needs: HealthNeeds = {
    database: base.check,
    writer,
    uploads,
    documents,
    remotes: { ...builds, ok: builds.ok && base.hasAllRemotes },
  }
  const mail = settings.RESEND_API_KEY || env.EMAIL || settings.development ? 'configured' : 'missing'
  if (!dispatcher.ok) failing.push('dispatcher')
  const follows: z.infer<typeof HealthLag> = {
    mail,
    outbox_late_s: base.late,
    failing: failing.toSorted(),
    set_aside: base.setAside,
  }
  const isDegraded = mail === 'missing' || failing.length > 0 || (base.late ?? 0) > DEGRADED_FROM_S
  return {
    status: Object.values(needs).every((n) => n.ok) ? (isDegraded ? 'degraded' : 'ok') : 'failing',
    versions: {
      release: settings.RELEASE,
      shell: shell?.version ?? null,
      contract: shell?.contract ?? null,
      sdk: shell?.sdk ?? null,
    },
    needs,
    follows,
  }
}

let last: { at: number; state: State } | undefined

/** Returns the health of the portal's services, at most a second old. */
export async function checkHealth(ctx: Context): Promise<State> {
  const now = ctx.now.getTime()
  if (last && now - last.at < CACHE_MS && now >= last.at) return last.state
  const state = await readHealth(ctx)
  last = { at: now, state }
  return state
}
