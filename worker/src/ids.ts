const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Random bytes are fetched for many ids at once: fetching costs more than making an id of them. */
const RANDOM_BYTES = 10
let random = new Uint8Array(100 * RANDOM_BYTES)
let used = random.length

const hex = (byte: number): string => HEX[byte & 0xff] ?? ''

/** The last id's time, and its place among the ids of that millisecond: 12 bits, begun low so that they seldom run out. */
let last = { time: -1, place: 0 }

function placeAt(time: number, begin: number): number {
  const place = time === last.time ? (last.place + 1) & 0xfff : begin & 0x7ff
  last = { time, place }
  return place
}

/** Returns a new UUIDv7 (RFC 9562): sorts by time of creation, within a millisecond too. */
export function uuidv7(now: number = Date.now()): string {
  if (used === random.length) {
    random = crypto.getRandomValues(random)
    used = 0
  }
  const at = (i: number): number => random[used + i] ?? 0
  const ms = Math.floor(now)
  const place = placeAt(ms, (at(0) << 8) | at(1))
  const time = ms.toString(16).padStart(12, '0')
  const head = `${time.slice(0, 8)}-${time.slice(8)}-${hex(0x70 | (place >> 8))}${hex(place)}`
  const tail = `${hex(0x80 | (at(2) & 0x3f))}${hex(at(3))}-${hex(at(4))}${hex(at(5))}${hex(at(6))}${hex(at(7))}${hex(at(8))}${hex(at(9))}`
  used += RANDOM_BYTES
  return `${head}-${tail}`
}
