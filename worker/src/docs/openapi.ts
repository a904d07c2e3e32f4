import { ERRORS, type ErrorCode, Problem } from '@portal/contract/errors'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod'
import { type EndpointSpec, specOf } from '../endpoint.ts'

type Json = Record<string, unknown>
/** An application, as far as its routes go. */
export interface Routed {
  readonly routes: readonly RouterRoute[]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return rest
}

function parameters(spec: EndpointSpec): Json[] {
  const list = (where: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(properties).map(([name, s]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: s,
    }))
  }
  return [...list('path', spec.param), ...list('query', spec.query)]
}

function answers(spec: EndpointSpec): Json {
  const codes = new Set<ErrorCode>(spec.errors ?? [])
  if (spec.access === 'public') codes.add('too_many_requests')
  if (spec.param || spec.query || spec.json) codes.add('invalid_input')
  if (spec.access !== 'public') codes.add('unauthenticated')
  if (spec.access === 'bookkeeper' || spec.access === 'client') codes.add('forbidden')
  const errors = new Map<number, string[]>()
  for (const code of codes) errors.set(ERRORS[code].status, [...(errors.get(ERRORS[code].status) ?? []), code])
  const ok = spec.answer ? { content: { 'application/json': { schema: schemaOf(spec.answer, 'output') } } } : {}
  return {
    [spec.status ?? 200]: { description: 'Done', ...ok },
    ...Object.fromEntries(
      [...errors].map(([status, names]) => [
        status,
        { description: names.join(', '), content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      ]),
    ),
  }
}

function operation(method: string, path: string, spec: EndpointSpec): Json {
  const body = spec.json
    ? { content: { 'application/json': { schema: schemaOf(spec.json, 'input') } }, required: true }
    : spec.binaryBody
      ? { content: { 'application/octet-stream': {} }, required: true }
      : undefined
  return {
    operationId: `${method}${path.replace(/\/:?([a-zA-Z])/g, (_, c: string) => c.toUpperCase()).replace(/[^A-Za-z]/g, '')}`,
    summary: spec.summary,
    tags: [path.split('/')[2] ?? ''],
    'x-access': spec.access,
    security: spec.access === 'public' ? [] : [{ token: [] }],
    parameters: parameters(spec),
    ...(body ? { requestBody: body } : {}),
    responses: answers(spec),
  }
}

/** Every route made with `endpoint`, with its method and path: also what the access test walks through. */
export function endpointsOf(app: Routed): { method: string; path: string; spec: EndpointSpec }[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const spec = specOf(handler)
    return spec ? [{ method: method.toLowerCase(), path, spec }] : []
  })
}

/** The OpenAPI 3.1 document of the application, from the very schemas that its routes parse with. */
export function openApi(app: Routed, origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const { method, path, spec } of endpointsOf(app)) {
    const templated = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[templated] = { ...paths[templated], [method]: operation(method, path, spec) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Client portal',
      version: '1.0.0',
      description: 'The API of the client-onboarding portal. Errors are problem details (RFC 9457).',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
