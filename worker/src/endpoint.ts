import type { ErrorCode } from '@portal/contract/errors'
import { MAX_JSON_BYTES, MAX_JSON_VALUES } from '@portal/contract/limits'
import type { Handler, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { verifyAccessToken } from './auth/sessions/access-token.ts'
import type { AccountContext, BookkeeperContext, ClientContext, Context, SignedIn } from './context.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { beginRead } from './http/concurrent-reads.ts'
import { boundedText, holdsMore, wellFormed } from './http/body.ts'
import { fingerprint } from './http/fingerprint.ts'
import { limitRequests } from './http/request-rate-limit.ts'
import { validationMessage } from './http/validation-message.ts'
import { limitWrites } from './http/write-rate-limit.ts'

/** Who may call a route. `user`: anyone signed in. `account`: a client, also one who has no record yet. */
export type Access = 'public' | 'user' | 'bookkeeper' | 'client' | 'account'

/** What a route takes and gives: the one source of its validation, its access rule and its OpenAPI entry. */
export interface EndpointSpec {
  /** Name of the operation, and of its function in generated clients: a verb and what it acts on, such as `approveSection`. */
  id: string
  summary: string
  access: Access
  param?: z.ZodType
  query?: z.ZodType
  json?: z.ZodType
  /** Largest JSON body, where it is smaller than any may be. */
  maxBytes?: number
  /** The body is a file, not JSON. */
  binaryBody?: boolean
  /** Schema of the answer; absent where the answer is no JSON. */
  answer?: z.ZodType
  /** Media type of an answer that is no JSON. */
  answerType?: string
  /** A part of the answer can be asked for (Range). */
  ranges?: boolean
  status?: number
  /** Errors beyond those that any route may answer with. */
  errors?: readonly ErrorCode[]
}

interface ContextOf {
  public: Context
  user: SignedIn
  bookkeeper: BookkeeperContext
  client: ClientContext
  account: AccountContext
}

/** Types of the Hono application; `ctx` is what verbs get. */
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

/** The spec of a handler made by `endpoint`, if it is one. */
export function specOf(handler: Handler | MiddlewareHandler): EndpointSpec | undefined {
  return (handler as { [SPEC]?: EndpointSpec })[SPEC]
}

/** Complaints of one answer: more than anybody mends at once. */
const MOST_ERRORS = 100

function accept(target: string, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  const errors = result.error.issues
    .slice(0, MOST_ERRORS)
    .map((issue) => ({ path: issue.path.map(String).join('.') || target, message: issue.message }))
  throw new AppError('invalid_input', { detail: errors[0]?.message ?? 'invalid', errors })
}

function parsed(text: string): unknown {
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

/** Reads a JSON body. @returns its text too */
async function readJson(request: Request, most = MAX_JSON_BYTES): Promise<{ body: unknown; text: string }> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) throw new AppError('unsupported_media_type')
  const text = await boundedText(request, most)
  const body = parsed(wellFormed(text))
  // Each wrong value is a complaint, which takes a hundred times as much memory as what is complained about.
  if (holdsMore(body, MAX_JSON_VALUES)) throw new AppError('too_large')
  return { body, text }
}

async function authorize(access: Access, ctx: Context, authorization: string | undefined): Promise<Context> {
  if (access === 'public') {
    await limitRequests(ctx)
    return ctx
  }
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
  if (!token) throw new AppError('unauthenticated')
  return { ...ctx, actor: await verifyAccessToken(ctx.settings.AUTH_SECRET, token, ctx.now) } as SignedIn
}

/** Refuses who is signed in, but not as who may. @throws AppError `forbidden` */
function admit(access: Access, { actor }: Partial<SignedIn>): void {
  if (!actor || access === 'public') return
  if (access !== 'user' && actor.role !== (access === 'account' ? 'client' : access)) throw new AppError('forbidden')
  if (access !== 'account' && actor.role === 'client' && !actor.clientId) throw new AppError('forbidden')
}

/** Limits what one user may do at once. Returns the function to call once the answer is there. */
function limitUser(ctx: SignedIn, method: string): (() => void) | undefined {
  if (method === 'GET' || method === 'HEAD') return beginRead(ctx)
  limitWrites(ctx)
  return undefined
}

/**
 * The first handler of every route: checks who asks, parses what was sent by its schemas (a failure names the field), and documents
 * the route. `c.var.ctx` is typed by the access rule, `c.req.valid(…)` by the schemas.
 */
export function endpoint<const S extends EndpointSpec>(
  spec: S,
): MiddlewareHandler<AppTypes<ContextOf[S['access']]>, string, InputOf<S>> {
  const handler: MiddlewareHandler = async (c, next) => {
    c.set('ctx', await authorize(spec.access, c.get('ctx') as Context, c.req.header('authorization')))
    admit(spec.access, c.get('ctx') as Partial<SignedIn>)
    const release = spec.access === 'public' ? undefined : limitUser(c.get('ctx') as SignedIn, c.req.method)
    try {
      return await serve(c, next)
    } finally {
      release?.()
    }
  }
  const serve: MiddlewareHandler = async (c, next) => {
    if (spec.param) c.req.addValidatedData('param', accept('path', spec.param, c.req.param()) as object)
    if (spec.query) c.req.addValidatedData('query', accept('query', spec.query, c.req.query()) as object)
    if (spec.json) {
      const { body, text } = await readJson(c.req.raw, spec.maxBytes)
      c.req.addValidatedData('json', accept('body', spec.json, body) as object)
      const ctx = c.get('ctx') as Context
      const said = ctx.idempotencyKey === undefined ? ctx.fingerprint : fingerprint(new URL(c.req.url), text)
      // Holding a body back must not move what it says into the past.
      c.set('ctx', { ...ctx, fingerprint: said, now: new Date() })
    }
    await next()
    if ((c.get('ctx') as Context).settings.development && spec.answer && c.res.ok)
      await checkAnswer(spec, c.req.path, c.res.clone())
  }
  return Object.assign(handler, { [SPEC]: spec }) as never
}

/** In development an answer that its schema does not describe is an error: the document and the client stay true. */
async function checkAnswer(spec: EndpointSpec, path: string, response: Response): Promise<void> {
  const result = spec.answer?.safeParse(await response.json())
  if (result && !result.success)
    throw new Error(`answer of ${path} is not what its schema says: ${result.error.message}`)
}
