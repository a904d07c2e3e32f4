import { isObject } from './is-object.ts'
import { cleanText } from './text.ts'

/** Reads values that may have been stored in several formats. */

/** Returns text as it is stored; empty when the value is not text. */
export const text = (v: unknown): string => (typeof v === 'string' ? cleanText(v) : '')

/** Parses JSON. Returns undefined when it is not valid. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Reads an element of a list: a string, a number, or an object with a label, name or value. */
function element(v: unknown): string {
  if (isObject(v)) return element(v['label']) || element(v['name']) || element(v['value'])
  return typeof v === 'number' ? String(v) : text(v)
}

/** Reads a list: an array, a JSON array, lines, or values separated by commas or semicolons. */
export function list(v: unknown): string[] {
  if (Array.isArray(v)) return v.map(element).filter((s) => s !== '')
  if (typeof v !== 'string') return []
  const json = parsed(v)
  if (Array.isArray(json)) return list(json)
  return list(v.split(/\n/.test(text(v)) ? /\r?\n/ : /[,;]/))
}

/** Reads a boolean: `true`, `1`, "true" or "1". */
export const isOn = (v: unknown): boolean => v === true || v === 1 || ['true', '1'].includes(text(v).toLowerCase())

/** Reads a finite number, or text with one. */
export function finite(v: unknown): number | undefined {
  const number = text(v) === '' ? v : Number(text(v))
  // Adding zero turns -0 into 0, because JSON has no negative zero.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined
}
