import { SearchQuery, SearchResults } from '@portal/contract/search'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { quickSearch } from './quick-search.ts'

/** Routes for the command palette. */
export const quickSearchRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    id: 'quickSearch',
    summary: 'Search clients, workforms and submissions',
    access: 'bookkeeper',
    query: SearchQuery,
    response: SearchResults,
  }),
  async (c) => c.json(await quickSearch(c.var.ctx, c.req.valid('query'))),
)
