import { ERRORS, type ErrorCode, type Problem } from '@portal/contract/errors'

/** An error with a code of the contract. Verbs throw it; the one error mapper turns it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly title: string
  readonly errors: Problem['errors']
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** Methods that the address does take. */
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

/** The problem document (RFC 9457) of an error. */
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

/** Throws `not_found` where a query gave no row: what is not yours is not there. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new AppError('not_found')
  return row
}
