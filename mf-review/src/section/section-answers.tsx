import { previewKind } from '@portal/contract/files'
import type { ReviewSection } from '@portal/contract/review'
import { AddedBy } from '@portal/kit/features/answers/added-by'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import { AnswerComments } from '@portal/kit/features/comments/answer-comments'
import { CommentedQuestions } from '@portal/kit/features/comments/commented-questions'
import { StoredFile } from '@portal/kit/features/answers/stored-file'
import { useState } from 'react'
import { NonAnswerView } from '../answers/non-answer.tsx'
import { PreviewDialog } from '../files/preview-dialog.tsx'
import { hasData, sectionFiles } from './content.ts'

/** Renders the client's answers of a section that is not under review. */
export function SectionAnswers({ section }: { section: ReviewSection }) {
  const files = sectionFiles(section)
  /** Id of the file in the preview. */
  const [shown, setShown] = useState<string>()
  const file = files.find((f) => f.id === shown)
  if (!hasData(section))
    return (
      <>
        <p className="text-base-content/70 text-sm">No response provided for this section yet.</p>
        <CommentedQuestions assignmentId={section.assignment_id} fields={section.fields} />
      </>
    )
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2 lg:[&>div:has(ul)]:col-span-full">
        {section.fields.map((field) => {
          const nonAnswer = section.non_answers[field.id]
          return (
            <AnswerView
              key={field.id}
              field={field}
              answer={section.answers[field.id]}
              instead={nonAnswer ? <NonAnswerView nonAnswer={nonAnswer} /> : undefined}
              below={
                <>
                  <AddedBy
                    contributions={section.contributions}
                    fieldId={field.id}
                    answer={section.answers[field.id]}
                  />
                  <AnswerComments assignmentId={section.assignment_id} field={field} />
                </>
              }
              renderFile={({ id, name, size }) => (
                <StoredFile file={{ id, name, size }} onPreview={previewKind(name) ? () => setShown(id) : undefined} />
              )}
            />
          )
        })}
      </dl>
      {/* The preview closes when its file is gone: the section was decided on elsewhere. */}
      {file ? <PreviewDialog files={files} file={file} onShow={setShown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
