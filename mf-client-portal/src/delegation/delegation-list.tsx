import type { Delegation } from '@portal/contract/guests'
import { Button } from '@portal/kit/ui/button'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { QueryView } from '@portal/kit/ui/query-view'
import { dateAndTime, timeAgo } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { delegationsQuery } from './queries.ts'

/** Lists the links of a section that work. Renders nothing if there are none. */
export function DelegationList({ assignmentId }: { assignmentId: string }) {
  const query = useQuery(delegationsQuery(assignmentId))
  const [revoked, setRevoked] = useState<Delegation>()
  const heading = useId()
  return (
    <QueryView
      query={query}
      failure="The links could not be loaded"
      loading={<SkeletonGroup label="Loading links" items={['h-12 w-full']} />}
    >
      {({ items }) =>
        items.length > 0 ? (
          <section aria-labelledby={heading}>
            <h3 id={heading} className="font-medium text-sm">
              Active links
            </h3>
            <ul className="mt-2 divide-y divide-base-300 border-base-300 border-y">
              {items.map((link) => (
                <Row key={link.id} link={link} onRevoke={() => setRevoked(link)} />
              ))}
            </ul>
            {revoked ? (
              <RevokeDialog assignmentId={assignmentId} link={revoked} onClose={() => setRevoked(undefined)} />
            ) : null}
          </section>
        ) : null
      }
    </QueryView>
  )
}

function Row({ link, onRevoke }: { link: Delegation; onRevoke: () => void }) {
  const { name, created_at, last_used_at, expires_at } = link
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-[1_1_10rem] text-sm">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-base-content/70">
          {last_used_at ? `Last used ${timeAgo(last_used_at)}` : `Created ${timeAgo(created_at)}, not opened yet`}
        </p>
        <p className="text-base-content/70">Works until {dateAndTime(expires_at)}</p>
      </div>
      <Button size="sm" aria-label={`Revoke the link of ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

interface RevokeDialogProps {
  assignmentId: string
  link: Delegation
  onClose: () => void
}

function RevokeDialog({ assignmentId, link, onClose }: RevokeDialogProps) {
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call(api.portal['guest-links'][':id'].$delete({ param: { id: link.id } })),
    onSuccess: () => {
      toastSuccess('Link revoked', `${link.name} can no longer open the section.`)
      onClose()
    },
    onError: (error) => toastProblem(error, 'The link could not be revoked'),
    onSettled: () => cache.invalidateQueries({ queryKey: delegationsQuery(assignmentId).queryKey }),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={`Revoke the link of ${link.name}?`}
      message="It stops working at once. What they have added stays in the section."
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      danger
      busy={revoke.isPending}
    />
  )
}
