/** Filters and orders of the list of clients. Without zod, because the page reads them from its URL. */

/** Orders of the list. `progress` is the share of sections that are submitted or approved. */
export const CLIENT_SORTS = [
  'created',
  '-created',
  'name',
  '-name',
  'due',
  '-due',
  'activity',
  '-activity',
  'progress',
  '-progress',
] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]
/**
 * `overdue`: an open section was due before today. `waiting`: a section waits for a review. `archived`: archived
 * clients, which no other view shows.
 */
export const CLIENT_VIEWS = ['overdue', 'waiting', 'not_signed_up', 'archived'] as const
export type ClientView = (typeof CLIENT_VIEWS)[number]
