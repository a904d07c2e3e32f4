import type { ErrorCode } from '@portal/contract/errors'
import type { Problem } from '@portal/contract/problem'
import { isObject } from '@portal/contract/is-object'

/**
 * A code of the contract, or a failure without one: no connection, or a response that is not a
 * problem document.
 */
export type ApiErrorCode = ErrorCode | 'network' | 'unknown'

/** The problem of one field of a request. `path` is dotted, such as `clients.0.due_date`. */
export interface FieldProblem {
  path: string
  message: string
}

/**
 * The error of every failed call. `title` and `detail` are meant for the user, `errors` names
 * invalid fields, `retryAfter` is in seconds. `status` is 0 if there was no response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  declare readonly code: ApiErrorCode
  declare readonly title: string
  declare readonly detail: string
  declare readonly status: number
  readonly errors: readonly FieldProblem[] = []
  readonly retryAfter: number | undefined

  constructor(
    problem: Pick<ApiError, 'code' | 'title' | 'detail' | 'status'> & Partial<Pick<ApiError, 'errors' | 'retryAfter'>>,
  ) {
    super(`${problem.title}: ${problem.detail}`)
    Object.assign(this, problem)
  }

  /** Returns the message about one field, or undefined. */
  forField(path: string): string | undefined {
    return this.errors.find((e) => e.path === path)?.message
  }
}

/** Returns whether an error is an `ApiError`, with this code if one is given. */
export function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Returns the error of a request that got no response. */
export function networkError(): ApiError {
  const detail = navigator.onLine ? 'Unable to connect to the portal.' : 'You are offline.'
  return new ApiError({
    code: 'network',
    title: 'Connection Error',
    detail: `${detail} Please check your connection and try again.`,
    status: 0,
  })
}

/** Returns the message to show for an error: about its first field, else its detail, else `fallback`. */
export function errorMessage(error: unknown, fallback = 'Please try again later.'): string {
  return isApiError(error) ? (error.errors[0]?.message ?? error.detail) : fallback
}

const isProblem = (v: unknown): v is Problem => isObject(v) && 'code' in v && 'title' in v && 'detail' in v

/** Reads a failed response: a problem document, or whatever a proxy sent instead. */
export async function problemOf(response: {
  status: number
  headers: Headers
  text(): Promise<string>
}): Promise<ApiError> {
  const seconds = Number(response.headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  try {
    const body: unknown = JSON.parse(await response.text())
    if (isProblem(body)) {
      return new ApiError({
        // A newer server may send codes that this version does not know. No caller checks for them.
        code: body.code as ApiErrorCode,
        title: body.title,
        detail: body.detail,
        status: response.status,
        errors: body.errors ?? [],
        retryAfter: body.retry_after ?? retryAfter,
      })
    }
  } catch {
    // Not JSON: use the general message.
  }
  return new ApiError({
    code: 'unknown',
    title: 'Something went wrong',
    detail: 'Please try again later.',
    status: response.status,
    retryAfter,
  })
}
