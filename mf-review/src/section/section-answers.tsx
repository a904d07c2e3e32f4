import { previewKind } from '@portal/contract/files'
import type { ReviewSection } from '@portal/contract/review'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import { StoredFile, TemplateDownload } from '@portal/kit/features/answers/stored-file'
import { useState } from 'react'
import { DownloadZip } from '../files/download-zip.tsx'
import { PreviewDialog } from '../files/preview-dialog.tsx'
import { hasData, sectionFiles } from './content.ts'

/** Renders the section's reference templates and the client's answers. */
export function SectionAnswers({ section }: { section: Pick<ReviewSection, 'assignment_id' | 'fields' | 'answers'> }) {
  const files = sectionFiles(section)
  /** Id of the file in the preview. */
  const [shown, setShown] = useState<string>()
  const file = files.find((f) => f.id === shown)
  return (
    <>
      <ReferenceTemplates fields={section.fields} />
      {hasData(section) ? (
        <dl className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2 lg:[&>div:has(ul)]:col-span-full">
          {section.fields.map((field) => (
            <AnswerView
              key={field.id}
              field={field}
              answer={section.answers[field.id]}
              renderFile={({ id, name, size }) => (
                <StoredFile file={{ id, name, size }} onPreview={previewKind(name) ? () => setShown(id) : undefined} />
              )}
            />
          ))}
        </dl>
      ) : (
        <p className="text-base-content/70 text-sm">No response provided for this section yet.</p>
      )}
      {files.length > 1 ? (
        <div>
          <DownloadZip
            scope={{ assignment: section.assignment_id }}
            label={`Download all ${files.length} files (ZIP)`}
          />
        </div>
      ) : null}
      {/* The preview closes when its file is gone: the section was decided on elsewhere. */}
      {file ? <PreviewDialog files={files} file={file} onShow={setShown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

function ReferenceTemplates({ fields }: Pick<ReviewSection, 'fields'>) {
  const templates = fields.flatMap(({ type, templateFile }) =>
    type === 'download-reupload' && templateFile ? [templateFile] : [],
  )
  if (templates.length === 0) return null
  return (
    <div className="rounded-field border border-base-300 bg-base-200/50 px-4 py-3">
      <h4 className="mb-2 font-medium text-sm">Reference Templates</h4>
      <div className="grid grid-cols-1 gap-2">
        {templates.map((template, index) => (
          <TemplateDownload key={`${index} ${template.path}`} template={template} />
        ))}
      </div>
    </div>
  )
}
