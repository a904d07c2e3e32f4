import { isApiError } from '@portal/sdk'
import { type FormEvent, useState } from 'react'

/**
 * Returns what is obviously wrong with an email address, or undefined. The server checks the rest, because the rules
 * for addresses would make the first page slower, see `refusedFields`.
 */
export function emailProblem(email: string): string | undefined {
  if (!/\S/.test(email)) return 'Please enter your email.'
  return /\S@\S/.test(email) ? undefined : 'Please enter a valid email address.'
}

/** Problems by field. An empty text marks a field whose problem is shown in a toast. */
export type Problems = Readonly<Record<string, string | undefined>>

/** Returns the problems that the server reports for these fields, if there are any. */
export function refusedFields(error: unknown, names: readonly string[]): Problems | undefined {
  if (!isApiError(error, 'invalid_input')) return undefined
  const problems = Object.fromEntries(names.map((name) => [name, error.forField(name)]))
  return names.some((name) => problems[name]) ? problems : undefined
}

/**
 * Holds the state of a form that submits once at a time. `check` returns problems by field; a form with
 * problems is not submitted, and its first invalid field is focused. `send` shows its own failures,
 * and may return problems of fields.
 */
export function useForm(check: () => Problems, send: () => Promise<Problems | void>) {
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const showProblems = (found: Problems): boolean => {
      setProblems(found)
      const first = Object.keys(found).find((name) => found[name] !== undefined)
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return first !== undefined
    }
    if (showProblems(check())) return
    setBusy(true)
    try {
      showProblems((await send()) ?? {})
    } finally {
      setBusy(false)
    }
  }
  return {
    problems,
    busy,
    formProps: { noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}
