import { LOOKUP_MAX } from '@portal/contract/limits'
import { currentSession, localStore } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'
import { commandsFor, type Offered, valuesIn } from './commands.ts'

/**
 * What the person opened last, on this device. Only ids and paths are stored: names are read from the server, which
 * leaves out what was deleted. Removed at sign-out (forget-user-data.ts).
 */

/** A page, or the id of a client, a workform, or a submission (as the search route writes it). */
export type Visit = { kind: 'page'; id: string } | { kind: ItemKind; id: string }
export type ItemKind = 'client' | 'workform' | 'submission'

const ITEM_KINDS: readonly ItemKind[] = ['submission', 'client', 'workform']
const MAX_VISITS = LOOKUP_MAX
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const storageKey = (): string => `portal.recent.${currentSession()?.user.id ?? ''}`

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value && typeof value.id === 'string'

/** Returns the visits, newest first. */
export function readVisits(): Visit[] {
  const visits = localStore.getJson(storageKey())
  return Array.isArray(visits) ? visits.filter(isVisit) : []
}

function writeVisits(visits: readonly Visit[]): void {
  localStore.set(storageKey(), JSON.stringify(visits.slice(0, MAX_VISITS)))
}

/** Returns the id of a submission, as the search route writes it. */
export const submissionId = (pair: { workform_id: string; client_id: string }): string =>
  `${pair.workform_id}~${pair.client_id}`

/** Returns whether two visits are of the same item or page. */
export const isSameVisit = (a: Visit, b: Visit): boolean => a.kind === b.kind && a.id === b.id

/** Removes visits, such as those of deleted items. */
export const forgetVisits = (gone: readonly Visit[]): void =>
  writeVisits(readVisits().filter((visit) => !gone.some((other) => isSameVisit(visit, other))))

/** Returns the item or page at an address; undefined for other addresses. */
export function visitAt(location: { pathname: string; searchStr: string }, offered: Offered): Visit | undefined {
  for (const kind of ITEM_KINDS) {
    const [opening] = commandsFor(offered, kind)
    const values = opening?.opens ? valuesIn(opening, location) : undefined
    if (!values) continue
    const ids = kind === 'submission' ? [values.workform, values.client] : [values[kind]]
    if (ids.every((id) => id && UUID.test(id))) return { kind, id: ids.join('~') }
  }
  const page = offered.pages.find(({ path }) => path === location.pathname)
  return page && { kind: 'page', id: page.path }
}

/** Stores what the person opens from now on, and what is open. Returns a cleanup function. */
export function recordVisits(router: AnyRouter, offered: () => Offered): () => void {
  const record = (): void => {
    const visit = visitAt(router.state.location, offered())
    if (visit && currentSession()) writeVisits([visit, ...readVisits().filter((other) => !isSameVisit(visit, other))])
  }
  record()
  return router.subscribe('onResolved', record)
}
