import type { ErrorCode, Problem } from '@portal/contract/errors'

/** A code of the contract, or one of the browser's own: no connection, or an answer that is not the portal's. */
export type ApiErrorCode = ErrorCode | 'network' | 'unknown'

/** What is wrong with one field of a request; `path` is dotted, such as `clients.0.due_date`. */
export interface FieldProblem {
  path: string
  message: string
}

/**
 * Every failed call ends in this. `title` and `detail` are sentences for the person in front of the screen, `errors` names
 * the fields of a bad input, `retryAfter` is in seconds. `status` is 0 where no answer came.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly title: string
  readonly detail: string
  readonly status: number
  readonly errors: readonly FieldProblem[]
  readonly retryAfter: number | undefined

  constructor(problem: {
    code: ApiErrorCode
    title: string
    detail: string
    status: number
    errors?: readonly FieldProblem[]
    retryAfter?: number | undefined
  }) {
    super(`${problem.title}: ${problem.detail}`)
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.status = problem.status
    this.errors = problem.errors ?? []
    this.retryAfter = problem.retryAfter
  }

  /** The message about one field, or `undefined`. */
  forField(path: string): string | undefined {
    return this.errors.find((e) => e.path === path)?.message
  }
}

/** Whether an error is an `ApiError`, of this code where one is given. */
export function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** The error of a request that got no answer. */
export function networkError(): ApiError {
  const detail = navigator.onLine ? 'Unable to connect to the portal.' : 'You are offline.'
  return new ApiError({
    code: 'network',
    title: 'Connection Error',
    detail: `${detail} Please check your connection and try again.`,
    status: 0,
  })
}

/** Returns what is wrong with the connection where that is why it failed, else `otherwise`. */
export function connectionProblem(error: unknown, otherwise: string): string {
  return isApiError(error, 'network') ? error.detail : otherwise
}

/** Returns the sentence to show for an error: about its first field, else its detail, else `fallback`. */
export function errorMessage(error: unknown, fallback = 'Please try again later.'): string {
  return isApiError(error) ? (error.errors[0]?.message ?? error.detail) : fallback
}

const isProblem = (v: unknown): v is Problem =>
  typeof v === 'object' && v !== null && 'code' in v && 'title' in v && 'detail' in v

/** Reads a failed answer (problem details, or whatever a proxy put in its place). */
export async function problemOf(response: {
  status: number
  headers: Headers
  text(): Promise<string>
}): Promise<ApiError> {
  const seconds = Number(response.headers.get('retry-after'))
  const waiting = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  try {
    const body: unknown = JSON.parse(await response.text())
    if (isProblem(body)) {
      return new ApiError({
        // The server's list of codes is the contract's; a newer server may know more, which no caller asks for.
        code: body.code as ApiErrorCode,
        title: body.title,
        detail: body.detail,
        status: response.status,
        errors: body.errors ?? [],
        retryAfter: body.retry_after ?? waiting,
      })
    }
  } catch {
    // Not JSON: fall through to the general sentence.
  }
  return new ApiError({
    code: 'unknown',
    title: 'Something went wrong',
    detail: 'Please try again later.',
    status: response.status,
    retryAfter: waiting,
  })
}
