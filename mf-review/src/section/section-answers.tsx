import type { ReviewSection } from '@portal/contract/review'
import { AnswerView } from '@portal/kit/answer-view'
import type { ReactNode } from 'react'
import { FileDownload } from './file-download.tsx'
import { hasData } from './starts-expanded.ts'

/** The section's reference templates and the client's answers. */
export function SectionAnswers({ section }: { section: Pick<ReviewSection, 'fields' | 'answers'> }): ReactNode {
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
              renderFile={(file) => <FileDownload file={file} />}
            />
          ))}
        </dl>
      ) : (
        <p className="text-base-content/70 text-sm">No response provided for this section yet.</p>
      )}
    </>
  )
}

function ReferenceTemplates({ fields }: Pick<ReviewSection, 'fields'>): ReactNode {
  const offered = fields.flatMap(({ id, type, templateFile }) =>
    type === 'download-reupload' && templateFile ? [{ field: id, template: templateFile }] : [],
  )
  if (offered.length === 0) return null
  return (
    <div className="rounded-field border border-base-300 bg-base-200/50 px-4 py-3">
      <h4 className="mb-2 font-medium text-sm">Reference Templates</h4>
      <div className="grid grid-cols-1 gap-2">
        {offered.map(({ field, template }) => (
          <FileDownload key={field} label="Download Template" file={{ id: template.path, name: template.name, size: template.size }} />
        ))}
      </div>
    </div>
  )
}
