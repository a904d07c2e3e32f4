import type { Follows, Health, Needs } from '@portal/contract/health'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { shellFacts } from '../remotes/running.ts'

/** A part that takes longer is as good as gone. */
const PATIENCE_MS = 3000
/** Mail and events that are due for longer than this lag behind. */
const LATE_S = 300
/** How long an answer holds, so that asking often costs little. */
const HOLDS_MS = 1000

type State = Omit<Health, 'status'> & { status: Health['status'] | 'failing' }
type Check = Needs['database']

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

/** Since when the oldest open row is due. */
const OUTBOX = sql`SELECT min(next_at) AS due FROM outbox WHERE done_at IS NULL AND dead_at IS NULL`

/** One read tells whether the database answers and how far the outbox is. */
async function database(ctx: Context): Promise<{ check: Check; late: number | null }> {
  let row: { due: string | null } | undefined
  const check = await tried(async () => {
    row = await ctx.db.get(OUTBOX)
  })
  if (!row) return { check: { ...check, ok: false }, late: null }
  const late = row.due === null ? 0 : Math.max(0, Math.round((ctx.now.getTime() - Date.parse(row.due)) / 1000))
  return { check, late }
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
  const needs: Needs = { database: base.check, writer, uploads, documents, remotes }
  const mail = settings.RESEND_API_KEY || env.EMAIL || settings.development ? 'configured' : 'missing'
  const follows: z.infer<typeof Follows> = { mail, outbox_late_s: base.late }
  const lags = mail === 'missing' || (base.late ?? 0) > LATE_S
  return {
    status: Object.values(needs).every((n) => n.ok) ? (lags ? 'degraded' : 'ok') : 'failing',
    versions: { release: settings.RELEASE, shell: shell?.version ?? null, contract: shell?.contract ?? null, sdk: shell?.sdk ?? null },
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
