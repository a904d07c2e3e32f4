import * as agent from '@portal/contract/agent'
import * as assignments from '@portal/contract/assignments'
import * as audit from '@portal/contract/audit'
import * as auth from '@portal/contract/auth'
import * as chat from '@portal/contract/chat'
import * as clientPortal from '@portal/contract/client-portal'
import * as clients from '@portal/contract/clients'
import * as dashboard from '@portal/contract/dashboard'
import * as delivery from '@portal/contract/delivery'
import * as factors from '@portal/contract/factors'
import * as flagSettings from '@portal/contract/flag-settings'
import * as health from '@portal/contract/health'
import * as mail from '@portal/contract/mail'
import * as mailSettings from '@portal/contract/mail-settings'
import * as notifications from '@portal/contract/notifications'
import * as oauth from '@portal/contract/oauth'
import * as operators from '@portal/contract/operators'
import * as problem from '@portal/contract/problem'
import * as publishing from '@portal/contract/publishing'
import * as push from '@portal/contract/push'
import * as remotes from '@portal/contract/remotes'
import * as review from '@portal/contract/review'
import * as search from '@portal/contract/search'
import * as sessions from '@portal/contract/sessions'
import * as uploads from '@portal/contract/uploads'
import * as usage from '@portal/contract/usage'
import * as vitals from '@portal/contract/vitals'
import * as webhookBodies from '@portal/contract/webhook-bodies'
import * as webhooks from '@portal/contract/webhooks'
import * as workforms from '@portal/contract/workforms'
import * as fields from '@portal/contract/fields'
import * as z from 'zod'

export type Json = Record<string, unknown>
export type Side = 'input' | 'output'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  agent,
  assignments,
  audit,
  auth,
  chat,
  clientPortal,
  clients,
  dashboard,
  delivery,
  factors,
  flagSettings,
  health,
  mail,
  mailSettings,
  notifications,
  oauth,
  operators,
  problem,
  publishing,
  push,
  remotes,
  review,
  search,
  sessions,
  uploads,
  usage,
  vitals,
  webhookBodies,
  webhooks,
  workforms,
  fields,
]

/** Returns whether a schema becomes a named component: objects, enums and unions, but not texts and numbers. */
const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodEnum ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion

/** The contract's schemas and their export names. */
const named = new Map<z.ZodType, string>()
for (const module of MODULES)
  for (const [name, value] of Object.entries(module)) if (isNamed(value) && !named.has(value)) named.set(value, name)

interface Override {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Json
}

/** Keeps descriptions and examples, and allows additional properties, because a later version may add some. */
function override({ zodSchema, jsonSchema }: Override): void {
  const about = z.globalRegistry.get(zodSchema)
  if (about?.description !== undefined) jsonSchema['description'] ??= about.description
  if (about?.['examples'] !== undefined) jsonSchema['examples'] ??= about['examples']
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
}

const convert = (schema: z.ZodType, io: Side, metadata: z.core.$ZodRegistry<{ id?: string | undefined }>): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata,
    override,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}

const nameless = z.registry<{ id?: string | undefined }>()
/** Returns whether the input of a schema differs from its output, for example because a field has a default. */
const hasDifferentInput = (schema: z.ZodType): boolean =>
  JSON.stringify(convert(schema, 'input', nameless)) !== JSON.stringify(convert(schema, 'output', nameless))

/** Converts schemas to JSON Schema and collects the named ones. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly #registries = {
    input: z.registry<{ id?: string | undefined }>(),
    output: z.registry<{ id?: string | undefined }>(),
  }

  constructor() {
    for (const [schema, name] of named) {
      this.#registries.output.add(schema, { id: name })
      this.#registries.input.add(schema, { id: hasDifferentInput(schema) ? `${name}Input` : name })
    }
  }

  /** Returns the JSON Schema itself and collects the named schemas that it refers to. */
  shape(schema: z.ZodType, io: Side): Json {
    const text = JSON.stringify(convert(schema, io, this.#registries[io])).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    )
    const { $defs = {}, id: _, ...root } = JSON.parse(text) as Json & { $defs?: Record<string, Json> }
    const name = this.#registries[io].get(schema)?.id ?? ''
    // A named root is converted to a reference to itself.
    const { [name]: { id: __, ...own } = root, ...others } = $defs
    for (const [other, { id: ___, ...body }] of Object.entries(others)) this.schemas[other] ??= body
    return own
  }

  /** Returns the JSON Schema, or a reference to it if it is named. */
  of(schema: z.ZodType, io: Side): Json {
    const own = this.shape(schema, io)
    const name = this.#registries[io].get(schema)?.id
    if (name === undefined) return own
    this.schemas[name] ??= own
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Resolves a reference. */
  resolve(schema: Json): Json {
    const target = schema['$ref']
    return typeof target === 'string' ? this.resolve(this.schemas[target.split('/').at(-1) ?? ''] ?? {}) : schema
  }
}
