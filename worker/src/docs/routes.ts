import { Hono } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { openApi, type Routed } from './openapi.ts'
import { referencePage } from './page.ts'

/** Serves the description of `described`, built once per isolate: /openapi.json for machines, /docs for people. */
export function docsRoutes(described: Routed): Hono<AppTypes> {
  let built: { document: string; page: ReturnType<typeof referencePage> } | undefined
  const build = () => {
    const document = openApi(described)
    return { document: JSON.stringify(document), page: referencePage(document) }
  }
  return new Hono<AppTypes>()
    .get('/openapi.json', (c) => c.body((built ??= build()).document, 200, { 'content-type': 'application/json' }))
    .get('/docs', (c) => c.html((built ??= build()).page))
}
