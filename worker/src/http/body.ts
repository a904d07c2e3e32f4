import { AppError } from '../errors.ts'

/** How long a body may take to arrive, in milliseconds. */
const ARRIVES_MS = 15_000

/**
 * Returns the text of a body, of which no more than `most` bytes are ever read, announced or not.
 * @throws AppError `too_large`, `request_timeout`
 */
export async function boundedText(request: Request, most: number, ms: number = ARRIVES_MS): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new AppError('request_timeout')), ms)
  })
  try {
    return await Promise.race([readText(request, most), late])
  } finally {
    clearTimeout(timer)
  }
}

async function readText(request: Request, most: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > most) throw new AppError('too_large')
  if (announced !== null || !request.body) return request.text()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    // Leaving the loop gives the rest of the body up.
    if (bytes > most) throw new AppError('too_large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const HALVES = /\\u[dD][89a-fA-F]/
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g

/**
 * JSON text in which an escaped half of a character without its other half, which no other program takes for text, is U+FFFD: as it is
 * where one arrives in plain bytes.
 */
export function wellFormed(json: string): string {
  return HALVES.test(json)
    ? json.replace(ESCAPE, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'))
    : json
}

/** Whether a value of JSON holds more than `most` entries of lists and objects, however deep they lie. */
export function holdsMore(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value]
  let held = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside: unknown[] = Array.isArray(next) ? next : Object.values(next)
    held += inside.length
    if (held > most) return true
    for (const one of inside) if (typeof one === 'object' && one !== null) waiting.push(one)
  }
  return false
}
