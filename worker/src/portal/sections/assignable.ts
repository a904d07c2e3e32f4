import { groupSections, type WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import {
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  firms,
  profiles,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { starterOf } from '../starters/starters.ts'
import type { Section } from './assign-steps.ts'

/** Returns a condition on book_workforms: the bookkeeper can assign it. */
export const isAssignable = ({ actor }: BookkeeperContext) =>
  and(
    isNull(bookWorkforms.deleted_at),
    eq(bookWorkforms.is_archived, false),
    or(
      eq(bookWorkforms.user_id, actor.userId),
      and(eq(bookWorkforms.is_template, true), eq(bookWorkforms.firm_id, actor.firmId)),
    ),
  )

/** Returns the id of a workform, or of the bookkeeper's copy of a starter. */
function resolvedId({ db, actor }: BookkeeperContext, workformId: string): string | SQL {
  const starter = starterOf(workformId)
  if (!starter) return workformId
  const { id, user_id, deleted_at } = bookWorkforms
  return sql`${db
    .select({ id })
    .from(bookWorkforms)
    .where(and(eq(user_id, actor.userId), eq(bookWorkforms.starter, starter.key), isNull(deleted_at)))}`
}

/**
 * Returns a query for a workform that the bookkeeper can assign, with its current version. For a starter it finds the
 * bookkeeper's copy, if any; see `resolveStarter`.
 */
export const assignableWorkform = (ctx: BookkeeperContext, id: string) =>
  ctx.db
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
    .where(and(eq(bookWorkforms.id, resolvedId(ctx, id)), isAssignable(ctx)))
export type AssignableWorkform = Awaited<ReturnType<typeof assignableWorkform>>[number]

/** Returns a query for the bookkeeper's profile, for mails, documents and webhooks. */
export const bookkeeperOf = (ctx: BookkeeperContext) =>
  ctx.db
    .select({
      id: profiles.id,
      name: profiles.name,
      email: profiles.email,
      phone: profiles.phone,
      company: profiles.company,
      /** Whether mails to clients have links that sign in. */
      oneTap: firms.one_tap_links,
    })
    .from(profiles)
    .innerJoin(firms, eq(firms.id, ctx.actor.firmId))
    .where(eq(profiles.id, ctx.actor.userId))
export type BookkeeperProfile = Awaited<ReturnType<typeof bookkeeperOf>>[number]

/** Returns a query for the clients that belong to the bookkeeper. */
export const ownClients = (ctx: BookkeeperContext, ids: readonly string[]) =>
  ctx.db
    .select({
      id: bookClients.id,
      name: bookClients.name,
      email: bookClients.email,
      is_archived: sql`${bookClients.is_archived}`.mapWith(Boolean),
      declined: sql<boolean>`${bookClientAuth.declined_at} IS NOT NULL`.mapWith(Boolean),
    })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), inArray(bookClients.id, ids)))

/** Returns a condition: the sections of the workform that the clients already have. */
const isAssigned = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  and(
    eq(bookClientWorkforms.workform_id, resolvedId(ctx, workformId)),
    eq(bookClientWorkforms.assigned_by, ctx.actor.userId),
    inArray(bookClientWorkforms.client_id, clientIds),
  )

/** Most sections that `assignedSections` returns. */
export const HELD_MAX = 10_000

/**
 * Returns a query for the sections of the workform that the clients already have, and whether they have these notes.
 */
export const assignedSections = (
  ctx: BookkeeperContext,
  workformId: string,
  clientIds: readonly string[],
  notes: string | null,
) =>
  ctx.db
    .select({
      client_id: bookClientWorkforms.client_id,
      section_name: bookClientWorkforms.section_name,
      version_id: bookClientWorkforms.workform_version_id,
      due_date: bookClientWorkforms.due_date,
      has_notes: sql`${bookClientWorkforms.notes} IS ${notes}`.mapWith(Boolean),
    })
    .from(bookClientWorkforms)
    .where(isAssigned(ctx, workformId, clientIds))
    .limit(HELD_MAX)
type AssignedSection = Awaited<ReturnType<typeof assignedSections>>[number]

/** Returns a query for the versions of the workform that those sections are on. */
export const assignedVersions = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  ctx.db
    .select({ id: workformVersions.id, fields: workformVersions.fields })
    .from(workformVersions)
    .where(
      inArray(
        workformVersions.id,
        ctx.db
          .select({ id: bookClientWorkforms.workform_version_id })
          .from(bookClientWorkforms)
          .where(isAssigned(ctx, workformId, clientIds)),
      ),
    )

/** Returns a query for the clients' submissions of the workform. */
export const existingSubmissions = (ctx: BookkeeperContext, workformId: string, clientIds: readonly string[]) =>
  ctx.db
    .select({
      id: bookFormSubmissions.id,
      client_id: bookFormSubmissions.client_id,
      archived_at: bookFormSubmissions.archived_at,
    })
    .from(bookFormSubmissions)
    .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
    .where(
      and(
        eq(bookFormSubmissions.form_id, resolvedId(ctx, workformId)),
        eq(bookClients.bookkeeper_id, ctx.actor.userId),
        inArray(bookFormSubmissions.client_id, clientIds),
      ),
    )

/** Returns the sections of a workform in order. */
export const sectionsOf = (fields: readonly WorkformField[]): Section[] =>
  groupSections(fields).map(({ name }, position) => ({ name, position }))

/**
 * Returns a lookup of the sections that a client does not have yet. A section under an older name counts, because
 * answered sections keep their name.
 */
export function missingSections(
  workform: Pick<AssignableWorkform, 'fields'>,
  held: readonly AssignedSection[],
  versions: readonly { id: string; fields: WorkformField[] }[],
): (clientId: string) => Section[] {
  const renamed = new Map(
    versions.flatMap((v) => matchSections(v.fields, workform.fields).map((m) => [`${v.id}\n${m.from}`, m.to] as const)),
  )
  const existing = new Map<string, Set<string>>()
  for (const { client_id, section_name, version_id } of held) {
    const names = existing.get(client_id) ?? new Set()
    existing.set(client_id, names.add(section_name).add(renamed.get(`${version_id}\n${section_name}`) ?? section_name))
  }
  const all = sectionsOf(workform.fields)
  return (clientId) => all.filter((s) => !existing.get(clientId)?.has(s.name))
}
