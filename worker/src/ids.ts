/** A new UUIDv7 (RFC 9562): sorts by time of creation. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) & 0xff
  bytes[6] = 0x70 | (at(bytes, 6) & 0x0f)
  bytes[8] = 0x80 | (at(bytes, 8) & 0x3f)
  const hex = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const at = (bytes: Uint8Array, i: number): number => bytes[i] ?? 0
