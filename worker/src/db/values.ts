import type { HranaValue, StatementResult } from './streams.ts'

/** Encodes a value for Hrana. */
export function encodeValue(value: unknown): HranaValue {
  if (value === null) return { type: 'null' }
  // The database refuses a lone surrogate, and with it the whole request, which may hold batches of other users.
  if (typeof value === 'string') return { type: 'text', value: value.toWellFormed() }
  if (typeof value === 'boolean') return { type: 'integer', value: value ? '1' : '0' }
  if (typeof value === 'number' && Number.isFinite(value))
    return Number.isInteger(value) ? { type: 'integer', value: String(value) } : { type: 'float', value }
  throw new TypeError(`cannot store a ${typeof value} in the database`)
}

/** Decodes a value from Hrana. */
export function decodeValue(value: HranaValue): string | number | null {
  if (value.type === 'null') return null
  return value.type === 'integer' ? Number(value.value) : value.value
}

/** Columns that can be read by index. */
const INDEXED_COLUMNS = 100

/** A row for Drizzle. Columns by name are own properties; columns by index are inherited getters. */
class Row {
  readonly #values: readonly (string | number | null)[]

  constructor(names: readonly (string | null)[], values: readonly (string | number | null)[]) {
    this.#values = values
    for (const [i, name] of names.entries()) {
      if (name !== null && name !== 'length' && !Object.hasOwn(this, name))
        Object.defineProperty(this, name, { value: values[i], enumerable: true, configurable: true, writable: true })
    }
  }

  get length(): number {
    return this.#values.length
  }

  static {
    for (let i = 0; i < INDEXED_COLUMNS; i++) {
      Object.defineProperty(Row.prototype, i, {
        get(this: Row) {
          return this.#values[i]
        },
      })
    }
  }
}

/** Returns the rows of a result, with columns readable by name and by index. */
export function rowsOf({ cols, rows }: StatementResult): Row[] {
  const names = cols.map((c) => c.name)
  return rows.map((row) => new Row(names, row.map(decodeValue)))
}
