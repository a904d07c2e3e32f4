import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isForPublishing } from './compare-contracts.ts'
import type { Json } from './compare-schemas.ts'
import { widgetSurface } from './compare-widgets.ts'

/**
 * The public surface of the contract: the requests and responses of all routes, the exported constants, and the props
 * of widgets, which older releases lack. What is for publishing is left out.
 */
export const ContractSurface = z.object({
  routes: z.record(z.string(), z.object({ request: z.record(z.string(), z.json()), response: z.json() })),
  constants: z.record(z.string(), z.json()),
  widgets: z.string().optional(),
})
export type ContractSurface = z.infer<typeof ContractSurface>

interface Spec {
  param?: z.ZodType
  query?: z.ZodType
  json?: z.ZodType
  response?: z.ZodType
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Json
}

function routeOf(spec: Spec): ContractSurface['routes'][string] {
  const parts = (['param', 'query', 'json'] as const).flatMap((part) =>
    spec[part] ? [[part, schemaOf(spec[part], 'input')] as const] : [],
  )
  return { request: Object.fromEntries(parts), response: spec.response ? schemaOf(spec.response, 'output') : null }
}

/** Returns a value if it is plain data, and undefined for functions, schemas and patterns. */
function dataOf(value: unknown): Json | undefined {
  if (value instanceof z.ZodType) return undefined
  const parsed = z.json().safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** Reads the surface of the contract. Takes the routes from the worker, which knows their schemas. */
export async function contractSurface(root: string): Promise<ContractSurface> {
  const { api } = (await import(join(root, 'worker/src/app.ts'))) as { api: unknown }
  const { endpointsOf } = (await import(join(root, 'worker/src/docs/openapi.ts'))) as {
    endpointsOf: (app: unknown) => { method: string; path: string; spec: Spec }[]
  }
  const routes = endpointsOf(api).map(
    ({ method, path, spec }) => [`${method.toUpperCase()} ${path}`, routeOf(spec)] as const,
  )
  const folder = join(root, 'worker/contract/src')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const constants: [string, Json][] = []
  for (const file of files) {
    for (const [name, value] of Object.entries((await import(join(folder, file))) as Record<string, unknown>)) {
      const data = dataOf(value)
      if (data !== undefined) constants.push([`${file.replace('.ts', '')}.${name}`, data])
    }
  }
  const sorted = <T>(entries: (readonly [string, T])[]) =>
    Object.fromEntries(entries.filter(([name]) => !isForPublishing(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { routes: sorted(routes), constants: sorted(constants), widgets: widgetSurface() }
}
