import type { Role } from '@portal/contract/statuses'
import { AppError } from '../../../errors.ts'
import type { Account } from '../accounts.ts'

const DETAIL: Record<Role, string> = {
  bookkeeper: 'This is the bookkeeper portal. Please use the client portal to sign in.',
  client: 'This is the client portal. Please use the bookkeeper portal to sign in.',
}

/** Throws `wrong_portal` when the account belongs to the other portal. */
export function requirePortal({ role }: Pick<Account, 'role'>, portal: Role): void {
  if ((role ?? 'bookkeeper') !== portal) throw new AppError('wrong_portal', { detail: DETAIL[portal] })
}
