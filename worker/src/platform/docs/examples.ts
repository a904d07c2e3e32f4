import type { Components, Json } from './components.ts'

const ID = '01930000-0000-7000-8000-000000000001'

/** Example texts by property name, for schemas without a format. */
const BY_NAME: readonly [RegExp, string][] = [
  [/email|^to$/i, 'priya@example.com'],
  [/due_date|^day$|^from$/i, '2027-01-31'],
  [/zone/i, 'Europe/Berlin'],
  [/url|uri|link|origin/i, 'https://portal.example.com/hook'],
  [/password/i, 'a-fine-Password-7'],
  [/sha256|hash/i, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/_at$|^at$|^latest$|^expires$/i, '2026-11-22T09:30:00.000Z'],
  [/^code$/i, '482913'],
  [/phone/i, '+46 70 123 45 67'],
  [/company|firm/i, 'Nordlund & Co'],
  [/workform|title/i, 'Year-end checklist'],
  [/section/i, 'Bank statements'],
  [/message|text|note|reason/i, 'Please send the statement for October.'],
  [/version|contract|sdk/i, '1.2.0'],
  [/file|path/i, 'statement.pdf'],
  [/name|^who$/i, 'Priya Shah'],
]

function text(schema: Json, name: string): string {
  if (schema['format'] === 'uuid') return ID
  if (schema['format'] === 'date-time') return '2026-11-22T09:30:00.000Z'
  if (schema['format'] === 'date') return '2027-01-31'
  const known = BY_NAME.find(([like]) => like.test(name))?.[1] ?? 'text'
  return known.slice(0, Number(schema['maxLength'] ?? known.length)).padEnd(Number(schema['minLength'] ?? 0), 'x')
}

/** Returns the example of a JSON schema, or builds one with all optional properties. */
export function exampleOf(components: Components, schema: Json, name = ''): unknown {
  const own = components.resolve(schema)
  if (Array.isArray(own['examples'])) return own['examples'][0]
  if ('const' in own) return own['const']
  if ('default' in own) return own['default']
  if (Array.isArray(own['enum'])) return own['enum'][0]
  const [choice] = (own['anyOf'] ?? own['oneOf'] ?? own['allOf'] ?? []) as Json[]
  if (choice) return exampleOf(components, choice, name)
  const type: unknown = Array.isArray(own['type']) ? own['type'][0] : own['type']
  if (type === 'object') {
    const properties = Object.entries((own['properties'] ?? {}) as Record<string, Json>)
    return Object.fromEntries(properties.map(([key, child]) => [key, exampleOf(components, child, key)]))
  }
  if (type === 'array') return own['items'] ? [exampleOf(components, own['items'] as Json, name)] : []
  if (type === 'string') return text(own, name)
  if (type === 'integer' || type === 'number')
    return Math.max(Number(own['minimum'] ?? own['exclusiveMinimum'] ?? 1), 1)
  return type === 'boolean' ? true : null
}
