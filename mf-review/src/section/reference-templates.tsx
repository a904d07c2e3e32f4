import type { ReviewSection } from '@portal/contract/review'
import { TemplateDownload } from '@portal/kit/features/answers/stored-file'

/** Offers the templates that the client had to fill in, for comparison. */
export function ReferenceTemplates({ fields }: Pick<ReviewSection, 'fields'>) {
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
