import contract from '@portal/contract/package.json' with { type: 'json' }
import { ERRORS, type ErrorCode } from '@portal/contract/errors'
import { Problem } from '@portal/contract/problem'
import type { RouterRoute } from 'hono/types'
import type * as z from 'zod'
import { type EndpointSpec, specOf } from '../../endpoint.ts'
import { Components, type Json } from './components.ts'
import { exampleOf } from './examples.ts'
import { ACCESS, AT_OPERATORS, PARAMETERS, TAGS } from './texts.ts'

/** An application's routes. */
export interface Routed {
  readonly routes: readonly RouterRoute[]
}

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' }
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

const SUCCESS: Readonly<Record<number, string>> = {
  101: 'Switched to a WebSocket.',
  200: 'Done.',
  201: 'Created.',
  204: 'Done, no content.',
  303: 'Redirect.',
}

function descriptionOf({ summary, access, site }: EndpointSpec): string {
  const text = `${summary}. ${ACCESS[access]}`
  return site === 'operators' ? `${text} ${AT_OPERATORS}` : text
}

/** Generates the operations of a document and collects the named schemas. */
class Operations {
  readonly components = new Components()

  of(method: string, path: string, spec: EndpointSpec): Json {
    const changes = method !== 'get'
    const tag = path.split('/')[2] ?? ''
    return {
      operationId: spec.id,
      summary: spec.summary,
      description: descriptionOf(spec),
      tags: [tag],
      'x-access': spec.access,
      'x-site': spec.site ?? 'portal',
      ...(spec.links && { 'x-links': spec.links }),
      security: spec.access === 'public' ? [] : [{ token: [] }],
      parameters: [
        ...this.parameters('path', spec.param),
        ...this.parameters('query', spec.query),
        ...(changes && spec.access !== 'public' ? [IDEMPOTENCY_KEY] : []),
      ],
      ...this.body(spec),
      responses: { ...this.success(spec), ...this.errors(spec, changes) },
    }
  }

  private parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
    if (!schema) return []
    const { properties = {}, required = [] } = this.components.shape(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, own]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      description: PARAMETERS[name] ?? `${name.replaceAll('_', ' ')}.`,
      schema: own,
      example: exampleOf(this.components, own, name),
    }))
  }

  private body({ json, binaryBody, optionalBody }: EndpointSpec): Json {
    const file = { type: 'string', format: 'binary' }
    if (binaryBody)
      return { requestBody: { content: { 'application/octet-stream': { schema: file } }, required: true } }
    if (!json) return {}
    return { requestBody: { content: { 'application/json': this.media(json, 'input') }, required: !optionalBody } }
  }

  /** Returns a JSON body, with an example if the generated one is valid. */
  private media(schema: z.ZodType, io: 'input' | 'output'): Json {
    const own = this.components.of(schema, io)
    const example = exampleOf(this.components, own)
    return { schema: own, ...(schema.safeParse(example).success && { example }) }
  }

  private success({ response, responseType, ranges, status = 200 }: EndpointSpec): Json {
    const file = responseType && { content: { [responseType]: { schema: { type: 'string', format: 'binary' } } } }
    const content = response ? { content: { 'application/json': this.media(response, 'output') } } : file
    const location =
      status === 303
        ? { headers: { Location: { description: 'Target of the redirect.', schema: { type: 'string' } } } }
        : {}
    return {
      [status]: { description: SUCCESS[status] ?? 'Done.', ...content, ...location },
      ...(ranges && { 206: { description: 'The requested range.', ...content } }),
    }
  }

  private errors(spec: EndpointSpec, changes: boolean): Json {
    const codes = new Set<ErrorCode>(['invalid_input', 'busy', ...(spec.errors ?? [])])
    if (spec.json)
      for (const code of ['request_timeout', 'too_large', 'unsupported_media_type'] as const) codes.add(code)
    if (spec.access === 'public' || changes) codes.add('too_many_requests')
    if (spec.access !== 'public') codes.add('unauthenticated')
    if (spec.access !== 'public' && changes)
      for (const code of ['idempotency_mismatch', 'storage_limit'] as const) codes.add(code)
    if (spec.access !== 'public' && spec.access !== 'user') codes.add('forbidden')
    const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
    return Object.fromEntries([...byStatus].map(([status, own]) => [status, this.problem(status, own)]))
  }

  private problem(status: number, [first, ...more]: readonly ErrorCode[]): Json {
    const code = first ?? 'internal'
    const { title, detail } = ERRORS[code]
    const example = { type: `urn:portal:error:${code}`, code, title, status, detail }
    return {
      description: `Refused: ${[code, ...more].map((each) => `\`${each}\``).join(', ')}.`,
      ...([429, 503].includes(status) && { headers: RETRY_AFTER }),
      content: { 'application/problem+json': { schema: this.components.of(Problem, 'output'), example } },
    }
  }
}

/** Returns every route made with `endpoint`. Also used by the access test. */
export function endpointsOf(app: Routed): { method: string; path: string; spec: EndpointSpec }[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const spec = specOf(handler)
    return spec ? [{ method: method.toLowerCase(), path: path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}'), spec }] : []
  })
}

/** Returns the OpenAPI 3.1 document of an application, generated from the schemas that validate its requests. */
export function openApi(app: Routed): Json {
  const operations = new Operations()
  const paths: Record<string, Json> = {}
  for (const { method, path, spec } of endpointsOf(app))
    paths[path] = { ...paths[path], [method]: operations.of(method, path, spec) }
  const used = new Set(Object.keys(paths).map((path) => path.split('/')[2] ?? ''))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Client portal',
      version: contract.version,
      description:
        'The API of the client-onboarding portal. Errors are problem details (RFC 9457). Requests that change ' +
        'something accept an Idempotency-Key: repeating a request with the same method, path and body returns the ' +
        'first response and has no further effect.',
      contact: { name: 'The operator of this portal' },
    },
    servers: [{ url: '/', description: 'This portal' }],
    tags: [...used].toSorted().map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      schemas: operations.components.schemas,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            '8 to 100 letters, digits, _ or -. Stored for 7 days; reuse with another body is refused with 422.',
          schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
          example: '01930000-0000-7000-8000-000000000001',
        },
      },
      headers: { RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } } },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
