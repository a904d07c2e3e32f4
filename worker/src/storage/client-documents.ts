import type { TextFile } from '../outbox/enqueue.ts'

/** The text files of the bucket client-documents (specification, section 7 'Storage'): one folder per bookkeeper, one in it per client. */

/** The bookkeeper whose folder it is. */
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

/** Where the outbox addresses the files of the bookkeeper's own folder and of the client's: one path, and what paths begin with. */
export const folderRecipients = (ctx: Owner, clientId: string): { own: string; from: string; below: string } => ({
  own: `document:${folder(ctx)}/.bookkeeper-info.txt`,
  from: `document:${folder(ctx)}/client-${clientId}/`,
  // The character after the slash.
  below: `document:${folder(ctx)}/client-${clientId}0`,
})

/** Who the bookkeeper is. */
export const bookkeeperInfo = (ctx: Owner, { name, email }: Person): TextFile => ({
  path: `${folder(ctx)}/.bookkeeper-info.txt`,
  text: lines({ Bookkeeper: name, Email: email }),
})

/** Who the client is. */
export const clientInfo = (
  ctx: Owner,
  { id, name, email, company }: Person & { id: string; company: string | null },
): TextFile => ({
  path: clientInfoPath(ctx, id),
  text: lines({ Client: name, Email: email, Company: company }),
})

/** No more of the client. */
export const noClientInfo = (ctx: Owner, clientId: string): TextFile => ({
  path: clientInfoPath(ctx, clientId),
  text: null,
})

/** What was assigned to the client, until when, and with which notes. */
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

/** No more of what was assigned. */
export const noAssignmentInfo = (ctx: Owner, clientId: string, workformId: string): TextFile => ({
  path: assignmentPath(ctx, clientId, workformId),
  text: null,
})
