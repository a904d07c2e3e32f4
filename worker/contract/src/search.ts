import * as z from 'zod'
import { Id, Search } from './common.ts'
import { LOOKUP_MAX } from './limits.ts'
import { CLIENT_STATUSES } from './statuses.ts'

/** Schemas of the search across clients, workforms and submissions. */

const ID = '[0-9a-f-]{36}'
const ITEM = `${ID}(?:~${ID})?`

/**
 * Searches for a text, or looks items up by their ids, separated by commas: `ids` returns those that still exist. A
 * submission has the id of its workform and of its client, with `~` between them.
 */
export const SearchQuery = z.object({
  q: Search,
  ids: z
    .string()
    .regex(new RegExp(`^${ITEM}(?:,${ITEM}){0,${LOOKUP_MAX - 1}}$`), 'These are not ids of items.')
    .optional()
    .meta({ examples: ['0190a0a0-0000-7000-8000-000000000001'] }),
})

export const FoundClient = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  status: z.enum(CLIENT_STATUSES),
})
export type FoundClient = z.infer<typeof FoundClient>

export const FoundWorkform = z.object({ id: Id, name: z.string(), is_template: z.boolean() })
export type FoundWorkform = z.infer<typeof FoundWorkform>

/** A submission: a client's workform, whatever its state. */
export const FoundSubmission = z.object({
  workform_id: Id,
  workform_name: z.string(),
  client_id: Id,
  client_name: z.string(),
  /** Names of the sections that wait for a review. */
  waiting: z.array(z.string()),
})
export type FoundSubmission = z.infer<typeof FoundSubmission>

/** Returns the schema of the first items of a kind; `more` says whether there are others. */
const results = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), more: z.boolean() })

/** The first results of each kind. */
export const SearchResults = z.object({
  clients: results(FoundClient),
  workforms: results(FoundWorkform),
  submissions: results(FoundSubmission),
})
export type SearchResults = z.infer<typeof SearchResults>
