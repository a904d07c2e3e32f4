import { v7 } from 'uuid'

/** Returns a new UUIDv7 (RFC 9562), which sorts by creation time, even within a millisecond. */
export const uuidv7 = (): string => v7()

/** Returns a hash (hex) as a custom UUID (version 8, RFC 9562). */
export const uuidOfHash = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
