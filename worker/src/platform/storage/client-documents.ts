import type { TextFile } from '../outbox/enqueue.ts'

/* The text files in the bucket client-documents: a folder per bookkeeper with a folder per client. */

/** The bookkeeper who owns the folder. */
interface Owner {
  readonly actor: { readonly userId: string }
}

interface Person {
  name: string
  email: string
}

const lines = (facts: Record<string, string | null | undefined>): string =>
  Object.entries(facts)
    .flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
    .join('\n')

const folder = (ctx: Owner): string => `bookkeeper-${ctx.actor.userId}`
const clientInfoPath = (ctx: Owner, clientId: string): string => `${folder(ctx)}/client-${clientId}/.client-info.txt`
const assignmentPath = (ctx: Owner, clientId: string, workformId: string): string =>
  `${folder(ctx)}/client-${clientId}/workform-${workformId}.txt`

/** Returns the outbox recipient of the bookkeeper's file, and the range of recipients in the client's folder. */
export const folderRecipients = (ctx: Owner, clientId: string): { own: string; from: string; below: string } => ({
  own: `document:${folder(ctx)}/.bookkeeper-info.txt`,
  from: `document:${folder(ctx)}/client-${clientId}/`,
  // '0' is the character after '/'.
  below: `document:${folder(ctx)}/client-${clientId}0`,
})

/** Returns the file about the bookkeeper. */
export const bookkeeperInfo = (ctx: Owner, { name, email }: Person): TextFile => ({
  path: `${folder(ctx)}/.bookkeeper-info.txt`,
  text: lines({ Bookkeeper: name, Email: email }),
})

/** Returns the file about the client. */
export const clientInfo = (
  ctx: Owner,
  { id, name, email, company }: Person & { id: string; company: string | null },
): TextFile => ({
  path: clientInfoPath(ctx, id),
  text: lines({ Client: name, Email: email, Company: company }),
})

/** Deletes the file about the client. */
export const noClientInfo = (ctx: Owner, clientId: string): TextFile => ({
  path: clientInfoPath(ctx, clientId),
  text: null,
})

/** Returns the file about an assignment: workform, due date and notes. */
export const assignmentInfo = (
  ctx: Owner,
  about: {
    client: Person & { id: string }
    bookkeeper: Person
    workform: { id: string; name: string }
    dueDate: string
    notes: string | null
  },
): TextFile => ({
  path: assignmentPath(ctx, about.client.id, about.workform.id),
  text: lines({
    Workform: about.workform.name,
    Client: `${about.client.name} <${about.client.email}>`,
    Bookkeeper: `${about.bookkeeper.name} <${about.bookkeeper.email}>`,
    'Due date': about.dueDate,
    Notes: about.notes,
  }),
})

/** Deletes the file about an assignment. */
export const noAssignmentInfo = (ctx: Owner, clientId: string, workformId: string): TextFile => ({
  path: assignmentPath(ctx, clientId, workformId),
  text: null,
})
