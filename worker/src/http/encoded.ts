import type { Context, TypedResponse } from 'hono'
import type { Encoded } from '../db/encoded.ts'

/** Responds with JSON that the database has encoded, typed for the client like `c.json`. */
export function encodedJson<T>(c: Context, body: Encoded<T>): Response & TypedResponse<T, 200, 'json'> {
  return c.body(body, 200, { 'content-type': 'application/json' }) as unknown as Response &
    TypedResponse<T, 200, 'json'>
}
