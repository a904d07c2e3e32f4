import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { portalUrl } from '../../testing/portal.ts'
import { endpointsOf, openApi } from './openapi.ts'

type Json = Record<string, unknown>
interface Media {
  schema?: Json
  example?: unknown
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: unknown[]
  parameters: { name?: string; in?: string; description?: string; example?: unknown; $ref?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media>; headers?: Json }>
}
interface Document {
  info: { title: string; description: string; contact: Json }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

let document: Document
let operations: { key: string; path: string; op: Operation }[]
let endpoints: ReturnType<typeof endpointsOf>

beforeAll(async () => {
  const { api } = await import('../../app.ts')
  const app = new Hono().route('/api', api as never)
  endpoints = endpointsOf(app)
  document = openApi(app) as unknown as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ key: `${method.toUpperCase()} ${path}`, path, op })),
  )
})

const of = (key: string): Operation => operations.find((o) => o.key === key)?.op ?? expect.fail(key)
const refsIn = (value: unknown): string[] => JSON.stringify(value).match(/(?<="\$ref":")[^"]+/g) ?? []

/** Checks the rules of Spectral's recommended set for OpenAPI. */
describe('the OpenAPI document', () => {
  it('has unique operation ids in camel case', () => {
    const ids = operations.map(({ op }) => op.operationId)
    expect(
      operations.filter(({ op }) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(op.operationId)).map(({ key }) => key),
    ).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('describes the document and every tag, operation, parameter and response', () => {
    expect(document.info).toMatchObject({ title: /./, description: /./, contact: { name: /./ } } as never)
    expect(document.servers.every(({ url }) => !/.\/$/.test(url) && !url.includes('example.com'))).toBe(true)
    const tags = new Set(document.tags.map(({ name }) => name))
    expect(document.tags.filter(({ name, description }) => description === name)).toEqual([])
    for (const { key, op } of operations) {
      expect(op.summary && op.description, key).toBeTruthy()
      expect(op.description, key).not.toMatch(/<script|eval\(/)
      expect(op.tags.length === 1 && op.tags.every((tag) => tags.has(tag)), key).toBe(true)
      for (const p of op.parameters) expect(p.$ref ?? p.description, `${key} ${p.name}`).toBeTruthy()
      for (const response of Object.values(op.responses)) expect(response.description, key).toBeTruthy()
      expect(
        Object.keys(op.responses).some((status) => /^[123]/.test(status)),
        key,
      ).toBe(true)
    }
  })

  it('declares each path parameter once', () => {
    expect(Object.keys(document.paths).filter((path) => path.endsWith('/') || path.includes('?'))).toEqual([])
    for (const { key, path, op } of operations) {
      const inPath = new Set(op.parameters.filter((p) => p.in === 'path').map((p) => p.name))
      expect(inPath, key).toEqual(new Set([...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1])))
      const all = op.parameters.map((p) => p.$ref ?? `${p.in} ${p.name}`)
      expect(new Set(all).size, key).toBe(all.length)
    }
  })

  it('refers to existing schemas and uses every schema', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.length).toBeGreaterThan(100)
    const used = new Set(
      refsIn(document)
        .filter((ref) => ref.startsWith('#/components/schemas/'))
        .map((ref) => ref.split('/').at(-1)),
    )
    expect(names.filter((name) => !used.has(name))).toEqual([])
    expect([...used].filter((name) => !names.includes(name ?? ''))).toEqual([])
    expect(JSON.stringify(document)).not.toContain('$defs')
    expect(of('GET /api/clients/{id}').responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/ClientDetail',
    })
    // Most bodies and responses are named schemas.
    const bodies = operations
      .flatMap(({ op }) => [op.requestBody?.content, op.responses['200']?.content])
      .flatMap((c) => c?.['application/json'] ?? [])
    expect(bodies.filter(({ schema }) => schema && '$ref' in schema).length).toBeGreaterThan(bodies.length * 0.6)
  })

  it('has enums with unique values of one type', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { enum: choices, type } = value as { enum?: unknown; type?: unknown }
      if (Array.isArray(choices)) {
        expect(new Set(choices).size).toBe(choices.length)
        if (type === 'string') expect(choices.every((choice) => typeof choice === 'string')).toBe(true)
      }
      for (const child of Object.values(value)) visit(child)
    }
    visit(document)
  })

  it('has valid examples for nearly all request bodies', () => {
    const bodies = endpoints.flatMap(({ method, path, spec }) => {
      if (!spec.json) return []
      const example = of(`${method.toUpperCase()} ${path}`).requestBody?.content['application/json']?.example
      if (example !== undefined) expect(spec.json.safeParse(example).success, path).toBe(true)
      return [{ path: `${method} ${path}`, example }]
    })
    const without = bodies.filter(({ example }) => example === undefined).map(({ path }) => path)
    expect(without.length, without.join('\n')).toBeLessThan(bodies.length * 0.15)
  })

  it('describes responses other than 200 with JSON', () => {
    expect(of('GET /api/realtime').responses).toHaveProperty('101')
    for (const key of ['GET /api/auth/oauth/{provider}/start', 'GET /api/auth/oauth/{provider}/callback'])
      expect(of(key).responses['303']?.headers).toHaveProperty('Location')
    for (const key of ['GET /api/clients/export', 'GET /api/audit/export'])
      expect(of(key).responses['200']?.content).toHaveProperty('text/csv')
    expect(of('GET /api/downloads/{ticket}').responses['200']?.content).toHaveProperty('application/zip')
    expect(of('GET /api/files/{id}').responses).toHaveProperty('206')
    const silent = endpoints.filter(
      ({ spec }) => !spec.response && !spec.responseType && ![101, 204, 303].includes(spec.status ?? 200),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
    expect(operations.filter(({ op }) => !('400' in op.responses)).map(({ key }) => key)).toEqual([])
    expect(Object.keys(of('POST /api/clients').responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '408', '413', '415', '422', '429', '503']),
    )
    const publishing = operations.filter(
      ({ key, path }) => path.startsWith('/api/remotes/{name}/') && key !== 'POST /api/remotes/{name}/token',
    )
    expect(publishing.length).toBeGreaterThan(12)
    for (const { key, op } of publishing)
      expect(Object.keys(op.responses), key).toEqual(expect.arrayContaining(['400', '401', '403', '429', '503']))
    expect(refsIn(of('POST /api/clients').parameters)).toEqual(['#/components/parameters/IdempotencyKey'])
  })

  it('is served as JSON and as a page', async () => {
    const [json, page] = await Promise.all(
      ['/api/openapi.json', '/api/docs'].map((path) => fetch(new URL(path, portalUrl))),
    )
    expect(await json?.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const text = (await page?.text()) ?? ''
    for (const part of ['listClients', 'Idempotency-Key', 'id="schema-ClientDetail"']) expect(text).toContain(part)
  })
})
