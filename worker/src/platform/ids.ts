const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Random bytes are generated for many ids at once, because each call is expensive. */
const RANDOM_BYTES = 10
let random = new Uint8Array(100 * RANDOM_BYTES)
let used = random.length

const hex = (byte: number): string => HEX[byte & 0xff] ?? ''

/** Time of the last id and its 12-bit counter within the millisecond, which starts low so that it rarely overflows. */
let last = { time: -1, counter: 0 }

function nextCounter(time: number, start: number): number {
  const counter = time === last.time ? (last.counter + 1) & 0xfff : start & 0x7ff
  last = { time, counter }
  return counter
}

/** Returns a new UUIDv7 (RFC 9562), which sorts by creation time, even within a millisecond. */
export function uuidv7(now: number = Date.now()): string {
  if (used === random.length) {
    random = crypto.getRandomValues(random)
    used = 0
  }
  const at = (i: number): number => random[used + i] ?? 0
  const ms = Math.floor(now)
  const counter = nextCounter(ms, (at(0) << 8) | at(1))
  const time = ms.toString(16).padStart(12, '0')
  const head = `${time.slice(0, 8)}-${time.slice(8)}-${hex(0x70 | (counter >> 8))}${hex(counter)}`
  const node = [4, 5, 6, 7, 8, 9].map((i) => hex(at(i))).join('')
  const tail = `${hex(0x80 | (at(2) & 0x3f))}${hex(at(3))}-${node}`
  used += RANDOM_BYTES
  return `${head}-${tail}`
}

/** Returns a hash (hex) as a custom UUID (version 8, RFC 9562). */
export const uuidOfHash = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
