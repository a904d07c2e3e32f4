import type { PortalSection } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import {
  api,
  call,
  idempotent,
  invalidateSoon,
  newIdempotencyKey,
  queryClient,
  toastProblem,
  toastSuccess,
} from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { showUpdate } from '../dashboard/live.ts'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'

export interface RecallOfferProps {
  section: PortalSection
  /** Called when the client can edit the section again. */
  onRecalled: () => void
}

/** Lets the client take back a submission, or ask for it once the bookkeeper has opened it. */
export function RecallOffer({ section, onRecalled }: RecallOfferProps) {
  const { assignment_id: id, version, recall, name } = section
  const request = { param: { id }, json: { version } }
  const refetch = (): void => invalidateSoon(workformsQuery.queryKey)
  const onError = (error: unknown): void => {
    toastProblem(error, 'Failed to change the submission', { message: 'Please try again later.' })
    refetch()
  }
  const takeBack = useMutation({
    mutationFn: () => call(api.portal.sections[':id'].recall.$post(request, idempotent(newIdempotencyKey()))),
    onSuccess: (recalled) => {
      toastSuccess('Taken back', `You can change ${name} now. Submit it again when you are done.`)
      queryClient.removeQueries({ queryKey: sectionQuery(id).queryKey })
      showUpdate(recalled)
      refetch()
      onRecalled()
    },
    onError,
  })
  const ask = useMutation({
    mutationFn: () =>
      call(api.portal.sections[':id']['recall-request'].$post(request, idempotent(newIdempotencyKey()))),
    onSuccess: () => {
      toastSuccess('Request sent', `Your bookkeeper will decide whether you can change ${name}.`)
      refetch()
    },
    onError,
  })
  const { mutate, isPending } = recall === 'now' ? takeBack : ask
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-1 text-base-content/80 text-sm">
      {recall === 'asked' ? (
        <p className="py-1.5">You asked to change this section. Your bookkeeper will answer.</p>
      ) : (
        <>
          <p className="py-1.5">Need to change it?</p>
          <Button
            variant="link"
            size="sm"
            className="pointer-coarse:min-h-11"
            busy={isPending}
            onClick={() => mutate()}
          >
            {recall === 'now' ? 'Take back' : 'Ask to change it'}
            <span className="sr-only"> {name}</span>
          </Button>
        </>
      )}
    </div>
  )
}
