import type { HealthLag, Health, HealthNeeds } from '@portal/contract/health'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { shellFacts } from '../remotes/shell-facts.ts'

/** A part that takes longer is as good as gone. */
const PATIENCE_MS = 3000
/** Mail and events that are due for longer than this lag behind. */
const LATE_S = 300
/** How long an answer holds, so that asking often costs little. */
const HOLDS_MS = 1000

type State = Omit<Health, 'status'> & { status: Health['status'] | 'failing' }
type Check = HealthNeeds['database']

/** Runs a check; one that fails or hangs is not ok. */
async function tried(check: () => Promise<unknown>): Promise<Check> {
  const began = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const well = check().then(
    () => true,
    () => false,
  )
  const ok = await Promise.race([well, tooLong])
  clearTimeout(timer)
  return { ok, ms: Math.round(performance.now() - began) }
}

/** Since when the oldest open row is due, and how many of the remotes that are expected are not there yet. */
const facts = (expected: readonly string[]) => sql`SELECT
  (SELECT min(next_at) FROM outbox WHERE done_at IS NULL AND dead_at IS NULL) AS due,
  (SELECT count(*) FROM json_each(${JSON.stringify(expected)}) e
    WHERE NOT EXISTS (SELECT 1 FROM remotes r WHERE r.name = e.value AND r.live_version IS NOT NULL)) AS missing`

interface Base {
  check: Check
  /** Seconds; null where that is not known. */
  late: number | null
  /** Whether every remote that is expected is there, as far as one can know. */
  whole: boolean
}

/** One read tells whether the database answers, how far the outbox is, and what is still to be published. */
async function database(ctx: Context): Promise<Base> {
  let row: { due: string | null; missing: number } | undefined
  const check = await tried(async () => {
    row = await ctx.db.get(facts(ctx.settings.EXPECTED_REMOTES))
  })
  if (!row) return { check: { ...check, ok: false }, late: null, whole: true }
  const late = row.due === null ? 0 : Math.max(0, Math.round((ctx.now.getTime() - Date.parse(row.due)) / 1000))
  return { check, late, whole: row.missing === 0 }
}

async function look(ctx: Context): Promise<State> {
  const { env, settings } = ctx
  const bucket = (name: 'UPLOADS' | 'DOCUMENTS' | 'REMOTES') => tried(() => env[name].head('health'))
  const writes = () => env.WRITER.getByName('main').answers()
  const [base, writer, uploads, documents, remotes, shell] = await Promise.all([
    database(ctx),
    tried(writes),
    bucket('UPLOADS'),
    bucket('DOCUMENTS'),
    bucket('REMOTES'),
    shellFacts(ctx).catch(() => null),
  ])
  const needs: HealthNeeds = {
    database: base.check,
    writer,
    uploads,
    documents,
    remotes: { ...remotes, ok: remotes.ok && base.whole },
  }
  const mail = settings.RESEND_API_KEY || env.EMAIL || settings.development ? 'configured' : 'missing'
  const follows: z.infer<typeof HealthLag> = { mail, outbox_late_s: base.late }
  const lags = mail === 'missing' || (base.late ?? 0) > LATE_S
  return {
    status: Object.values(needs).every((n) => n.ok) ? (lags ? 'degraded' : 'ok') : 'failing',
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

/** How each part of the portal does, as of the last second. */
export async function checkHealth(ctx: Context): Promise<State> {
  const now = ctx.now.getTime()
  if (last && now - last.at < HOLDS_MS && now >= last.at) return last.state
  const state = await look(ctx)
  last = { at: now, state }
  return state
}
