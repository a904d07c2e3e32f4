import { type ReactNode, useState } from 'react'

function Field({ label, type = 'text' }: { label: string; type?: string }): ReactNode {
  const [value, setValue] = useState('')
  return (
    <label>
      {label}
      <input type={type} value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  )
}

/** Signing in and up: the fields, and nothing behind them. */
export function SignIn(): ReactNode {
  const [up, setUp] = useState(false)
  return (
    <main>
      <h1>Bookkeeper Portal</h1>
      <button type="button" onClick={() => setUp(false)}>
        Sign In
      </button>
      <button type="button" onClick={() => setUp(true)}>
        Sign Up
      </button>
      <form>
        {up ? <Field label="Full Name" /> : null}
        <Field label="Email" type="email" />
        <Field label="Password" type="password" />
        {up ? <Field label="Confirm Password" type="password" /> : null}
        {up ? <Field label="Company" /> : null}
      </form>
    </main>
  )
}
