import { endpoint, type EndpointSpec } from '../endpoint.ts'
import { requirePublisher, type Scope } from './publisher.ts'

/** The errors of `requirePublisher`. */
const ERRORS = ['unauthenticated', 'forbidden', 'too_many_requests'] as const

/**
 * Returns the first handler of a route that requires a token of the remote in its path, or a session of the operator
 * page, with the needed permission. Neither is a session of a user, so the access is `public`.
 */
export const publisherEndpoint = <const S extends Omit<EndpointSpec, 'access'>>(needed: Scope, spec: S) =>
  endpoint(
    { ...spec, access: 'public' as const, errors: [...ERRORS, ...(spec.errors ?? [])] },
    requirePublisher(needed),
  )
