import { tokenHash } from '../crypto/secrets.ts'

/** Hashes what a request says besides its method and path: its query, and its body or that body's length. */
export const fingerprint = (url: URL, body: string | undefined): string => tokenHash(`${url.search}\n${body ?? ''}`)
