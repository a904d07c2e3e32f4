import type { ClientSelection, SelectionQuery } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { listClients } from './list-clients.ts'

/** Returns every client of the bookkeeper that matches the search and filter, up to the selection limit. */
export async function selectClients(
  ctx: BookkeeperContext,
  filter: z.output<typeof SelectionQuery>,
): Promise<ClientSelection> {
  const { items, next } = await listClients(ctx, { ...filter, sort: 'name', limit: MAX_SELECTED_CLIENTS })
  return { items: items.map(({ id, name, email }) => ({ id, name, email })), more: next !== null }
}
