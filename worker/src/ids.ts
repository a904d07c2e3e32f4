const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Random bytes are fetched for many ids at once: fetching costs more than making an id of them. */
const RANDOM_BYTES = 10
let random = new Uint8Array(100 * RANDOM_BYTES)
let used = random.length

const hex = (byte: number): string => HEX[byte & 0xff] ?? ''

/** A new UUIDv7 (RFC 9562): sorts by time of creation. */
export function uuidv7(now: number = Date.now()): string {
  if (used === random.length) {
    random = crypto.getRandomValues(random)
    used = 0
  }
  const at = (i: number): number => random[used + i] ?? 0
  const time = Math.floor(now).toString(16).padStart(12, '0')
  const head = `${time.slice(0, 8)}-${time.slice(8)}-${hex(0x70 | (at(0) & 0x0f))}${hex(at(1))}`
  const tail = `${hex(0x80 | (at(2) & 0x3f))}${hex(at(3))}-${hex(at(4))}${hex(at(5))}${hex(at(6))}${hex(at(7))}${hex(at(8))}${hex(at(9))}`
  used += RANDOM_BYTES
  return `${head}-${tail}`
}
