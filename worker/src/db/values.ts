import type { HranaValue, StatementResult } from './streams.ts'

/** A value as Hrana takes it. */
export function encodeValue(value: unknown): HranaValue {
  if (value === null) return { type: 'null' }
  // Half a character, as a cut leaves it, is no text to the database, which would refuse the whole request: everybody's batches.
  if (typeof value === 'string') return { type: 'text', value: value.toWellFormed() }
  if (typeof value === 'boolean') return { type: 'integer', value: value ? '1' : '0' }
  if (typeof value === 'number' && Number.isFinite(value))
    return Number.isInteger(value) ? { type: 'integer', value: String(value) } : { type: 'float', value }
  throw new TypeError(`a ${typeof value} is no value of the database`)
}

/** A value as Hrana gave it. */
export function decodeValue(value: HranaValue): string | number | null {
  if (value.type === 'null') return null
  return value.type === 'integer' ? Number(value.value) : value.value
}

/** Columns of a result that a row can be asked for by their place. */
const PLACES = 100

/** A row as drizzle reads it: columns by name are its own properties, columns by place it inherits. */
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
    for (let i = 0; i < PLACES; i++) {
      Object.defineProperty(Row.prototype, i, {
        get(this: Row) {
          return this.#values[i]
        },
      })
    }
  }
}

/** The rows of a statement, each to be read by name and by place. */
export function rowsOf({ cols, rows }: StatementResult): Row[] {
  const names = cols.map((c) => c.name)
  return rows.map((row) => new Row(names, row.map(decodeValue)))
}
