import {
  type Answer,
  type FileAnswer,
  isAnswered,
  isEmail,
  mailtoLink,
  type WorkformField,
} from '@portal/contract/fields'
import { formatSize } from '@portal/contract/files'
import { Download, Eye, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { answerText } from './answer-text.tsx'
import { choicesOf, filesOf } from './field-input.tsx'

export interface FileRowProps {
  file: Pick<FileAnswer, 'name' | 'size'>
  /** Button label, such as 'Download' or 'Download Template'. */
  label?: string | undefined
  busy?: boolean | undefined
  onDownload?: (() => void) | undefined
  /** Opens the preview. */
  onPreview?: (() => void) | undefined
}

/** Shows a stored file with name, size, and preview and download buttons. */
export function FileRow({ file, label = 'Download', busy, onDownload, onPreview }: FileRowProps) {
  return (
    // The button wraps below the name if they do not fit side by side.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field border border-base-300 px-3 py-2">
      <div className="flex min-w-0 flex-[1_1_11rem] items-center gap-3">
        <FileText className="size-4 shrink-0 text-base-content/60" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-3 text-sm wrap-anywhere" title={file.name}>
            {file.name}
          </p>
          <p className="text-base-content/70 text-xs tabular-nums">{formatSize(file.size)}</p>
        </div>
      </div>
      {onPreview ? (
        <Button size="sm" variant="quiet" onClick={onPreview} icon={<Eye />} aria-label={`Preview: ${file.name}`}>
          Preview
        </Button>
      ) : null}
      {onDownload ? (
        <Button
          size="sm"
          className="ml-auto"
          busy={busy}
          onClick={onDownload}
          icon={<Download />}
          aria-label={`${label}: ${file.name}`}
        >
          {label}
        </Button>
      ) : null}
    </div>
  )
}

export interface AnswerViewProps {
  field: WorkformField
  answer: Answer | undefined
  /** Renders a submitted file; by default its name and size. */
  renderFile?: ((file: FileAnswer) => ReactNode) | undefined
}

/** Shows an answer as text with its line breaks; an email address is a link. */
function Text({ field, text: value }: { field: WorkformField; text: string }) {
  if (field.type === 'email' && isEmail(value)) {
    return (
      <a href={mailtoLink(value)} className="link link-primary wrap-anywhere">
        {value}
      </a>
    )
  }
  return (
    <span className={cx('whitespace-pre-wrap wrap-anywhere', field.type === 'number' && 'tabular-nums')}>{value}</span>
  )
}

/** Shows a field and its answer, read-only; 'Not provided' without one. Put several into a `<dl>`. */
export function AnswerView({ field, answer, renderFile }: AnswerViewProps) {
  const files = filesOf(answer)
  const choices = field.type === 'checkbox' ? choicesOf(answer) : []
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-base-content/70 text-sm">{field.name}</dt>
      <dd className="mt-1 text-sm">
        {answer === undefined || !isAnswered(answer) ? (
          <span className="text-base-content/70 italic">Not provided</span>
        ) : files.length > 0 ? (
          <ul className="grid grid-cols-1 gap-2">
            {files.map((file) => (
              <li key={file.id}>{renderFile ? renderFile(file) : <FileRow file={file} />}</li>
            ))}
          </ul>
        ) : choices.length > 0 ? (
          <ul className="list-disc pl-5">
            {choices.map((choice) => (
              <li key={choice}>{choice}</li>
            ))}
          </ul>
        ) : (
          <Text field={field} text={answerText(field, answer)} />
        )}
      </dd>
    </div>
  )
}
