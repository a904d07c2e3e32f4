import type { Client } from '@portal/contract/clients'
import { isEmail } from '@portal/contract/fields'
import type { ClientStatus } from '@portal/contract/statuses'

/** The values of the form, as typed. */
export interface ClientForm {
  name: string
  email: string
  company: string
  phone: string
  status: ClientStatus
}

/** Returns the form values of a stored client. */
export const formOf = (client: Client): ClientForm => ({
  name: client.name,
  email: client.email,
  company: client.company ?? '',
  phone: client.phone ?? '',
  status: client.status,
})

/** Error messages by field. */
export type Problems = Partial<Record<keyof ClientForm, string>>

/** Returns the problems of a form; empty if it is valid. */
export function problemsOf(form: ClientForm): Problems {
  const blank = 'This field is required.'
  return {
    ...(form.name.trim() ? {} : { name: blank }),
    ...(form.email.trim()
      ? isEmail(form.email.trim())
        ? {}
        : { email: 'Please enter a valid email address.' }
      : { email: blank }),
  }
}

/** Returns the fields of `mine` that differ from `base`. */
export function differences(mine: ClientForm, base: ClientForm): Partial<ClientForm> {
  const keys = Object.keys(base) as (keyof ClientForm)[]
  return Object.fromEntries(keys.filter((k) => mine[k].trim() !== base[k].trim()).map((k) => [k, mine[k]]))
}
