import { INVITATION_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { bookInvitations } from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { composeMail } from '../mail/layout.ts'
import { sendMail } from '../outbox/enqueue.ts'
import { newToken, tokenHash } from './secrets.ts'

/** Whom to invite: a client record of the caller, its address and name. `invitedBy`: how the bookkeeper or firm is called. */
export interface InvitationInput {
  clientId: string
  email: string
  name: string
  invitedBy?: string | undefined
}

/**
 * Steps that invite a client: the invitation (one use, 7 days; it voids older ones of that client) and the mail with its link and
 * the sign-in link. They belong into the batch that creates the client, or into one whose WHERE has settled that the client is the
 * caller's; the caller adds the audit entry.
 */
export async function invitationSteps(ctx: Pick<Context, 'db' | 'now' | 'origin'>, input: InvitationInput): Promise<Step[]> {
  const at = ctx.now.toISOString()
  const token = newToken()
  const by = input.invitedBy?.trim() || 'Your bookkeeper'
  const open = and(eq(bookInvitations.client_id, input.clientId), isNull(bookInvitations.used_at), gt(bookInvitations.expires_at, at))
  return [
    step(ctx.db.update(bookInvitations).set({ expires_at: at }).where(open)),
    step(
      ctx.db.insert(bookInvitations).values({
        id: uuidv7(),
        client_id: input.clientId,
        email: input.email,
        token_hash: tokenHash(token),
        created_at: at,
        expires_at: new Date(ctx.now.getTime() + INVITATION_TTL_MS).toISOString(),
      }),
    ),
    sendMail(
      ctx,
      composeMail({
        to: input.email,
        subject: `${by} invites you to the client portal`,
        heading: `Welcome, ${input.name}`,
        lines: [
          `${by} has set up a client portal for you. It is where you fill in forms, hand over documents and see what is still open.`,
          'Choose a password, and you are ready to go.',
        ],
        action: { label: 'Set up your account', url: `${ctx.origin}/client-setup?token=${token}` },
        link: { label: 'From then on, you sign in here', url: `${ctx.origin}/client-auth` },
        note: 'The button works once, for 7 days. If you did not expect this mail, you can ignore it.',
      }),
    ),
  ]
}
