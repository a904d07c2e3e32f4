import { newToken } from '../../platform/crypto/secrets.ts'

/**
 * Returns a new token of a remote. The prefix keeps it from looking like an option of a command, and lets scanners
 * recognize leaked ones.
 */
export const newRemoteToken = (): string => `remote_${newToken()}`
