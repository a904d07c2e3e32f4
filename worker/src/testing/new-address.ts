import { randomBytes } from 'node:crypto'

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/**
 * Returns an IPv6 address in a site (/48) that nothing else uses, since attempts and requests of a site are limited. It
 * ends with `::1`.
 */
export const newAddress = (): string => `fd${hex(1)}:${hex(2)}:${hex(2)}::1`
