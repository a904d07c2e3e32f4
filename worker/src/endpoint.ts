import type { ErrorCode } from '@portal/contract/errors'
import { MAX_JSON_BYTES, MAX_JSON_VALUES } from '@portal/contract/limits'
import type { Handler, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { requireLiveGuest } from './platform/access/live-guest-link.ts'
import { verifyAccessToken } from './platform/access/access-token.ts'
import { refuseLinkSession } from './platform/access/refuse-link-session.ts'
import type { AccountContext, BookkeeperContext, ClientContext, Context, SignedIn, Site } from './context.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { beginRead } from './platform/http/concurrent-reads.ts'
import { hasMoreEntriesThan, readTextUpTo, replaceLoneSurrogates } from './platform/http/body.ts'
import { fingerprint } from './platform/http/fingerprint.ts'
import { limitRequests } from './platform/http/request-rate-limit.ts'
import { validationMessage } from './platform/http/validation-message.ts'
import { limitWrites } from './platform/http/write-rate-limit.ts'

/** Who may call a route. `user`: anyone signed in. `account`: a client, even without a client record. */
export type Access = 'public' | 'user' | 'bookkeeper' | 'client' | 'account'

/** The description of a route, from which its validation, access check and OpenAPI entry are derived. */
export interface EndpointSpec {
  /** OpenAPI operation id: a verb and its object, such as `approveSection`. */
  id: string
  /** Imperative, without a full stop: "List clients". */
  summary: string
  access: Access
  /** Where the route answers (default: `portal`). */
  site?: Site | 'both'
  /**
   * Whether guest sessions may call the route, or only those for a whole section. Its operation must check what they
   * are limited to.
   */
  guests?: true | 'section'
  /**
   * What a client gets who came by a one-tap link (default: `allowed`). Routes under /api/auth must say it. Such a
   * session is for the work of one record: it may read, fill in, upload, submit, chat and leave. `proof`: the operation
   * asks for the password or a mailed code first. `refused`: only for people who have signed in.
   */
  links?: 'allowed' | 'proof' | 'refused'
  param?: z.ZodType
  query?: z.ZodType
  json?: z.ZodType
  /** Whether the JSON body may be missing, which counts as `{}`. */
  optionalBody?: boolean
  /** Limit for the JSON body, if lower than the general one. */
  maxBytes?: number
  /** Whether the body is a file instead of JSON. */
  binaryBody?: boolean
  /** Schema of a JSON response. */
  response?: z.ZodType
  /** Media type of a response that is not JSON. */
  responseType?: string
  /** Whether the route supports range requests. */
  ranges?: boolean
  status?: number
  /** Errors in addition to those that every route may return. */
  errors?: readonly ErrorCode[]
}

interface ContextOf {
  public: Context
  user: SignedIn
  bookkeeper: BookkeeperContext
  client: ClientContext
  account: AccountContext
}

/** Types of the Hono application. `ctx` is the context of operations. */
export interface AppTypes<C extends Context = Context> {
  Bindings: Env
  Variables: { ctx: C }
}

type Given<
  S extends EndpointSpec,
  K extends 'param' | 'query' | 'json',
  Side extends 'in' | 'out',
> = S[K] extends z.ZodType ? { [P in K]: Side extends 'in' ? z.input<S[K]> : z.output<S[K]> } : object
type InputOf<S extends EndpointSpec> = {
  in: Given<S, 'param', 'in'> & Given<S, 'query', 'in'> & Given<S, 'json', 'in'>
  out: Given<S, 'param', 'out'> & Given<S, 'query', 'out'> & Given<S, 'json', 'out'>
}

const SPEC = Symbol('endpoint')

/** Returns the spec of a handler that was made with `endpoint`. */
export function specOf(handler: Handler | MiddlewareHandler): EndpointSpec | undefined {
  return (handler as { [SPEC]?: EndpointSpec })[SPEC]
}

/** Most validation errors in one response. */
const MAX_ERRORS = 100

function validate(target: string, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  const errors = result.error.issues
    .slice(0, MAX_ERRORS)
    .map((issue) => ({ path: issue.path.map(String).join('.') || target, message: issue.message }))
  throw new AppError('invalid_input', { detail: errors[0]?.message ?? 'invalid', errors })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', {
      detail: 'The body is not valid JSON.',
      errors: [{ path: 'body', message: 'The body is not valid JSON.' }],
    })
  }
}

const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)

/** Reads a JSON body. @returns the value and its text */
async function readJson(
  request: Request,
  { maxBytes = MAX_JSON_BYTES, optionalBody = false }: EndpointSpec,
): Promise<{ body: unknown; text: string }> {
  const type = request.headers.get('content-type')
  const isRefused = type !== null && !isJson(type)
  if (isRefused && !optionalBody) throw new AppError('unsupported_media_type')
  const text = await readTextUpTo(request, maxBytes)
  if (text === '' && optionalBody) return { body: {}, text }
  if (isRefused) throw new AppError('unsupported_media_type')
  const body = parseJson(replaceLoneSurrogates(text))
  // Each invalid value becomes a validation error, which takes a hundred times as much memory as the value.
  if (hasMoreEntriesThan(body, MAX_JSON_VALUES)) throw new AppError('too_large')
  return { body, text }
}

