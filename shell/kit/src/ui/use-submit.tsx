import { type FormEvent, useEffect, useRef, useState } from 'react'

/**
 * Returns the handler of a form. Once the outcome of a submission is shown, the first invalid field takes the focus.
 * @param busy whether the form is being sent
 */
export function useSubmit(onSubmit: (event: FormEvent<HTMLFormElement>) => void, busy = false) {
  const form = useRef<HTMLFormElement>(null)
  const [submissions, setSubmissions] = useState(0)
  useEffect(() => {
    if (busy || submissions === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submissions, busy])
  return (event: FormEvent<HTMLFormElement>): void => {
    form.current = event.currentTarget
    setSubmissions((count) => count + 1)
    onSubmit(event)
  }
}
