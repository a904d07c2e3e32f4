import { groupSections, type WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import {
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  profiles,
  workformVersions,
} from '../db/schema/index.ts'
import { starterOf } from '../workforms/starters/starters.ts'
import type { Section } from './assign-steps.ts'

/** What assigning reads. The functions only build queries, so that a verb can batch them. */

/** The id of the workform that is meant: of a built-in starter, the bookkeeper's copy of it, if they have one. */
function meant(ctx: BookkeeperContext, id: string): SQL {
  const starter = starterOf(id)
  if (!starter) return sql`${id}`
  return sql`(SELECT id FROM book_workforms WHERE user_id = ${ctx.actor.userId} AND starter = ${starter.key} AND deleted_at IS NULL)`
}

/**
 * The workform with its present version, if the bookkeeper may assign it: their own, or a template of the firm. Of a built-in starter,
 * the copy they have taken already; see `takeStarter` where there is none.
 */
export function assignableWorkform(ctx: BookkeeperContext, id: string) {
  const { userId, firmId } = ctx.actor
  return ctx.db
    .select({
      id: bookWorkforms.id,
      name: bookWorkforms.name,
      version: bookWorkforms.version,
      version_id: workformVersions.id,
      fields: workformVersions.fields,
    })
    .from(bookWorkforms)
    .innerJoin(
      workformVersions,
      and(eq(workformVersions.workform_id, bookWorkforms.id), eq(workformVersions.version, bookWorkforms.version)),
    )
    .where(
      and(
        eq(bookWorkforms.id, meant(ctx, id)),
        isNull(bookWorkforms.deleted_at),
        or(
          eq(bookWorkforms.user_id, userId),
          and(eq(bookWorkforms.is_template, true), eq(bookWorkforms.firm_id, firmId)),
        ),
      ),
    )
}
export type AssignableWorkform = Awaited<ReturnType<typeof assignableWorkform>>[number]

/** Who the bookkeeper is, for mails, documents and webhooks. */
export const bookkeeperOf = (ctx: BookkeeperContext) =>
  ctx.db
    .select({
      id: profiles.id,
      name: profiles.name,
      email: profiles.email,
      phone: profiles.phone,
      company: profiles.company,
    })
    .from(profiles)
    .where(eq(profiles.id, ctx.actor.userId))
export type BookkeeperProfile = Awaited<ReturnType<typeof bookkeeperOf>>[number]

const listed = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Those of the clients that are the bookkeeper's, with whether they declined to become it. */
export const ownClients = (ctx: BookkeeperContext, ids: readonly string[]) =>
  ctx.db
    .select({
      id: bookClients.id,
      name: bookClients.name,
      email: bookClients.email,
      declined: sql<boolean>`${bookClientAuth.declined_at} IS NOT NULL`.mapWith(Boolean),
    })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), inArray(bookClients.id, listed(ids))))

/** The sections of the workform that the clients have already. */
export const sectionsHeld = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  ctx.db
    .select({
      client_id: bookClientWorkforms.client_id,
      section_name: bookClientWorkforms.section_name,
      version_id: bookClientWorkforms.workform_version_id,
      due_date: bookClientWorkforms.due_date,
      notes: bookClientWorkforms.notes,
    })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(bookClientWorkforms.workform_id, meant(ctx, workformId)),
        eq(bookClientWorkforms.assigned_by, ctx.actor.userId),
        inArray(bookClientWorkforms.client_id, listed(clientIds)),
      ),
    )
type Held = Awaited<ReturnType<typeof sectionsHeld>>[number]

/** The versions of the workform that those sections are on. */
export const versionsHeld = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  ctx.db
    .select({ id: workformVersions.id, fields: workformVersions.fields })
    .from(workformVersions)
    .where(
      and(
        eq(workformVersions.workform_id, meant(ctx, workformId)),
        inArray(
          workformVersions.id,
          ctx.db
            .select({ id: bookClientWorkforms.workform_version_id })
            .from(bookClientWorkforms)
            .where(
              and(
                eq(bookClientWorkforms.workform_id, meant(ctx, workformId)),
                eq(bookClientWorkforms.assigned_by, ctx.actor.userId),
                inArray(bookClientWorkforms.client_id, listed(clientIds)),
              ),
            ),
        ),
      ),
    )

/** The clients' submissions of the workform. */
export const submissionsHeld = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  ctx.db
    .select({ id: bookFormSubmissions.id, client_id: bookFormSubmissions.client_id })
    .from(bookFormSubmissions)
    .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
    .where(
      and(
        eq(bookFormSubmissions.form_id, meant(ctx, workformId)),
        eq(bookClients.bookkeeper_id, ctx.actor.userId),
        inArray(bookFormSubmissions.client_id, listed(clientIds)),
      ),
    )

/** The sections of a workform in their order. */
export const sectionsOf = (fields: readonly WorkformField[]): Section[] =>
  groupSections(fields).map(({ name }, position) => ({ name, position }))

/**
 * A function that gives the sections a client lacks. A section the client has under an older name counts as had: an answered section
 * keeps the name it was answered under.
 */
export function missingSections(
  workform: Pick<AssignableWorkform, 'fields'>,
  held: readonly Held[],
  versions: readonly { id: string; fields: WorkformField[] }[],
): (clientId: string) => Section[] {
  const renamed = new Map(
    versions.flatMap((v) => matchSections(v.fields, workform.fields).map((m) => [`${v.id}\n${m.from}`, m.to] as const)),
  )
  const had = new Map<string, Set<string>>()
  for (const { client_id, section_name, version_id } of held) {
    const names = had.get(client_id) ?? new Set()
    had.set(client_id, names.add(section_name).add(renamed.get(`${version_id}\n${section_name}`) ?? section_name))
  }
  const all = sectionsOf(workform.fields)
  return (clientId) => all.filter((s) => !had.get(clientId)?.has(s.name))
}
