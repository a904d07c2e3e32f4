import { cleanLine } from '@portal/contract/text'
import { CLIENT_SORTS, CLIENT_VIEWS } from '@portal/contract/client-filters'
import { TAG_MAX } from '@portal/contract/limits'
import { CLIENT_STATUSES } from '@portal/contract/statuses'
import { textParam } from '@portal/kit/ui/search-params'
import { CLIENT_ACTIONS, CLIENT_TABS, type ClientAction, type ClientTab } from '../detail/tabs.ts'
import type { ClientListing } from '../queries/clients.ts'

/** Search params of /clients. */
export interface ClientsSearch extends ClientListing {
  /** Id of the client whose details are open. */
  client?: string | undefined
  /** The tab of the details; the first by default. */
  tab?: ClientTab | undefined
  /** The dialog that is open over the details. */
  action?: ClientAction | undefined
  /** Whether the creation flow is open. */
  create?: true | undefined
  /** Whether the import is open. */
  import?: true | undefined
}

/** Parses the search params of /clients. Invalid values are dropped. */
export function readClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const q = textParam(search['q'])
  const client = textParam(search['client'])
  const tab = CLIENT_TABS.find((t) => t === search['tab'])
  const action = CLIENT_ACTIONS.find((a) => a === search['action'])
  const tag = cleanLine(textParam(search['tag']))
  const status = CLIENT_STATUSES.find((s) => s === search['status'])
  const show = CLIENT_VIEWS.find((v) => v === search['show'])
  const sort = CLIENT_SORTS.find((s) => s === search['sort'])
  return {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(show ? { show } : {}),
    ...(tag && tag.length <= TAG_MAX ? { tag } : {}),
    ...(sort ? { sort } : {}),
    ...(client ? { client } : {}),
    ...(client && tab && tab !== 'overview' ? { tab } : {}),
    ...(client && action ? { action } : {}),
    ...(search['create'] === true ? { create: true } : {}),
    ...(search['import'] === true ? { import: true } : {}),
  }
}
