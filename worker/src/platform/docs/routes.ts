import { Hono } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { openApi, type Routed } from './openapi.ts'
import { referencePage } from './page.ts'

/**
 * Returns routes with the documentation of an application, built once per isolate: /openapi.json and the page /docs.
 */
export function docsRoutes(app: Routed): Hono<AppTypes> {
  let built: { document: string; page: ReturnType<typeof referencePage> } | undefined
  const build = () => {
    const document = openApi(app)
    return { document: JSON.stringify(document), page: referencePage(document) }
  }
  return new Hono<AppTypes>()
    .get('/openapi.json', (c) => c.body((built ??= build()).document, 200, { 'content-type': 'application/json' }))
    .get('/docs', (c) => c.html((built ??= build()).page))
}
