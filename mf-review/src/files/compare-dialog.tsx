import { formatSize } from '@portal/contract/files'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Dialog } from '@portal/kit/ui/dialog'
import { SelectField } from '@portal/kit/ui/fields'
import { Pills } from '@portal/kit/ui/pills'
import { useState } from 'react'
import { FileContent, type PreviewFile } from './file-content.tsx'

const SIDES = [
  { value: 'before', label: 'Before' },
  { value: 'now', label: 'Now' },
] as const
type Side = (typeof SIDES)[number]['value']

export interface CompareDialogProps {
  /** The question that the files answer. */
  question: string
  before: readonly PreviewFile[]
  now: readonly PreviewFile[]
  onClose: () => void
}

/** Shows a file of the earlier submission next to one of the current submission; on a phone, one at a time. */
export function CompareDialog({ question, onClose, ...files }: CompareDialogProps) {
  const [side, setSide] = useState<Side>('now')
  return (
    <Dialog
      open
      size="xl"
      fullHeight
      onClose={onClose}
      title={question}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Pills label="File" options={SIDES} value={side} onChange={setSide} className="mb-4 sm:hidden" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {SIDES.map(({ value, label }) => (
          <Pane key={value} label={label} files={files[value]} className={cx(side !== value && 'max-sm:hidden')} />
        ))}
      </div>
    </Dialog>
  )
}

function Pane({ label, files, className }: { label: string; files: readonly PreviewFile[]; className: string }) {
  const [shown, setShown] = useState(files[0]?.id ?? '')
  const file = files.find(({ id }) => id === shown)
  return (
    <section aria-label={label} className={cx('grid min-w-0 grid-cols-1 content-start gap-3', className)}>
      <h3 className="font-medium text-sm max-sm:sr-only">{label}</h3>
      {files.length > 1 ? (
        <SelectField
          label={`File ${label.toLowerCase()}`}
          hideLabel
          value={shown}
          options={files.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setShown}
        />
      ) : (
        <p className="wrap-anywhere text-sm">{file?.name}</p>
      )}
      {file ? (
        <>
          <p className="text-base-content/70 text-xs">{formatSize(file.size)}</p>
          <FileContent key={file.id} file={file} />
        </>
      ) : null}
    </section>
  )
}
