import type { BookkeeperContext } from '../context.ts'
import type { Step } from '../db/write.ts'
import { putDocument } from '../outbox/enqueue.ts'

/** The text files of the bucket client-documents (specification, section 7 'Storage'): one folder per bookkeeper, one in it per client. */

interface Person {
  name: string
  email: string
}

const lines = (facts: Record<string, string | null | undefined>): string =>
  Object.entries(facts)
    .flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
    .join('\n')

const folder = (ctx: BookkeeperContext): string => `bookkeeper-${ctx.actor.userId}`
const clientInfoPath = (ctx: BookkeeperContext, clientId: string): string => `${folder(ctx)}/client-${clientId}/.client-info.txt`

/** Where the file about an assigned workform lies. */
export const assignmentPath = (ctx: BookkeeperContext, clientId: string, workformId: string): string =>
  `${folder(ctx)}/client-${clientId}/workform-${workformId}.txt`

/** Writes who the bookkeeper is. */
export const bookkeeperInfo = (ctx: BookkeeperContext, bookkeeper: Person): Step =>
  putDocument(ctx, `${folder(ctx)}/.bookkeeper-info.txt`, lines({ Bookkeeper: bookkeeper.name, Email: bookkeeper.email }))

/** Writes who the client is. */
export const clientInfo = (ctx: BookkeeperContext, client: Person & { id: string; company: string | null }): Step =>
  putDocument(ctx, clientInfoPath(ctx, client.id), lines({ Client: client.name, Email: client.email, Company: client.company }))

/** Removes what `clientInfo` wrote. */
export const removeClientInfo = (ctx: BookkeeperContext, clientId: string): Step => putDocument(ctx, clientInfoPath(ctx, clientId), null)

/** Writes what was assigned to the client, until when, and with which notes. */
export const assignmentInfo = (
  ctx: BookkeeperContext,
  about: {
    client: Person & { id: string }
    bookkeeper: Person
    workform: { id: string; name: string }
    dueDate: string
    notes: string | null
  },
): Step =>
  putDocument(
    ctx,
    assignmentPath(ctx, about.client.id, about.workform.id),
    lines({
      Workform: about.workform.name,
      Client: `${about.client.name} <${about.client.email}>`,
      Bookkeeper: `${about.bookkeeper.name} <${about.bookkeeper.email}>`,
      'Due date': about.dueDate,
      Notes: about.notes,
    }),
  )
