import * as z from 'zod'
import { Day, Id, Instant } from './common.ts'
import { FLAG_REASONS } from './flag-texts.ts'
import type { WebhookEvent } from './webhook-events.ts'

/**
 * Schemas of webhook bodies, plus the ids of the sections concerned. The message id, time and signature are in
 * headers. See docs/webhooks.md.
 */

const Party = {
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
}
const Doc = { assignment_id: Id, client_id: Id, workform_id: Id, section_name: z.string(), doc_name: z.string() }
const at = { timestamp: Instant }

const SectionNotification = <E extends string>(event: E) =>
  z.strictObject({
    assignment_id: Id,
    clientId: Id,
    clientEmail: z.string(),
    clientName: z.string(),
    event: z.literal(event),
    workformId: Id,
    workformName: z.string(),
    sectionName: z.string(),
    rejectionReason: z.string().nullable(),
  })

export const WEBHOOK_BODIES = {
  client_onboarding: z.strictObject({
    event: z.literal('client_onboarding'),
    client: z.strictObject({
      ...Party,
      authLink: z.url(),
      /** Null when nothing was assigned. */
      deadline: Day.nullable(),
    }),
    bookkeeper: z.strictObject({ ...Party, company: z.string() }),
  }),
  created: z.strictObject({
    event: z.literal('created'),
    ...at,
    /** The new assignments, one for each section. */
    assignment_ids: z.array(Id),
    workform_id: Id,
    client_id: Id,
    bookkeeper_id: Id,
    status: z.literal('waiting'),
    message: z.string(),
  }),
  doc_required: z.strictObject({ event: z.literal('doc_required'), ...at, ...Doc, status: z.literal('missing') }),
  deadline_set: z.strictObject({
    event: z.literal('deadline_set'),
    ...at,
    ...Doc,
    status: z.literal('missing'),
    deadline: Day,
  }),
  submit: SectionNotification('submit'),
  approved: SectionNotification('approved'),
  reject: SectionNotification('reject').extend({
    /** The answers that were sent back; empty when the whole section was rejected. */
    flaggedAnswers: z.array(
      z.strictObject({
        fieldId: z.string(),
        question: z.string(),
        reason: z.enum(FLAG_REASONS),
        note: z.string().nullable(),
      }),
    ),
  }),
  doc_approved: z.strictObject({ event: z.literal('doc_approved'), ...at, ...Doc, status: z.literal('approved') }),
  doc_rejected: z.strictObject({ event: z.literal('doc_rejected'), ...at, ...Doc, status: z.literal('rejected') }),
} as const satisfies Record<WebhookEvent, z.ZodType>

export type WebhookBody<E extends WebhookEvent> = z.infer<(typeof WEBHOOK_BODIES)[E]>