/**
 * Returns the context with the caller. A guest session is refused by every route that does not allow it, and at once
 * when its link has ended.
 */
async function authorize(
  { access, guests }: EndpointSpec,
  ctx: Context,
  authorization: string | undefined,
): Promise<Context> {
  if (access === 'public') {
    await limitRequests(ctx)
    return ctx
  }
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
  if (!token) throw new AppError('unauthenticated')
  const actor = await verifyAccessToken(ctx.settings.AUTH_SECRET, token, ctx.now)
  const isForGuest = guests === true || (guests === 'section' && actor.guest?.fieldId === null)
  if (actor.guest && !isForGuest) throw new AppError('forbidden')
  const signedIn: SignedIn = { ...ctx, actor }
  if (actor.guest) await requireLiveGuest(signedIn, actor.guest)
  return signedIn
}

/** Checks that the route answers at the origin to which the request came. @throws AppError `not_found` */
function checkSite({ site = 'portal' }: EndpointSpec, { site: asked, origin, operatorOrigin }: Context): void {
  if (site === 'both' || site === asked) return
  throw new AppError('not_found', { detail: `This answers only at ${site === 'portal' ? origin : operatorOrigin}.` })
}

/** Checks that the signed-in user may call the route. @throws AppError `forbidden` */
function checkRole(access: Access, { actor }: Partial<SignedIn>): void {
  if (!actor || access === 'public') return
  if (access !== 'user' && actor.role !== (access === 'account' ? 'client' : access)) throw new AppError('forbidden')
  if (access !== 'account' && actor.role === 'client' && !actor.clientId) throw new AppError('forbidden')
}

/** Limits a user's concurrent reads and rate of writes. @returns a cleanup function to call after the response */
function limitUser(ctx: SignedIn, method: string): (() => void) | undefined {
  if (method === 'GET' || method === 'HEAD') return beginRead(ctx)
  limitWrites(ctx)
  return undefined
}

/**
 * Returns the first handler of a route, which checks access, validates the input and documents the route. The access
 * rule determines the type of `c.var.ctx`, the schemas those of `c.req.valid(…)`.
 * @param first checks that come before, such as another kind of sign-in
 */
export function endpoint<const S extends EndpointSpec, E extends AppTypes = AppTypes<ContextOf[S['access']]>>(
  spec: S,
  first?: MiddlewareHandler<E>,
): MiddlewareHandler<E, string, InputOf<S>> {
  const authorized: MiddlewareHandler = async (c, next) => {
    c.set('ctx', await authorize(spec, c.get('ctx') as Context, c.req.header('authorization')))
    checkRole(spec.access, c.get('ctx') as Partial<SignedIn>)
    if (spec.links === 'refused') await refuseLinkSession(c.get('ctx') as SignedIn)
    const release = spec.access === 'public' ? undefined : limitUser(c.get('ctx') as SignedIn, c.req.method)
    try {
      return await serve(c, next)
    } finally {
      release?.()
    }
  }
  const serve: MiddlewareHandler = async (c, next) => {
    if (spec.param) c.req.addValidatedData('param', validate('path', spec.param, c.req.param()) as object)
    if (spec.query) c.req.addValidatedData('query', validate('query', spec.query, c.req.query()) as object)
    if (spec.json) {
      const { body, text } = await readJson(c.req.raw, spec)
      c.req.addValidatedData('json', validate('body', spec.json, body) as object)
      const ctx = c.get('ctx') as Context
      const hash = ctx.idempotencyKey === undefined ? ctx.fingerprint : fingerprint(new URL(c.req.url), text)
      // A body that is sent slowly must not be dated to the start of the request.
      c.set('ctx', { ...ctx, fingerprint: hash, now: new Date() })
    }
    await next()
    if ((c.get('ctx') as Context).settings.development && spec.response && c.res.ok)
      await checkResponse(spec, c.req.path, c.res.clone())
  }
  const handler: MiddlewareHandler = (c, next) => {
    checkSite(spec, c.get('ctx') as Context)
    return first === undefined ? authorized(c, next) : first(c, async () => void (await authorized(c, next)))
  }
  return Object.assign(handler, { [SPEC]: spec }) as never
}

/**
 * Throws in development when a response does not match its schema, to keep the OpenAPI document and the client
 * correct.
 */
async function checkResponse(spec: EndpointSpec, path: string, response: Response): Promise<void> {
  const result = spec.response?.safeParse(await response.json())
  if (result && !result.success)
    throw new Error(`response of ${path} does not match its schema: ${result.error.message}`)
}
