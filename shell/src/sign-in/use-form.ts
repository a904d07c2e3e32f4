import { isEmail } from '@portal/contract/fields'
import { type FormEvent, useState } from 'react'

/** What is wrong with an e-mail address as typed, or undefined. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Please enter your email.'
  return isEmail(email.trim()) ? undefined : 'Please enter a valid email address.'
}

/** What the fields of a form have wrong with them; a blank text marks a field that a toast speaks of. */
export type Problems = Readonly<Record<string, string | undefined>>

/**
 * A form that submits once at a time. `check` gives what is wrong, field by field; only a form without problems is sent. The
 * first wrong field gets the focus. `send` shows its own failures; what it found wrong with fields it may return.
 */
export function useForm(check: () => Problems, send: () => Promise<Problems | void>) {
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const tell = (found: Problems): boolean => {
      setProblems(found)
      const first = Object.keys(found).find((name) => found[name] !== undefined)
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return first !== undefined
    }
    if (tell(check())) return
    setBusy(true)
    try {
      tell((await send()) ?? {})
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
