import { ERRORS, type ErrorCode } from '@portal/contract/errors'
import type { Problem } from '@portal/contract/problem'

/** An error with a code of the contract. Operations throw it; `mapError` turns it into a response. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly title: string
  readonly errors: Problem['errors']
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined
  /** Methods that the path supports. */
  readonly allow: readonly string[] | undefined

  constructor(
    code: ErrorCode,
    more: {
      detail?: string
      title?: string
      errors?: Problem['errors']
      retryAfter?: number
      allow?: readonly string[]
    } = {},
  ) {
    super(code)
    this.code = code
    this.title = more.title ?? ERRORS[code].title
    this.detail = more.detail ?? ERRORS[code].detail
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.allow = more.allow
  }
}

/** Returns the error of a value in the request that is refused. `path` is where it is, such as `flags.0.field_id`. */
export const invalidInput = (path: string, message: string): AppError =>
  new AppError('invalid_input', { detail: message, errors: [{ path, message }] })

/** Returns whether an operation failed with this code of the contract. */
export const isAppError = (error: unknown, code: ErrorCode): error is AppError =>
  error instanceof AppError && error.code === code

/** Returns the problem document (RFC 9457) of an error. */
export function problem(error: AppError, requestId: string): Problem {
  return {
    type: `urn:portal:error:${error.code}`,
    code: error.code,
    title: error.title,
    status: ERRORS[error.code].status,
    detail: error.detail,
    request_id: requestId,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  }
}

/** Returns the row. @throws AppError `not_found` when there is none, or it belongs to someone else */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new AppError('not_found')
  return row
}
