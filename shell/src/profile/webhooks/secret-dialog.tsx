import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Dialog } from '@portal/kit/ui/dialog'
import { Copy } from 'lucide-react'
import { copyText } from '../copy-text.ts'

const copy = (secret: string): Promise<void> =>
  copyText(secret, {
    copied: 'The signing secret is on the clipboard.',
    byHand: 'The browser does not allow it. Select the secret and copy it by hand.',
  })

/** Shows a new signing secret. It is never shown again. `replaces`: whether there was another one before. */
export function SecretDialog({
  secret,
  replaces,
  onClose,
}: {
  secret: string
  replaces: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your signing secret"
      description="It is shown only once. Your receiver needs it to verify that requests come from this portal."
      footer={
        <Button variant="primary" onClick={onClose}>
          I Have Saved It
        </Button>
      }
    >
      <p className="mb-1.5 font-medium text-sm" id="secret-label">
        Signing secret
      </p>
      <code
        aria-labelledby="secret-label"
        className={cx(
          'block select-all wrap-anywhere rounded-box border border-base-300 bg-base-200/50 p-4',
          'font-mono text-sm',
        )}
      >
        {secret}
      </code>
      <div className="mt-4">
        <Button size="sm" icon={<Copy />} onClick={() => void copy(secret)}>
          Copy
        </Button>
      </div>
      {replaces ? (
        <p className="mt-4 text-base-content/70 text-sm">
          For 24 hours, requests are also signed with the old secret, so that your receiver keeps working.
        </p>
      ) : null}
    </Dialog>
  )
}
