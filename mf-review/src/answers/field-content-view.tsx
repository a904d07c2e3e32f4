import { previewKind } from '@portal/contract/files'
import type { WorkformField } from '@portal/contract/fields'
import { AnswerContent, FileRow } from '@portal/kit/features/answers/answer-view'
import { StoredFile } from '@portal/kit/features/answers/stored-file'
import type { PreviewFile } from '../files/file-content.tsx'
import type { OnPreview } from '../files/use-preview.tsx'
import { reviewPreview } from '../queue/keys.ts'
import type { FieldContent } from './changes.ts'
import { NonAnswerView } from './non-answer.tsx'

export interface AnswerFileProps {
  file: FieldContent['files'][number]
  /** The files to page through in the preview. */
  files: readonly PreviewFile[]
  onPreview: OnPreview
}

/** Shows a file of an answer. One that is no longer stored has only its name and size. */
export function AnswerFile({ file, files, onPreview }: AnswerFileProps) {
  const { id, name, size, is_kept = true } = file
  if (!is_kept) return <FileRow file={file} />
  return (
    <div {...reviewPreview}>
      <StoredFile file={{ id, name, size }} onPreview={previewKind(name) ? () => onPreview(files, id) : undefined} />
    </div>
  )
}

export interface FieldContentViewProps {
  field: WorkformField
  content: FieldContent
  onPreview: OnPreview
}

/** Shows what a client entered for a question. */
export function FieldContentView({ field, content: { answer, nonAnswer, files }, onPreview }: FieldContentViewProps) {
  if (nonAnswer) return <NonAnswerView nonAnswer={nonAnswer} />
  if (files.length === 0) return <AnswerContent field={field} answer={answer} />
  return (
    <ul className="grid grid-cols-1 gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <AnswerFile file={file} files={files.filter((f) => f.is_kept ?? true)} onPreview={onPreview} />
        </li>
      ))}
    </ul>
  )
}
