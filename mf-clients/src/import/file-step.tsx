import { BOM, csvLine } from '@portal/contract/csv'
import { IMPORT_ROWS_MAX } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { CircleAlert, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { saveText } from '../queries/save-text.ts'

const EXAMPLE = [
  ['Name', 'Email', 'Phone', 'Company', 'Status'],
  ['Jane Miller', 'jane@bluebird.example', '555 0100', 'Bluebird Bakery', 'new'],
]

export interface FileStepProps {
  /** Why the chosen file cannot be used. */
  refusal: string | undefined
  busy: boolean
  onFile: (file: File) => void
}

/** Shows the first step: choosing or dropping a file. */
export function FileStep({ refusal, busy, onFile }: FileStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault()
    setOver(inside)
  }
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file && !busy) onFile(file)
  }
  return (
    <div className="grid gap-4">
      {/* Dropping is optional: the button does the same. */}
      <div
        className={cx(
          'flex flex-col items-center gap-3 rounded-field border-2 border-base-content/25 border-dashed',
          'px-4 py-10 text-center transition-colors',
          over && 'border-primary bg-primary/5',
        )}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files)
        }}
      >
        <FileSpreadsheet className="size-7 text-base-content/60" />
        <div>
          <Button busy={busy} busyLabel="Reading..." onClick={() => input.current?.click()} data-autofocus>
            Choose file
          </Button>
          <span className="ml-2 text-base-content/70 text-sm max-sm:hidden">or drop it here</span>
        </div>
        <p className="max-w-md text-base-content/70 text-sm">
          A CSV file with one row per client, up to {formatCount(IMPORT_ROWS_MAX)} rows. Name and email are required;
          phone, company and status are optional.
        </p>
        <input
          ref={input}
          type="file"
          aria-label="File of clients"
          tabIndex={-1}
          className="sr-only"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            take(event.target.files)
            // Allows choosing the same file again after it was corrected.
            event.target.value = ''
          }}
        />
      </div>
      {refusal ? <Refusal text={refusal} /> : null}
      <Example />
    </div>
  )
}

function Refusal({ text }: { text: string }) {
  return (
    <Notice tone="error" role="alert" className="flex items-start gap-2.5">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </Notice>
  )
}

function Example() {
  return (
    <p className="text-base-content/70 text-sm">
      Not sure about the format?
      <Button
        variant="link"
        size="sm"
        onClick={() => saveText(BOM + EXAMPLE.map((cells) => csvLine(cells, 2)).join(''), 'clients-example.csv')}
      >
        Download an example
      </Button>
    </p>
  )
}
