import { previewKind } from '@portal/contract/files'
import type { ReviewSection } from '@portal/contract/review'
import { AnswerView } from '@portal/kit/features/answers/answer-view'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { useCallback, useState } from 'react'
import { DownloadZip } from '../files/download-zip.tsx'
import { FileDownload } from '../files/file-download.tsx'
import { sectionFiles } from '../files/section-files.ts'
import { toastLoadError } from '../load-error.ts'
import { hasData } from './starts-expanded.ts'

const PreviewDialog = lazyComponent(async () => (await import('../files/preview-dialog.tsx')).PreviewDialog)

/** Renders the section's reference templates and the client's answers. */
export function SectionAnswers({ section }: { section: Pick<ReviewSection, 'assignment_id' | 'fields' | 'answers'> }) {
  const files = sectionFiles(section)
  const [shown, setShown] = useState<string>()
  const close = useCallback(() => setShown(undefined), [])
  const onLoadError = (): void => {
    close()
    toastLoadError()
  }
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
              renderFile={(file) => (
                <FileDownload file={file} onPreview={previewKind(file.name) ? () => setShown(file.id) : undefined} />
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
      {shown === undefined ? null : (
        <PreviewDialog.Component files={files} shown={shown} onShow={setShown} onClose={close} onError={onLoadError} />
      )}
    </>
  )
}

function ReferenceTemplates({ fields }: Pick<ReviewSection, 'fields'>) {
  const offered = fields.flatMap(({ id, type, templateFile }) =>
    type === 'download-reupload' && templateFile ? [{ field: id, template: templateFile }] : [],
  )
  if (offered.length === 0) return null
  return (
    <div className="rounded-field border border-base-300 bg-base-200/50 px-4 py-3">
      <h4 className="mb-2 font-medium text-sm">Reference Templates</h4>
      <div className="grid grid-cols-1 gap-2">
        {offered.map(({ field, template }) => (
          <FileDownload
            key={field}
            label="Download Template"
            file={{ id: template.path, name: template.name, size: template.size }}
          />
        ))}
      </div>
    </div>
  )
}
