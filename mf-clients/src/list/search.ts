import { CLIENT_STATUSES, type ClientStatus } from '@portal/contract/statuses'
import type { ClientFilter, ClientSort } from '../queries/clients.ts'

/** What the address of /clients says: what is listed, and whose details are open. */
export interface ClientsSearch extends ClientFilter {
  /** Id of the client whose details are shown. */
  client?: string | undefined
  /** Whether a client is being created. */
  create?: true | undefined
}

const SORTS: readonly ClientSort[] = ['created', '-created', 'name', '-name']

/** The router reads `?q=2024` as a number. */
const text = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, 200)

/** Reads the search params of /clients; what makes no sense is left out. */
export function readClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const q = text(search['q'])
  const client = text(search['client'])
  const status = CLIENT_STATUSES.find((s): s is ClientStatus => s === search['status'])
  const sort = SORTS.find((s) => s === search['sort'])
  return {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(sort ? { sort } : {}),
    ...(client ? { client } : {}),
    ...(search['create'] === true ? { create: true } : {}),
  }
}
