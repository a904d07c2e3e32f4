import { compareTexts } from '@portal/contract/search-text'
import { html, raw } from 'hono/html'

interface Operation {
  operationId: string
  summary: string
  'x-access': string
  parameters: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { content: Record<string, { schema?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>
}

const STYLE = `
body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
body{overflow-wrap:anywhere}
details{border-bottom:1px solid #8884;padding:.5rem 0}
summary{cursor:pointer}
pre{overflow:auto;background:#8881;padding:.75rem;border-radius:.5rem;font-size:.85rem}
small{opacity:.7}
b.get{color:#2563eb}b.post{color:#16a34a}b.patch,b.put{color:#b45309}b.delete{color:#dc2626}
`

const schemaText = (content: Record<string, { schema?: unknown }> | undefined): string =>
  Object.values(content ?? {})
    .map((c) => JSON.stringify(c.schema ?? 'binary', null, 2))
    .join('\n')

const parameterText = (p: Operation['parameters'][number]): string =>
  p.$ref ? 'Idempotency-Key (header)' : `${p.name} (${p.in}${p.required ? ', required' : ''})`

const pre = (text: string) => html`<pre>${text}</pre>`

function operationHtml(path: string, method: string, op: Operation) {
  const body = op.requestBody ? html`<h4>Body</h4>${pre(schemaText(op.requestBody.content))}` : ''
  const parameters =
    op.parameters.length > 0 ? html`<p>Parameters: ${op.parameters.map(parameterText).join(', ')}</p>` : ''
  const responses = Object.entries(op.responses).map(
    ([status, r]) =>
      html`<h4>${status} ${r.description}</h4>
        ${status.startsWith('2') && r.content ? pre(schemaText(r.content)) : ''}`,
  )
  return html`<details id="${method}-${path}">
    <summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> ${op.summary}
      <small>${op.operationId} · ${op['x-access']}</small></summary>
    ${parameters}${body}${responses}</details>`
}

/** Returns a reference page for an OpenAPI document, without scripts. */
export function referencePage(document: Record<string, unknown>) {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Operation>>)
  const list = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => operationHtml(path, method, op)),
  )
  const { schemas } = document['components'] as { schemas: Record<string, unknown> }
  const named = Object.entries(schemas)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(
      ([name, schema]) =>
        html`<details id="schema-${name}"><summary><code>${name}</code></summary>
          ${pre(JSON.stringify(schema, null, 2))}</details>`,
    )
  return html`<!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title><style>${raw(STYLE)}</style></head>
    <body><h1>API reference</h1><p>Generated from the schemas that validate requests. OpenAPI document:
    <a href="/api/openapi.json">/api/openapi.json</a></p>${list}<h2>Schemas</h2>${named}</body></html>`
}
