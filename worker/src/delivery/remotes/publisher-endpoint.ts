import { endpoint, type EndpointSpec } from '../../endpoint.ts'
import { requirePublisher, type Scope } from './publisher.ts'

/** The errors of `requirePublisher`. */
const ERRORS = ['unauthenticated', 'forbidden', 'too_many_requests'] as const

/**
 * Returns the first handler of a route that requires a token of the remote in its path, or a session of the operator
 * page, with the needed permission. Neither is a session of a user, so the access is `public`. It answers only at the
 * operator page's origin, where no remote runs.
 */
export const publisherEndpoint = <const S extends Omit<EndpointSpec, 'access' | 'site'>>(needed: Scope, spec: S) =>
  endpoint(
    { ...spec, access: 'public' as const, site: 'operators' as const, errors: [...ERRORS, ...(spec.errors ?? [])] },
    requirePublisher(needed),
  )
