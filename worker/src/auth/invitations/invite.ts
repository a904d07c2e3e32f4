import { INVITATION_TTL_MS } from '@portal/contract/limits'
import { hasWebAddress } from '@portal/contract/web-address'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { longDate } from '../../time/due-date.ts'
import type { Context } from '../../context.ts'
import { bookInvitations } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { composeMail } from '../../mail/layout.ts'
import { enqueueAll, type Mail, sendMail } from '../../outbox/enqueue.ts'
import { withinInvitationLimits } from './invitation-limits.ts'
import { newToken, tokenHash } from '../../crypto/secrets.ts'

/** Whom to invite: a client record of the caller, its address and name. `invitedBy`: how the bookkeeper or firm is called. */
export interface InvitationInput {
  clientId: string
  email: string
  name: string
  invitedBy?: string | undefined
  /** Who invites. */
  inviter: Inviter
  /** The workforms that wait for the client. */
  workforms?: readonly InvitedTo[]
}

/** The bookkeeper and the firm that invite. */
interface Inviter {
  userId: string
  firmId: string
}

/** A workform that a client finds when they have signed up. */
export interface InvitedTo {
  name: string
  /** yyyy-mm-dd */
  dueDate: string | null
}

const waits = ({ name, dueDate }: InvitedTo): string =>
  `"${name}" is waiting for you there.${dueDate ? ` Please fill it in by ${longDate(dueDate)}.` : ''}`

type InvitingContext = Pick<Context, 'db' | 'now' | 'origin' | 'settings'>

/** The mail of an invitation, with its link and the sign-in link. */
function invitationMail(
  ctx: Pick<Context, 'origin'>,
  { email, name, invitedBy, inviter, workforms = [] }: InvitationInput,
  token: string,
): Mail {
  const by = invitedBy?.trim() || 'Your bookkeeper'
  const mail = composeMail({
    to: email,
    firmId: inviter.firmId,
    subject: `${by} invites you to the client portal`,
    heading: `Welcome, ${name}`,
    lines: [
      `${by} has set up a client portal for you. It is where you fill in forms, hand over documents and see what is still open.`,
      // Anybody can be invited: what is written to them leads nowhere but here.
      ...workforms.filter((workform) => !hasWebAddress(workform.name)).map(waits),
      'Choose a password, and you are ready to go. If you have an account here already, sign in and decide whether to accept.',
    ],
    action: { label: 'Set up your account', url: `${ctx.origin}/client-setup?token=${token}` },
    link: { label: 'From then on, you sign in here', url: `${ctx.origin}/client-auth` },
    note: 'The button works once, for 7 days. If you did not expect this mail, you can ignore it.',
  })
  return { ...mail, invitation: true, bookkeeperId: inviter.userId }
}

/** A new invitation: its row, and the mail that carries its token. */
function invitation(ctx: Pick<Context, 'now' | 'origin'>, input: InvitationInput) {
  const token = newToken()
  const row = {
    id: uuidv7(),
    client_id: input.clientId,
    email: input.email,
    token_hash: tokenHash(token),
    created_at: ctx.now.toISOString(),
    expires_at: new Date(ctx.now.getTime() + INVITATION_TTL_MS).toISOString(),
  }
  return { row, mail: invitationMail(ctx, input, token) }
}

/**
 * Steps that invite clients (one at least) who have no invitation yet: an invitation each (one use, 7 days) and the mail about it. They
 * belong into the batch that creates the clients.
 */
export function firstInvitationSteps(
  ctx: InvitingContext,
  inviter: Inviter,
  inputs: readonly Omit<InvitationInput, 'inviter'>[],
): Step[] {
  const made = inputs.map((input) => invitation(ctx, { ...input, inviter }))
  return [
    ...withinInvitationLimits(
      ctx,
      inviter.firmId,
      inputs.map(({ email }) => email),
    ),
    step(ctx.db.insert(bookInvitations).values(made.map((m) => m.row))),
    enqueueAll(
      ctx,
      'mail',
      made.map(({ mail }) => ({ recipient: `mail:${mail.to}`, payload: mail })),
    ),
  ]
}

/**
 * Steps that invite a client; older invitations of theirs are void. They belong into a batch whose WHERE has settled that the client is
 * the caller's; the caller adds the audit entry.
 */
export async function invitationSteps(ctx: InvitingContext, input: InvitationInput): Promise<Step[]> {
  const open = and(
    eq(bookInvitations.client_id, input.clientId),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, ctx.now.toISOString()),
  )
  const { row, mail } = invitation(ctx, input)
  return [
    ...withinInvitationLimits(ctx, input.inviter.firmId, [input.email]),
    step(ctx.db.update(bookInvitations).set({ expires_at: row.created_at }).where(open)),
    step(ctx.db.insert(bookInvitations).values(row)),
    sendMail(ctx, mail),
  ]
}
