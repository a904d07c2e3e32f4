import { tokenHash } from '../crypto/secrets.ts'

/** Returns a hash of a request's query and its body (or the body's length). */
export const fingerprint = (url: URL, body: string | undefined): string => tokenHash(`${url.search}\n${body ?? ''}`)
