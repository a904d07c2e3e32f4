import { countOf } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../queries/usage.ts'

/**
 * Warns when an import sends more invitations than the firm may send for now.
 * @param clients number of clients that the import invites
 */
export function InvitationLimit({ clients }: { clients: number }) {
  const { data } = useQuery(usageQuery)
  if (!data) return null
  const left = Math.max(0, data.invitations.most - data.invitations.used)
  if (clients <= left) return null
  const limit = left === 0 ? 'no more invitations' : `only ${countOf(left, 'more invitation')}`
  const advice =
    left === 0
      ? 'Import them without inviting them, and invite them later.'
      : 'The import will pause before it is done, and you can continue without inviting the rest.'
  return (
    <Notice tone="warning" role="status" className="mt-3">
      {`This import invites ${countOf(clients, 'client')}, but your firm can send ${limit} for now. ${advice}`}
    </Notice>
  )
}
