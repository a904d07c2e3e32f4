import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { useQuery } from '@tanstack/react-query'
import type { PasswordDialogProps } from './password-dialog.tsx'
import { factorsQuery } from './queries.ts'

const PasswordDialog = lazyDialog(
  () => import(/* webpackChunkName: "two-step" */ './password-dialog.tsx'),
  'PasswordDialog',
)

/**
 * Asks for the password (or a mailed code, if there is none) and, if it is on, for a code of the second factor before a
 * sensitive action.
 */
export function ConfirmPassword(props: Omit<PasswordDialogProps, 'withCode' | 'hasPassword'>) {
  const { data } = useQuery(factorsQuery)
  if (!data) return null
  return <PasswordDialog {...props} hasPassword={data.has_password} withCode={data.factors.length > 0} />
}
