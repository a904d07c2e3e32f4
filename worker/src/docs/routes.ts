import { Hono } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { openApi, type Routed } from './openapi.ts'
import { referencePage } from './page.ts'

/** The description of `described`: /openapi.json for machines, /docs for people. */
export const docsRoutes = (described: Routed) =>
  new Hono<AppTypes>()
    .get('/openapi.json', (c) => c.json(openApi(described, c.var.ctx.origin)))
    .get('/docs', (c) => c.html(referencePage(openApi(described, c.var.ctx.origin))))
