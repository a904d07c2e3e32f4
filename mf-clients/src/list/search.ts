import { CLIENT_STATUSES, type ClientStatus } from '@portal/contract/statuses'
import { textParam } from '@portal/kit/ui/search-params'
import type { ClientFilter, ClientSort } from '../queries/clients.ts'

/** Search params of /clients. */
export interface ClientsSearch extends ClientFilter {
  /** Id of the client whose details are open. */
  client?: string | undefined
  /** Whether the creation flow is open. */
  create?: true | undefined
}

const SORTS: readonly ClientSort[] = ['created', '-created', 'name', '-name']

/** Parses the search params of /clients. Invalid values are dropped. */
export function readClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const q = textParam(search['q'])
  const client = textParam(search['client'])
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
