import { cleanLine } from '@portal/contract/text'
import { INVITATION_TTL_MS } from '@portal/contract/limits'
import { longDate } from '../../../platform/time/due-date.ts'
import type { Context } from '../../../context.ts'
import { bookInvitations } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { clientUrlWith, PERSONAL_NOTE } from '../../../platform/mail/client-links.ts'
import { composeMail, type MailContent } from '../../../platform/mail/layout.ts'
import { enqueueAll, type Mail } from '../../../platform/outbox/enqueue.ts'
import { withinInvitationLimits } from './invitation-limits.ts'
import { newToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { voidInvitations } from './select-invitations.ts'

/** A client to invite. `invitedBy` is the name of the bookkeeper or firm in the mail. */
export interface InvitationInput extends InvitationWords {
  clientId: string
  email: string
  inviter: Inviter
  /** Whether the button opens the portal without a password. */
  oneTap: boolean
  /** URL that unsubscribes from further invitations by the agent. */
  off?: string | undefined
}

/** What the text of an invitation says. */
interface InvitationWords {
  name: string
  invitedBy?: string | undefined
  /** The bookkeeper's company. */
  firm?: string | null | undefined
  /** One line of text that the bookkeeper has written for the client. */
  personalLine?: string | null | undefined
  /** The workforms assigned to the client. */
  workforms?: readonly InvitedWorkform[]
  /** The number of this invitation, from 1, after an earlier one was not accepted. */
  reminder?: number
}

/** The bookkeeper and firm that send the invitation. */
interface Inviter {
  userId: string
  firmId: string
}

/** An assigned workform that the invitation mentions. */
export interface InvitedWorkform {
  name: string
  /** yyyy-mm-dd */
  dueDate: string | null
  /** How long it usually takes. */
  minutes?: number
  isOverdue?: boolean
}

function workformLine({ name, dueDate, minutes, isOverdue }: InvitedWorkform): string {
  const takes = minutes === undefined ? '' : ` It takes about ${minutes} minutes.`
  const waits = `"${name}" is waiting for you there.${takes}`
  if (!dueDate) return waits
  return isOverdue
    ? `${waits} It was due on ${longDate(dueDate)}.`
    : `${waits} Please fill it in by ${longDate(dueDate)}.`
}

interface Wording {
  subject: (by: string) => string
  first: (from: string) => string
}

/** The subject and first sentence of an invitation, and of those after it, so that no two in a row read the same. */
const FIRST: Wording = {
  subject: (by) => `${by} invites you to the client portal`,
  first: (from) =>
    `${from} has set up a client portal for you, where you fill in forms, upload documents and see what is left to do.`,
}
const AGAIN: readonly [Wording, ...Wording[]] = [
  { ...FIRST, subject: (by) => `Reminder: ${by} invites you to the client portal` },
  {
    subject: (by) => `${by} is waiting for you in the client portal`,
    first: (from) => `${from} still needs a few things from you. You find all of them in one place, the client portal.`,
  },
  {
    subject: (by) => `Your invitation from ${by} is still open`,
    first: (from) => `${from} has reserved a client portal for you, for forms, documents and questions.`,
  },
]
const wordingOf = (reminder: number | undefined): Wording =>
  reminder === undefined ? FIRST : (AGAIN[(reminder - 1) % AGAIN.length] ?? AGAIN[0])

const byDueDate = (a: InvitedWorkform, b: InvitedWorkform): number => ((a.dueDate ?? '9') < (b.dueDate ?? '9') ? -1 : 1)

type InvitingContext = Pick<Context, 'db' | 'now' | 'origin' | 'settings'>

export function invitationTexts({ name, invitedBy, firm, personalLine, workforms = [], reminder }: InvitationWords) {
  const { subject, first } = wordingOf(reminder)
  const isReminder = reminder !== undefined
  const by = cleanLine(invitedBy ?? '') || 'Your bookkeeper'
  const from = firm && firm !== by ? `${by} of ${firm}` : by
  return {
    subject: subject(by),
    heading: isReminder ? `Hello ${name}` : `Welcome, ${name}`,
    lines: [
      first(from),
      ...(isReminder ? ['You have not signed up yet. This email has a new link; earlier links no longer work.'] : []),
      ...(personalLine ? [`${by} writes: “${personalLine}”`] : []),
      ...workforms.toSorted(byDueDate).map(workformLine),
      'Use the link below to get started. If you already have an account, sign in and decide whether to accept.',
    ],
  }
}

/** Returns the links of an invitation: to begin with one tap, if allowed, to choose a password, and to sign in. */
function linksOf(origin: string, token: string, oneTap: boolean): Pick<MailContent, 'action' | 'links' | 'note'> {
  const setupUrl = `${origin}/client-setup?token=${token}`
  const signIn = { label: 'Later, sign in here', url: `${origin}/client-auth` }
  const unexpected = 'If you did not expect this email, you can ignore it.'
  return oneTap
    ? {
        action: { label: 'Open the client portal', url: clientUrlWith(origin, token, '/client-dashboard?begin=true') },
        links: [{ label: 'Prefer a password? Choose one here', url: setupUrl }, signIn],
        note: `The links work for 7 days. ${PERSONAL_NOTE} ${unexpected}`,
      }
    : {
        action: { label: 'Set up your account', url: setupUrl },
        links: [signIn],
        note: `The link works once, for 7 days. ${unexpected}`,
      }
}

/** Returns the mail of an invitation. Its links to begin have the same token: only one of them can be used. */
export function invitationMail(
  ctx: Pick<Context, 'origin'>,
  input: Omit<InvitationInput, 'clientId'>,
  token: string,
): Mail {
  const { email, inviter, oneTap } = input
  const mail = composeMail({
    to: email,
    ...invitationTexts(input),
    ...linksOf(ctx.origin, token, oneTap),
    off: input.off,
  })
  return { ...mail, invitation: true, firmId: inviter.firmId, bookkeeperId: inviter.userId }
}

/**
 * Returns steps that invite new clients (at least one): an invitation (one use, 7 days) and a mail for each. They
 * belong in the batch that creates the clients.
 */
export function firstInvitationSteps(
  ctx: InvitingContext,
  inviter: Inviter,
  inputs: readonly Omit<InvitationInput, 'inviter'>[],
): Step[] {
  const created_at = ctx.now.toISOString()
  const expires_at = new Date(ctx.now.getTime() + INVITATION_TTL_MS).toISOString()
  const created = inputs.map((input) => {
    const token = newToken()
    const { clientId: client_id, email } = input
    return {
      row: { id: uuidv7(), client_id, email, token_hash: tokenHash(token), created_at, expires_at },
      mail: invitationMail(ctx, { ...input, inviter }, token),
    }
  })
  return [
    ...withinInvitationLimits(
      ctx,
      inviter.firmId,
      inputs.map(({ email }) => email),
    ),
    step(ctx.db.insert(bookInvitations).values(created.map(({ row }) => row))),
    enqueueAll(
      ctx,
      'mail',
      created.map(({ mail }) => ({ recipient: `mail:${mail.to}`, payload: mail })),
    ),
  ]
}

/**
 * Returns steps that invite a client again and void older invitations. The batch must check that the client belongs to
 * the caller, and add the audit entry.
 */
export const invitationSteps = async (ctx: InvitingContext, input: InvitationInput): Promise<Step[]> => [
  voidInvitations(ctx, [input.clientId]),
  ...firstInvitationSteps(ctx, input.inviter, [input]),
]
