import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { saveBlob } from '@portal/sdk'
import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../copy-text.ts'

const TITLE = 'Recovery codes for the Client Portal'

const asText = (codes: readonly string[]): string =>
  [
    TITLE,
    location.host,
    '',
    ...codes,
    '',
    'Each code works once, instead of a code from your authenticator app.',
    '',
  ].join('\r\n')

const copy = (codes: readonly string[]): Promise<void> =>
  copyText(codes.join('\n'), {
    copied: 'The recovery codes are on the clipboard.',
    byHand: 'The browser does not allow it. Download or print the codes instead.',
  })

const download = (codes: readonly string[]): void =>
  saveBlob(new Blob([asText(codes)], { type: 'text/plain' }), 'recovery-codes.txt')

/** Prints only the codes, from a temporary iframe. */
function print(codes: readonly string[]): void {
  const iframe = document.createElement('iframe')
  iframe.hidden = true
  iframe.addEventListener('load', () => {
    const page = iframe.contentWindow
    if (!page) return
    page.document.title = TITLE
    const text = page.document.createElement('pre')
    text.style.font = '16px/1.8 monospace'
    text.textContent = asText(codes)
    page.document.body.append(text)
    page.addEventListener('afterprint', () => iframe.remove())
    page.print()
  })
  document.body.append(iframe)
}

const QUESTION = {
  title: 'Have you saved the codes?',
  message: 'They are not shown again. Without them and your phone, you cannot sign in.',
  confirmLabel: 'Close',
  cancelLabel: 'Back to the codes',
}

/** Shows new recovery codes. They are never shown again, so it asks before it closes if they may not be saved. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false)
  const keep = (how: (codes: readonly string[]) => unknown) => (): void => {
    setKept(true)
    void how(codes)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={{ changed: !kept, discard: () => undefined, question: QUESTION }}
      title="Save your recovery codes"
      description="They are shown only once. Without your phone, each lets you sign in once. Keep them safe."
      footer={
        <Button variant="primary" onClick={onClose}>
          I Have Saved Them
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="grid gap-2 rounded-box border border-base-300 bg-base-200/50 p-4 font-mono text-sm tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy />} onClick={keep(copy)}>
          Copy
        </Button>
        <Button size="sm" icon={<Download />} onClick={keep(download)}>
          Download
        </Button>
        <Button size="sm" icon={<Printer />} onClick={keep(print)}>
          Print
        </Button>
      </div>
    </Dialog>
  )
}
