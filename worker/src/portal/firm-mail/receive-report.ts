import { withReadableDomain } from '@portal/contract/canonical-email'
import { and, eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { bookClients, mailProblems, mailReports } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import { FIRM_TAG } from '../../platform/mail/transport.ts'

/** The relevant fields of a report. Reports of other types are ignored. */
const Report = z.object({
  type: z.string(),
  data: z.object({
    to: z.union([z.string(), z.array(z.string())]).default([]),
    /** Tags of the mail; the provider uses two formats. */
    tags: z
      .union([z.record(z.string(), z.string()), z.array(z.object({ name: z.string(), value: z.string() }))])
      .default({})
      .transform((tags) =>
        Array.isArray(tags) ? Object.fromEntries(tags.map(({ name, value }) => [name, value])) : tags,
      ),
    bounce: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  }),
})
type Report = z.infer<typeof Report>

/** A problem with an address. */
interface Problem {
  kind: 'bounced' | 'complained'
  reason: string
  /** The firm whose mail was complained about; empty when the address accepts no mail. */
  firmId: string
}

/** Returns the problem that a report describes; undefined for other reports and for temporary problems. */
function problemOf({ type, data }: Report): Problem | undefined {
  const firmId = data.tags[FIRM_TAG] ?? ''
  if (type === 'email.complained')
    return { kind: 'complained', reason: 'The recipient marked an email as spam.', firmId }
  if (type === 'email.suppressed')
    return { kind: 'bounced', reason: 'The email provider no longer sends to this address.', firmId: '' }
  if (type !== 'email.bounced' || (data.bounce?.type ?? 'Permanent') !== 'Permanent') return undefined
  return { kind: 'bounced', reason: (data.bounce?.message || 'The email bounced.').slice(0, 500), firmId: '' }
}

function recordSteps(ctx: Context, email: string, { kind, reason, firmId }: Problem): Step[] {
  const problem = { kind, reason, at: ctx.now.toISOString() }
  const ofFirm = firmId === '' ? undefined : eq(bookClients.firm_id, firmId)
  return [
    step(
      ctx.db
        .insert(mailProblems)
        .values({ email, firm_id: firmId, ...problem })
        .onConflictDoUpdate({ target: [mailProblems.email, mailProblems.firm_id], set: problem }),
    ),
    publishToEach(
      ctx,
      'client.changed',
      sql`SELECT ${bookClients.bookkeeper_id} AS user_id, json_object('client_id', ${bookClients.id}) AS ids
        FROM ${bookClients} WHERE ${and(eq(bookClients.email, email), ofFirm)}`,
    ),
  ]
}

/** Returns the addresses as they are stored, without display names. */
const addressesOf = (to: string | string[]): string[] =>
  [to].flat().map((text) => withReadableDomain((/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim()))

/** The headers of a signed report. Those that it lacks are empty. */
export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** Returns the body of a report, which is read only when it has a signature. Throws `unauthenticated`. */
async function readSigned(secret: string, headers: SignedHeaders, read: () => Promise<string>): Promise<string> {
  if (!headers['webhook-signature']) throw new AppError('unauthenticated')
  const body = await read()
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false })
  } catch {
    throw new AppError('unauthenticated')
  }
  return body
}

/**
 * Records the mail provider's report of a permanent bounce or a complaint. A repeated report changes nothing.
 * @throws AppError `unauthenticated` when the signature is invalid or the report too old
 */
export async function receiveReport(ctx: Context, headers: SignedHeaders, read: () => Promise<string>): Promise<void> {
  const body = await readSigned(ctx.settings.RESEND_WEBHOOK_SECRET, headers, read)
  const report = Report.safeParse(tryJson(body))
  const problem = report.success ? problemOf(report.data) : undefined
  if (!report.success || !problem) return
  const remember = step(
    ctx.db.insert(mailReports).values({ id: headers['webhook-id'].slice(0, 200), at: ctx.now.toISOString() }),
  )
  const steps = addressesOf(report.data.data.to).flatMap((email) => recordSteps(ctx, email, problem))
  try {
    await commit(ctx, [remember, ...steps], { 'mail_reports.id': 'stale' })
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
