import type { FileAnswer } from '@portal/contract/fields'
import { type CreatedGuestLink, GUEST_PATH, type OwnGuestLink } from '@portal/contract/guests'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { Dialog } from '@portal/kit/ui/dialog'
import { Notice } from '@portal/kit/ui/notice'
import { QrCode } from '@portal/kit/ui/qr-code'
import { threadTime } from '@portal/kit/ui/time'
import { api, call, toastError, toastSuccess } from '@portal/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check, Copy, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { PORTAL_KEY } from '../dashboard/queries.ts'

export interface HandOffDialogProps {
  link: CreatedGuestLink
  /** Name of the question. */
  question: string
  /** The files of the question on the server. */
  files: readonly FileAnswer[]
  /** Whether a new link is being made. */
  renewing: boolean
  onRenew: () => void
  /** Ends the link. */
  onClose: () => void
}

/** Notices the end of a link within this time, in ms. That it was opened arrives over the live connection. */
const CHECK_MS = 15_000

const linkQuery = (id: string) =>
  queryOptions({
    queryKey: [...PORTAL_KEY, 'guest-link', id] as const,
    queryFn: ({ signal }): Promise<OwnGuestLink> =>
      call(api.portal['guest-links'][':id'].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: CHECK_MS,
  })

const addressOf = ({ token }: CreatedGuestLink): string => `${location.origin}${GUEST_PATH}#${token}`

async function copy(link: CreatedGuestLink): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(link))
    toastSuccess('Link copied', 'It opens this question on one other device.')
  } catch {
    toastError('The link could not be copied', 'Please scan the code with your phone.')
  }
}

/** Shows the code that opens a question on the client's phone, and what arrives from there. Open while mounted. */
export function HandOffDialog({ link, question, files, renewing, onRenew, onClose }: HandOffDialogProps) {
  const state = useQuery(linkQuery(link.id)).data
  const [before] = useState(() => new Set(files.map(({ id }) => id)))
  const arrived = files.filter(({ id }) => !before.has(id))
  const hasEnded = state?.is_live === false
  const isOpened = state?.opened_at != null
  return (
    <Dialog
      open
      size="sm"
      title="Continue on your phone"
      description={question}
      onClose={onClose}
      footer={
        <>
          {hasEnded ? (
            <Button busy={renewing} busyLabel="Making a code..." onClick={onRenew}>
              New code
            </Button>
          ) : null}
          {hasEnded || isOpened ? null : (
            <Button icon={<Copy />} onClick={() => void copy(link)}>
              Copy link
            </Button>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {hasEnded ? 'Close' : arrived.length > 0 ? 'Done' : 'Stop'}
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4 text-center text-sm">
        {hasEnded ? (
          <Notice tone="warning" role="status">
            This code no longer works. Make a new one to go on.
          </Notice>
        ) : (
          <Code link={link} isOpened={isOpened} />
        )}
        <Arrived files={arrived} />
      </div>
    </Dialog>
  )
}

function Code({ link, isOpened }: { link: CreatedGuestLink; isOpened: boolean }) {
  return (
    <>
      {isOpened ? (
        <Smartphone className="size-16 text-success" aria-hidden />
      ) : (
        <QrCode text={addressOf(link)} label="QR code that opens this question on your phone" />
      )}
      <p role="status" className="font-medium">
        {isOpened ? 'Your phone is connected' : 'Scan the code with the camera of your phone'}
      </p>
      <p className="text-base-content/70">
        {isOpened
          ? 'What you send there appears here. Keep this window open until everything has arrived.'
          : 'It opens only this question, without a password.'}{' '}
        Access ends when you close this window, and at {threadTime(link.expires_at)} at the latest.
      </p>
    </>
  )
}

function Arrived({ files }: { files: readonly FileAnswer[] }) {
  return (
    <div role="status" className="w-full">
      {files.length > 0 ? (
        <>
          <p className="font-medium">{countOf(files.length, 'file')} arrived</p>
          <ul className="mt-2 grid gap-1 text-left">
            {files.map(({ id, name }) => (
              <li key={id} className="flex items-center gap-2">
                <Check className="size-4 shrink-0 text-success" aria-hidden />
                <span className="wrap-anywhere min-w-0">{name}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
