import type { Client } from '@portal/contract/clients'
import { isEmail } from '@portal/contract/fields'
import type { ClientStatus } from '@portal/contract/statuses'

/** What the dialog edits, as it is typed. */
export interface ClientForm {
  name: string
  email: string
  company: string
  phone: string
  status: ClientStatus
}

/** The form of a client as it is stored. */
export const formOf = (client: Client): ClientForm => ({
  name: client.name,
  email: client.email,
  company: client.company ?? '',
  phone: client.phone ?? '',
  status: client.status,
})

/** What is wrong, per field. */
export type Problems = Partial<Record<keyof ClientForm, string>>

/** What is wrong with a form; empty when all is well. */
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

/** The fields in which two forms differ, with the values of `mine`. */
export function differences(mine: ClientForm, base: ClientForm): Partial<ClientForm> {
  const keys = Object.keys(base) as (keyof ClientForm)[]
  return Object.fromEntries(keys.filter((k) => mine[k].trim() !== base[k].trim()).map((k) => [k, mine[k]]))
}
