import { type CreatedGuestLink, GUEST_PATH } from '@portal/contract/guests'
import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { dateAndTime } from '@portal/kit/ui/time'
import { toastError, toastSuccess } from '@portal/sdk'
import { Copy, Share2 } from 'lucide-react'

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toastSuccess('Link copied', 'Send it to the person who fills in the section.')
  } catch {
    toastError('The link could not be copied', 'Select the link and copy it.')
  }
}

async function share(address: string): Promise<void> {
  try {
    await navigator.share({ url: address })
  } catch (error) {
    // The person has closed the menu.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toastError('The link could not be shared', 'Please copy it.')
  }
}

/** Shows a link that was just made. It cannot be shown again. */
export function NewLink({ link, name }: { link: CreatedGuestLink; name: string }) {
  const address = `${location.origin}${GUEST_PATH}#${link.token}`
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField label="Link" readOnly value={address} onChange={() => undefined} data-autofocus />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={<Copy />} onClick={() => void copy(address)}>
          Copy link
        </Button>
        {'share' in navigator ? (
          <Button icon={<Share2 />} onClick={() => void share(address)}>
            Share
          </Button>
        ) : null}
      </div>
      <p className="wrap-anywhere text-base-content/70 text-sm">
        Send it to {name} only. It works on the first device that opens it, until {dateAndTime(link.expires_at)}. Copy
        it now: it is not shown again. You can revoke it at any time.
      </p>
    </div>
  )
}
