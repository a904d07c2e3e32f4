import { isEmail } from '@portal/contract/emails'
import { type Answer, type FileAnswer, isAnswered, mailtoLink, type WorkformField } from '@portal/contract/fields'
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

/** Shows an answer, read-only; 'Not provided' without one. */
export function AnswerContent({ field, answer, renderFile }: AnswerViewProps) {
  const files = filesOf(answer)
  const choices = field.type === 'checkbox' ? choicesOf(answer) : []
  if (answer === undefined || !isAnswered(answer))
    return <span className="text-base-content/70 italic">Not provided</span>
  if (files.length > 0)
    return (
      <ul className="grid grid-cols-1 gap-2">
        {files.map((file) => (
          <li key={file.id}>{renderFile ? renderFile(file) : <FileRow file={file} />}</li>
        ))}
      </ul>
    )
  if (choices.length > 0)
    return (
      <ul className="list-disc pl-5">
        {choices.map((choice) => (
          <li key={choice}>{choice}</li>
        ))}
      </ul>
    )
  return <Text field={field} text={answerText(field, answer)} />
}

/**
 * Shows a field and its answer, read-only. Put several into a `<dl>`.
 * @param instead what to show instead of an answer
 * @param below what to show below it
 */
export function AnswerView({ instead, below, ...props }: AnswerViewProps & { instead?: ReactNode; below?: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-base-content/70 text-sm">{props.field.name}</dt>
      <dd className="mt-1 text-sm">
        {instead ?? <AnswerContent {...props} />}
        {below}
      </dd>
    </div>
  )
}
