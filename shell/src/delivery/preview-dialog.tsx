import type { PreviewLink } from '@portal/contract/publishing'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { dateAndTime } from '@portal/kit/ui/time'
import { call, toastProblem } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../profile/copy-text.ts'
import { operatorApi } from './api.ts'

const PERIODS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
] as const
type Hours = (typeof PERIODS)[number]['value']

const COPIED = { copied: 'The link is on the clipboard.', byHand: 'Please select the link and copy it by hand.' }

/** Creates a link to a version that is not live, for people who test it. */
export function PreviewDialog({ name, version, onClose }: { name: string; version: string; onClose: () => void }) {
  const [hours, setHours] = useState<Hours>('24')
  const create = useMutation({
    mutationFn: (): Promise<PreviewLink> =>
      call(
        operatorApi.remotes[':name'].versions[':version'].preview.$post({
          param: { name, version },
          json: { hours: Number(hours) },
        }),
      ),
    onError: (error) => toastProblem(error, 'No link created'),
  })
  const link = create.data
  return (
    <Dialog
      open
      title={`Preview ${version}`}
      description="A link that shows this version to those who open it. All others keep the live one."
      onClose={onClose}
      footer={
        <>
          <CancelButton>{link ? 'Done' : 'Cancel'}</CancelButton>
          {link ? (
            <Button variant="primary" icon={<Copy aria-hidden />} onClick={() => void copyText(link.url, COPIED)}>
              Copy link
            </Button>
          ) : (
            <Button variant="primary" busy={create.isPending} busyLabel="Creating..." onClick={() => create.mutate()}>
              Create link
            </Button>
          )}
        </>
      }
    >
      {link ? (
        <div className="grid gap-3 text-sm">
          <TextField
            label="Link"
            value={link.url}
            readOnly
            onChange={() => undefined}
            onFocus={(e) => e.target.select()}
          />
          <p>Valid until {dateAndTime(link.expires_at)}.</p>
          <p className="text-base-content/70">
            The link runs this version with the account of the person who opens it. When the preview ends, that browser
            signs out of the portal and deletes text and files that were not sent.
          </p>
        </div>
      ) : (
        <SelectField label="Valid for" value={hours} onChange={setHours} options={PERIODS} />
      )}
    </Dialog>
  )
}
