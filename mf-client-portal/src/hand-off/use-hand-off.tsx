import type { CreatedGuestLink } from '@portal/contract/guests'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { api, call, toastError, toastProblem, useSession } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Place } from '../upload/uploads.ts'
import type { HandOffDialogProps } from './hand-off-dialog.tsx'

const HandOffDialog = lazyDialog(() => import('./hand-off-dialog.tsx'), 'HandOffDialog')

export interface HandOffProps extends Pick<HandOffDialogProps, 'question' | 'files'> {
  place: Place
}

/** Returns the button that hands a question to the client's phone, and its dialog while it is open. */
export function useHandOff({ place, ...dialog }: HandOffProps): {
  button: { label: string; busy: boolean; onPress: () => void } | undefined
  dialog: ReactNode
} {
  const isGuest = useSession()?.guest !== undefined
  const [link, setLink] = useState<CreatedGuestLink>()
  const make = useMutation({
    mutationFn: () =>
      call(
        api.portal.sections[':id']['guest-links'].$post({
          param: { id: place.assignmentId },
          json: { field: place.fieldId },
        }),
      ),
    onSuccess: setLink,
    onError: (error) => toastProblem(error, 'The phone could not be connected'),
  })
  const end = (id: string): void => {
    setLink(undefined)
    call(api.portal['guest-links'][':id'].$delete({ param: { id } })).catch(() =>
      toastError('The phone may still have access', 'The portal could not be reached. Access ends by itself.'),
    )
  }
  return {
    button: isGuest
      ? undefined
      : { label: 'Continue on your phone', busy: make.isPending, onPress: () => make.mutate() },
    dialog: link ? (
      <HandOffDialog
        {...dialog}
        link={link}
        renewing={make.isPending}
        onRenew={() => make.mutate()}
        onClose={() => end(link.id)}
      />
    ) : null,
  }
}
