import { cleanLine } from '@portal/contract/text'
import type { Client } from '@portal/contract/clients'
import type { ClientStatus } from '@portal/contract/statuses'
import { emailProblem, requiredProblem } from './validation.ts'

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
export type Problems = Partial<Record<keyof ClientForm, string | undefined>>

export const problemsOf = ({ name, email }: ClientForm): Problems => ({
  name: requiredProblem(name),
  email: emailProblem(email),
})

/** Returns the fields of `mine` that differ from `base`. */
export function differences(mine: ClientForm, base: ClientForm): Partial<ClientForm> {
  const keys = Object.keys(base) as (keyof ClientForm)[]
  return Object.fromEntries(keys.filter((k) => cleanLine(mine[k]) !== cleanLine(base[k])).map((k) => [k, mine[k]]))
}
